"""The people of a group: added and taken back, renamed, merged where entered twice, and parted."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services import group_people
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.forms.person import PersonNameForm, SamePersonForm
from scorekeeper.web.presenters.group_saved import group_saved
from scorekeeper.web.presenters.people_page import people_page, person_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.routes.group_refusals import group_now, with_titles

bp = Blueprint("people", __name__, url_prefix="/g/<link>/people")


@bp.route("", methods=["GET", "POST"])
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Everybody of the group; sent, somebody new is added. `?saved=` says what was just saved."""
    form, problems = PersonNameForm(request.form), list[Problem]()
    if request.method == "GET" or is_language_choice():
        return _people(group_state(g.group), form)
    name = form.collect(problems)
    if name is None:
        return _people(group_state(g.group), form, problems), 422

    def save() -> EntryRow:
        return group_people.add_person(g.group, name, form_token.token_sent())

    def again(problems: Sequence[Problem] = (), conflict: str | None = None) -> str:
        return _people(group_now(), form, problems, conflict=conflict)

    return _saved_or_again(save, again, lambda saved: url_for("people.show", saved=saved))


@bp.get("/<int:person>")
def show_person(person: int) -> ResponseReturnValue:
    """One person; by another name of theirs it leads to them, or to all once they are gone."""
    state = group_state(g.group)
    found = _person_or_404(state, person)
    if found not in state.people:
        return redirect(url_for("people.show"), 303)
    if found != person:
        return redirect(url_for("people.show_person", person=found), 303)
    return _person(state, person)


@bp.post("/<int:person>/name")
def rename(person: int) -> ResponseReturnValue:
    """Call somebody otherwise, everywhere."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form, problems = PersonNameForm(request.form), list[Problem]()
    if is_language_choice():
        return _person(state, person, naming=form)
    name = form.collect(problems)
    if name is None:
        return _person(state, person, problems, naming=form), 422
    if name == state.names[person]:
        return redirect(url_for("people.show_person", person=person), 303)

    def save() -> EntryRow:
        return group_people.rename_person(g.group, person, name, form_token.token_sent())

    return _answer(person, save, naming=form)


@bp.post("/<int:person>/same")
def merge(person: int) -> ResponseReturnValue:
    """Make somebody who was entered twice one person: this name becomes another one of theirs."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form, problems = SamePersonForm(request.form), list[Problem]()
    same = form.collect(problems)
    if same is None:
        return _person(state, person, problems, merging=form), 422

    def save() -> EntryRow:
        return group_people.merge_people(g.group, person, same, form_token.token_sent())

    return _answer(person, save, merging=form)


@bp.post("/<int:person>/own")
def part(person: int) -> ResponseReturnValue:
    """Let another name of somebody be a person of their own again."""
    found = _person_or_404(group_state(g.group), person)
    if found == person:
        return redirect(url_for("people.show_person", person=person), 303)

    def save() -> EntryRow:
        return group_people.part_people(g.group, person, form_token.token_sent())

    return _answer(person, save)


@bp.post("/<int:person>/remove")
def take_back(person: int) -> ResponseReturnValue:
    """Take somebody out of the group again who was added by mistake."""
    _person_or_404(group_state(g.group), person)

    def save() -> EntryRow:
        return group_people.take_person_back(g.group, person, form_token.token_sent())

    def again(problems: Sequence[Problem] = (), conflict: str | None = None) -> str:
        return _person(group_now(), person, problems, conflict=conflict)

    return _saved_or_again(save, again, lambda saved: url_for("people.show", saved=saved))


def _person_or_404(state: GroupState, player: int) -> int:
    """The id of the person whose name, or other name, this id stands for."""
    return state.persons.get(player) or abort(404)


def _answer(player: int, save: Callable[[], EntryRow], **forms: Any) -> ResponseReturnValue:
    """Save something about somebody; *forms* are kept, as `person_page` takes them."""

    def again(problems: Sequence[Problem] = (), conflict: str | None = None) -> str:
        return _person(group_now(), player, problems, conflict=conflict, **forms)

    def there(saved: int) -> str:
        person = _person_or_404(group_now(), player)
        return url_for("people.show_person", person=person, saved=saved)

    return _saved_or_again(save, again, there)


def _saved_or_again(
    save: Callable[[], EntryRow], again: Callable[..., str], there: Callable[[int], str]
) -> ResponseReturnValue:
    """Save and go *there*, or show the page *again* with what stands against it."""
    text = current_messages().text
    try:
        return redirect(there(save().revision), 303)
    except ImpossibleError as refusal:
        return again(tuple(with_titles(refusal.problems))), 422
    except MovedOnError:
        return again(conflict=text("people.moved_on")), 409
    except AlreadySavedError:
        return again(conflict=text("people.saved_before")), 409


def _people(
    state: GroupState,
    form: PersonNameForm,
    problems: Sequence[Problem] = (),
    *,
    conflict: str | None = None,
) -> str:
    messages, key = current_messages(), new_key()
    saved = group_saved(state, form_token.revision_saved(), messages, key)
    page = people_page(
        state,
        form,
        messages,
        problems,
        conflict=conflict,
        saved=saved,
        key=key,
    )
    return render_template("groups/people.html", page=page)


def _person(state: GroupState, player: int, problems: Sequence[Problem] = (), **values: Any) -> str:
    """The page of somebody, or of the person whose other name they are by now."""
    messages, key = current_messages(), new_key()
    saved = group_saved(state, form_token.revision_saved(), messages, key)
    page = person_page(
        state,
        _person_or_404(state, player),
        messages,
        problems,
        saved=saved,
        key=key,
        **values,
    )
    return render_template("groups/person.html", page=page)
