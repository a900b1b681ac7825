"""How a form with a page of its own is answered: saved, or shown again with what is wrong."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TypeVar

from flask import g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.writing import bring_back, take_back
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.lookup import group_by_link, sheet_by_link, version_of
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.errors import DamagedDatabaseError, MovedOnError
from scorekeeper.store.rows import EntryRow, SheetRow
from scorekeeper.web.request.form_token import key_sent, redirect_saved, token_sent
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.page_cache import mark_partial, unless_unchanged
from scorekeeper.web.shared.titles import title_of

SHEET = "sheet"  # the gap of a problem for the number of a sheet


Saved = TypeVar("Saved")


class Conflict(Enum):
    """Why a form about a group was not saved though nothing is wrong with it."""

    MOVED_ON = "another phone was faster"
    SAVED_BEFORE = "it was saved before with something else in it"

    @property
    def text(self) -> str:
        """What is said where a page has no words of its own for it."""
        is_late = self is Conflict.MOVED_ON
        return current_messages().text("people.moved_on" if is_late else "people.saved_before")


def sent_back(page: Callable[[], str], is_valid: Callable[[], bool]) -> ResponseReturnValue | None:
    """The *page* of a form: asked for, in the language chosen in it, or with what is wrong (422).

    None where the form was sent to be saved and *is_valid*.
    """
    if request.method == "GET" or is_language_choice():
        return page()
    return None if is_valid() else (page(), 422)


def saved_or_again(
    save: Callable[[], Saved],
    there: Callable[[Saved], str],
    again: Callable[[Sequence[Problem], Conflict | None], str],
) -> ResponseReturnValue:
    """Save a form about the group and go *there*, with its draft done with, or show it *again*.

    With what is wrong (422), or with what has happened meanwhile (409): another phone was faster,
    or the form was saved before with something else in it.
    """
    try:
        address = there(save())
    except ImpossibleError as refusal:
        return again(_with_titles(refusal.problems), None), 422
    except MovedOnError:
        return again((), Conflict.MOVED_ON), 409
    except AlreadySavedError:
        return again((), Conflict.SAVED_BEFORE), 409
    return redirect_saved(key_sent(), address)


def act_sent(kind: GroupEntryType, subject: int) -> Callable[[], EntryRow | None] | None:
    """What a button says in the field `do`, to take something back or bring it back; else None."""
    act = {"take_back": take_back, "bring_back": bring_back}.get(request.form.get("do", ""))
    return act and partial(act, g.group, token_sent(), kind, subject)


def sheet_address(sheet: SheetRow) -> str:
    """The page of a sheet, whatever group this request is about."""
    return url_for("sheets.show", link=sheet.link, number=sheet.number)


def group_now() -> GroupState:
    """The group as others have left it meanwhile, from now on that of this request."""
    g.group = group_by_link(g.group.link) or g.group
    return group_state(g.group)


def account_shown() -> Account:
    """The account of the group of this request; its page is partial where that is."""
    account = group_account(group_state(g.group))
    if not account.are_all:
        mark_partial()
    return account


def followed_account(html: Callable[[Account], str], kept: Collection[str] = ()) -> Response:
    """A page about the account, for a phone that may have seen it before."""
    return unless_unchanged(version_of(g.group), lambda: html(account_shown()), kept_queries=kept)


def refusal_texts(problems: Sequence[Problem], conflict: Conflict | None) -> list[str]:
    """All that stands against a form about the group, for a page that has no fields."""
    told = [conflict.text] if conflict else []
    return [*told, *(current_messages().form_problem("", problem) for problem in problems)]


def _with_titles(problems: Sequence[Problem]) -> list[Problem]:
    """The problems with the game and title of a sheet where they have its number."""
    return [
        replace(problem, values={**problem.values, SHEET: _title(number)})
        if isinstance(number := problem.values.get(SHEET), int)
        else problem
        for problem in problems
    ]


def _title(number: int) -> str:
    messages, row = current_messages(), sheet_by_link(g.group.link, number)
    try:
        state = load(row) if row else None
    except DamagedDatabaseError:
        state = None
    if state is None:
        return messages.number(number)
    own = messages.of_game(state.row.game)
    game = own.text(f"{state.row.game}.name")
    return own.text("text.comma", first=game, second=title_of(state, own))
