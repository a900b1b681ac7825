"""What happens to a form for a cost or a payment that was sent, and how it is answered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.lookup import group_by_link, own_ids, people_of
from scorekeeper.services.money_writing import bring_back, take_back
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow
from scorekeeper.web.forms.money_fields import FormContext, MoneyForm
from scorekeeper.web.forms.person_fields import KnownPeople
from scorekeeper.web.presenters.money_page import Conflict, moved_on, saved_before
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages, is_language_choice

TAKE_BACK, BRING_BACK = "take_back", "bring_back"  # what a button says in the field `do`


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows: the cost or payment of number *subject*, or a new one (None).

    *form* is None where none was sent; *key* and *based_on* are the token of its next form.
    """

    state: GroupState
    people: KnownPeople
    subject: int | None
    form: Any
    problems: Sequence[Problem]
    conflict: Conflict | None
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class MoneyEntries:
    """Costs or payments: how they are written down with the *fields* of a form, and shown."""

    kind: GroupEntryType
    write: Callable[[Mapping[str, Any], int | None], EntryRow]
    page: Callable[[Shown], str]

    def show(self, subject: int | None, form: MoneyForm | None = None) -> str:
        """The page with a form that nobody has sent."""
        return self._page(subject, form)

    def save(self, subject: int | None, form: MoneyForm) -> ResponseReturnValue:
        """Save what was sent, or offer somebody else who was named in it."""
        problems = list[Problem]()
        if is_language_choice():
            return self._page(subject, form)
        if form.is_adding:
            form.add_person(problems)
            return self._page(subject, form, problems), 422 if problems else 200
        fields = form.fields(problems)
        if fields is None:
            return self._page(subject, form, problems), 422
        return self._answer(subject, form, lambda: self.write(fields, subject))

    def change(self, subject: int, form: MoneyForm) -> ResponseReturnValue:
        """Correct one, take it back or bring it back, whatever its button says."""
        acts: Mapping[str, Callable[..., EntryRow | None]] = {
            TAKE_BACK: take_back,
            BRING_BACK: bring_back,
        }
        act, token = acts.get(request.form.get("do", "")), form_token.token_sent()
        if act is None:
            return self.save(subject, form)
        return self._answer(subject, None, lambda: act(g.group, token, self.kind, subject))

    def _answer(
        self,
        subject: int | None,
        form: MoneyForm | None,
        act: Callable[[], EntryRow | None],
    ) -> ResponseReturnValue:
        try:
            entry = act()
        except ImpossibleError as refusal:
            return self._page(subject, form, refusal.problems), 422
        except MovedOnError:
            g.group = group_now()
            messages, revision = current_messages(), form_token.revision_sent()
            told = moved_on(group_state(g.group), revision, known_people(), messages)
        except AlreadySavedError as error:
            g.group = group_now()
            told = saved_before(error.saved, current_messages(), is_new=subject is None)
        else:
            return form_token.redirect_saved(form_token.key_sent(), address_saved(entry))
        return self._page(subject, form, conflict=told), 409

    def _page(
        self,
        subject: int | None,
        form: MoneyForm | None,
        problems: Sequence[Problem] = (),
        conflict: Conflict | None = None,
    ) -> str:
        """The page; a form that is only incomplete stays the one that was sent."""
        state = group_state(g.group)
        is_same = request.method == "POST" and conflict is None
        key = form_token.key_sent() if is_same else new_key()
        based_on = form_token.revision_sent() if is_same else state.row.revision
        people = known_people()
        return self.page(Shown(state, people, subject, form, problems, conflict, key, based_on))


def group_now() -> GroupRow:
    """The group of this request as others have left it meanwhile."""
    return group_by_link(g.group.link) or g.group


def known_people() -> KnownPeople:
    """Everybody in the group of this request."""
    return KnownPeople(people_of(g.group), own_ids(g.group))


def form_context() -> FormContext:
    """What a form of this request is read with."""
    return FormContext(known_people(), current_messages().amount_format)


def address_saved(entry: EntryRow | None) -> str:
    """The page that says what was just written about the group."""
    return url_for("account.show", saved=None if entry is None else entry.revision)
