"""The people of a group: added and taken back, renamed, merged where entered twice, and parted."""

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.people import writing as group_people
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.group.forms import PersonNameForm, SamePersonForm
from scorekeeper.web.history.group_pages import group_saved
from scorekeeper.web.people.pages import people_page, person_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.shared.answers import Conflict, group_now, saved_or_again

bp = Blueprint("people", __name__, url_prefix="/g/<link>/people")

PersonForm = PersonNameForm | SamePersonForm


@bp.route("", methods=["GET", "POST"])
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Everybody of the group; sent, somebody new is added. `?saved=` says what was just saved."""
    form = PersonNameForm(request.form)
    if request.method == "GET" or is_language_choice():
        return _people(group_state(g.group), form)
    if not form.validate():
        return _people(group_state(g.group), form), 422
    token = form_token.token_sent()

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.refuse(problems)
        return _people(group_now(), form, conflict)

    return saved_or_again(
        lambda: group_people.add_person(g.group, form.name.value, token), _with_everybody, again
    )


@bp.get("/<int:person>")
def show_person(person: int) -> ResponseReturnValue:
    """One person; by another name of theirs it leads to them, or to all once they are gone."""
    state = group_state(g.group)
    own = _person_or_404(state, person)
    if own not in state.people:
        return redirect(url_for("people.show"), 303)
    if own != person:
        return redirect(url_for("people.show_person", person=own), 303)
    return _person(state, person)


@bp.post("/<int:person>/name")
def rename(person: int) -> ResponseReturnValue:
    """Call somebody otherwise, everywhere."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form = PersonNameForm(request.form)
    if is_language_choice():
        return _person(state, person, form)
    if not form.validate():
        return _person(state, person, form), 422
    name = form.name.value
    if name == state.names[person]:
        return redirect(url_for("people.show_person", person=person), 303)
    return _answer(person, partial(group_people.rename_person, g.group, person, name), form)


@bp.post("/<int:person>/same")
def merge(person: int) -> ResponseReturnValue:
    """Make somebody who was entered twice one person: this name becomes another one of theirs."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form = SamePersonForm(request.form)
    if not form.validate():
        return _person(state, person, form), 422
    same = form.person.value
    return _answer(person, partial(group_people.merge_people, g.group, person, same), form)


@bp.post("/<int:person>/own")
def part(person: int) -> ResponseReturnValue:
    """Let another name of somebody be a person of their own again."""
    if _person_or_404(group_state(g.group), person) == person:
        return redirect(url_for("people.show_person", person=person), 303)
    return _answer(person, partial(group_people.part_people, g.group, person))


@bp.post("/<int:person>/remove")
def take_back(person: int) -> ResponseReturnValue:
    """Take somebody out of the group again who was added by mistake."""
    _person_or_404(group_state(g.group), person)
    save = partial(group_people.take_person_back, g.group, person)
    return _answer(person, save, there=_with_everybody)


def _person_or_404(state: GroupState, player: int) -> int:
    """The id of the person whose name, or other name, this id stands for."""
    return state.persons.get(player) or abort(404)


def _with_everybody(saved: EntryRow) -> str:
    return url_for("people.show", saved=saved.revision)


def _answer(
    player: int,
    save: Callable[[FormToken], EntryRow],
    form: PersonForm | None = None,
    there: Callable[[EntryRow], str] | None = None,
) -> ResponseReturnValue:
    """Save something about somebody and go *there*, or to their page; or show *form* again."""

    def to_person(saved: EntryRow) -> str:
        person = _person_or_404(group_now(), player)
        return url_for("people.show_person", person=person, saved=saved.revision)

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        return _person(group_now(), player, form, conflict, problems)

    token = form_token.token_sent()
    return saved_or_again(lambda: save(token), there or to_person, again)


def _people(
    state: GroupState,
    form: PersonNameForm,
    conflict: Conflict | None = None,
) -> str:
    messages, key = current_messages(), new_key()
    saved = group_saved(state, form_token.revision_saved(), messages, key)
    told = conflict and conflict.text
    page = people_page(state, form, messages, conflict=told, saved=saved, key=key)
    return render_template("people/show.html", page=page)


def _person(
    state: GroupState,
    player: int,
    form: PersonForm | None = None,
    conflict: Conflict | None = None,
    problems: Sequence[Problem] = (),
) -> str:
    """The page of somebody, or of the person whose other name they are by now."""
    messages, key, person = current_messages(), new_key(), _person_or_404(state, player)
    saved = group_saved(state, form_token.revision_saved(), messages, key)
    form = form or PersonNameForm(name=state.names[person])
    if problems:
        form.refuse(problems)
    told = conflict and conflict.text
    page = person_page(state, person, form, messages, conflict=told, saved=saved, key=key)
    return render_template("people/person.html", page=page)
