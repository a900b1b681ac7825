"""The people of a group: added and taken back, renamed, merged where entered twice, and parted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.games.registry import GAMES
from scorekeeper.services.account.state import group_account
from scorekeeper.services.group.entries import GroupEntryType, OtherName
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import take_person_back, write_on_group
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.lookup import version_of
from scorekeeper.services.standing.state import shows_statistics
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.group.forms import PersonNameForm, SamePersonForm
from scorekeeper.web.history.group_pages import GroupSaved, group_saved
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import mark_partial, unless_unchanged
from scorekeeper.web.shared.answers import Conflict, group_now, saved_or_again, sent_back
from scorekeeper.web.shared.field_values import Option, ShownForm, shown_form
from scorekeeper.web.standing.statistics import StatisticsPart, nothing_told, statistics_part

bp = Blueprint("people", __name__, url_prefix="/g/<link>/people")

PersonForm = PersonNameForm | SamePersonForm


class PeoplePage(NamedTuple):
    """Everybody of a group, and the *form* to add somebody; *conflict* as on `PersonPage`.

    Of the *people* their id and name, and the other names that they have.
    *shows_statistics* is whether pages tell what they did.
    """

    people: tuple[tuple[int, str, Sequence[str]], ...]
    shows_statistics: bool
    form: ShownForm
    conflict: str | None
    saved: GroupSaved | None
    token: FormToken


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    """Everything about one person of a group; the *others* may be the same person.

    *form* is the one that was sent, if any; *name* stands in that for the name. *other_names* are
    theirs with the ids that have them. *conflict* says what has happened meanwhile, where a form
    came too late or twice. Whoever *can_be_taken_back* is on no sheet. *statistics* tell what they
    did, None where nothing is told: then *nothing_told* says why.
    """

    id: int
    person: str
    form: ShownForm
    name: str
    other_names: tuple[tuple[int, str], ...]
    others: tuple[Option, ...]
    can_be_taken_back: bool
    statistics: StatisticsPart | None
    nothing_told: str
    conflict: str | None
    saved: GroupSaved | None
    token: FormToken


@bp.route("", methods=["GET", "POST"])
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Everybody of the group; sent, somebody new is added. `?saved=` says what was just saved."""
    form = PersonNameForm(request.form)
    if answer := sent_back(lambda: _people(group_state(g.group), form), form.validate):
        return answer
    draft = GroupEntryType.PERSON.draft(form.name.value)
    return _answer(partial(write_on_group, group_state(g.group), [draft]), form)


@bp.post("/figures")
def choose_statistics() -> ResponseReturnValue:
    """Whether pages tell what everybody did: `shown` is 1 or 0."""
    draft = GroupEntryType.FIGURES.draft(request.form.get("shown") == "1", 0)
    return _answer(partial(write_on_group, group_state(g.group), [draft]), PersonNameForm())


@bp.get("/<int:person>")
@may_be_looked_at
def show_person(person: int) -> ResponseReturnValue:
    """One person; by another name of theirs it leads to them, or to all once they are gone.

    `?game=` chooses the game of which it tells.
    """
    state = group_state(g.group)
    own = _person_or_404(state, person)
    if own not in state.people:
        return redirect(url_for("people.show"), 303)
    if own != person:
        return redirect(url_for("people.show_person", person=own), 303)
    if request.args.get("game", "") not in {"", *GAMES}:
        abort(404)
    return unless_unchanged(
        version_of(g.group),
        lambda: _person(state, person, SamePersonForm()),
        kept_queries=("game",),
    )


@bp.post("/<int:person>/name")
def rename(person: int) -> ResponseReturnValue:
    """Call somebody otherwise, everywhere."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form = PersonNameForm(request.form)
    if answer := sent_back(lambda: _person(state, person, form), form.validate):
        return answer
    name = form.name.value
    if name == state.names[person]:
        return redirect(url_for("people.show_person", person=person), 303)
    draft = GroupEntryType.PERSON.draft(name, person)
    return _answer(partial(write_on_group, state, [draft]), form, person)


@bp.post("/<int:person>/same")
def merge(person: int) -> ResponseReturnValue:
    """Make somebody who was entered twice one person: this name becomes another one of theirs."""
    state = group_state(g.group)
    _person_or_404(state, person)
    form = SamePersonForm(request.form)
    if not form.validate():
        return _person(state, person, form), 422
    draft = GroupEntryType.SAME_AS.draft(OtherName(person=form.person.value), person)
    return _answer(partial(write_on_group, state, [draft]), form, person)


@bp.post("/<int:person>/own")
def part(person: int) -> ResponseReturnValue:
    """Let another name of somebody be a person of their own again."""
    state = group_state(g.group)
    if _person_or_404(state, person) == person:
        return redirect(url_for("people.show_person", person=person), 303)
    draft = GroupEntryType.SAME_AS.draft(None, person)
    return _answer(partial(write_on_group, state, [draft]), SamePersonForm(), person)


@bp.post("/<int:person>/remove")
def take_back(person: int) -> ResponseReturnValue:
    """Take somebody out of the group again who was added by mistake."""
    _person_or_404(group_state(g.group), person)
    return _answer(partial(take_person_back, g.group, person), SamePersonForm(), person)


def _person_or_404(state: GroupState, player: int) -> int:
    """The id of the person whose name, or other name, this id stands for."""
    return state.persons.get(player) or abort(404)


def _answer(
    save: Callable[[FormToken], EntryRow], form: PersonForm, player: int | None = None
) -> ResponseReturnValue:
    """Save something about a *player* and go to their page, or show *form* on it again.

    That is the page of all people where it is about nobody, or they are in the group no more.
    """

    def there(saved: EntryRow) -> str:
        person = None if player is None else group_now().person(player)
        if person is None:
            return url_for("people.show", saved=saved.revision)
        return url_for("people.show_person", person=person, saved=saved.revision)

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.refuse(problems)
        if player is None:
            return _people(group_now(), form, conflict)
        return _person(group_now(), player, form, conflict)

    return saved_or_again(lambda: save(form_token.token_sent()), there, again)


def _people(state: GroupState, form: PersonForm, conflict: Conflict | None = None) -> str:
    """The page of all people with what stands in *form*."""
    others: dict[int, list[str]] = {}
    for player, person in state.persons.items():
        if player != person:
            others.setdefault(person, []).append(state.given_names[player])
    messages, token = current_messages(), form_token.token_again(state.row, conflict)
    page = PeoplePage(
        tuple((player, name, others.get(player, ())) for player, name in state.people.items()),
        shows_statistics(state),
        shown_form(form, messages),
        conflict and conflict.text,
        group_saved(state, form_token.revision_saved(), messages, token),
        token,
    )
    return render_template("people/show.html", page=page)


def _person(
    state: GroupState, player: int, form: PersonForm, conflict: Conflict | None = None
) -> str:
    """The page of somebody, or of the person whose other name they are by now."""
    messages, token = current_messages(), form_token.token_again(state.row, conflict)
    person, typed = _person_or_404(state, player), form.data
    account = group_account(state)
    statistics = statistics_part(account, person, messages, request.args.get("game"))
    if statistics is not None and not statistics.complete:
        mark_partial()
    page = PersonPage(
        id=person,
        person=state.names[person],
        form=shown_form(form, messages),
        name=typed.get("name", state.names[person]),
        other_names=tuple(
            (other, state.given_names[other])
            for other, own in state.persons.items()
            if other != own == person
        ),
        others=tuple(
            Option(other, name, typed.get("person") == str(other))
            for other, name in sorted(state.people.items(), key=lambda pair: pair[1].casefold())
            if other != person
        ),
        can_be_taken_back=person in state.people and person not in state.people_in_use,
        statistics=statistics,
        nothing_told="" if statistics else nothing_told(account, person, messages),
        conflict=conflict and conflict.text,
        saved=group_saved(state, form_token.revision_saved(), messages, token),
        token=token,
    )
    return render_template("people/person.html", page=page)
