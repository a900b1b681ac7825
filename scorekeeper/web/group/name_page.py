"""The page for the name and the currency of a group, with those it has had."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.i18n.currencies import EURO, currencies, known_currency
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.group.forms import GroupNameForm
from scorekeeper.web.history.pages import HistoryLine, author_of
from scorekeeper.web.shared.answers import Conflict
from scorekeeper.web.shared.field_values import (
    FieldValue,
    Option,
    Texts,
    field_value,
    texts_by_field,
)

LIKELY = (EURO, "CHF", "GBP", "USD")  # offered before all others


@dataclass(frozen=True, slots=True)
class GroupNamePage:
    """Everything on the page; *lines* are the changes, latest first.

    *conflict* says what has happened meanwhile, where the form came too late or twice.
    """

    name: FieldValue
    currencies: tuple[Option, ...]
    currency_problems: Texts
    conflict: str | None
    lines: tuple[HistoryLine, ...]
    key: str
    based_on: int


def group_name_page(
    state: GroupState,
    form: GroupNameForm,
    messages: Messages,
    *,
    conflict: Conflict | None = None,
    key: str,
) -> GroupNamePage:
    """The page with what stands in *form*."""
    texts = texts_by_field(form.problems, "", messages)
    return GroupNamePage(
        field_value(form, "name", texts),
        tuple(_options(form.currency.data or "", messages)),
        texts.get("currency", ()),
        conflict and _conflict_text(state, conflict, messages),
        tuple(_lines(state, messages))[::-1],
        key,
        state.row.revision,
    )


def _conflict_text(state: GroupState, conflict: Conflict, messages: Messages) -> str:
    """What has happened meanwhile, and what name and currency are now."""
    is_late = conflict is Conflict.MOVED_ON
    key = "group.moved_on" if is_late else "group.name_saved_before"
    currency = messages.currency_name(state.row.currency)
    name = messages.text("text.comma", first=_name(state.name, messages), second=currency)
    return messages.text(key, name=name)


def _options(chosen: str, messages: Messages) -> Iterator[Option]:
    """The likely currencies, then all others by their names.

    One that is no longer used stands first where it is *chosen*.
    """
    by_name = sorted(currencies() - set(LIKELY), key=lambda code: _sorted_as(code, messages))
    codes = (*LIKELY, *by_name)
    if chosen not in codes and known_currency(chosen) == chosen:
        codes = (chosen, *codes)
    for code in codes:
        yield Option(code, messages.currency_name(code), code == chosen)


def _sorted_as(code: str, messages: Messages) -> str:
    """The name of a currency without accents, as a dictionary sorts it."""
    spelled = unicodedata.normalize("NFD", messages.currency_name(code).casefold())
    return "".join(letter for letter in spelled if not unicodedata.combining(letter))


def _lines(state: GroupState, messages: Messages) -> Iterator[HistoryLine]:
    """What was changed of both, first to last."""
    for entry in state.entries:
        if entry.type in (GroupEntryType.NAME, GroupEntryType.CURRENCY):
            yield _line(state, entry, messages)


def _line(state: GroupState, entry: EntryRow, messages: Messages) -> HistoryLine:
    is_name = entry.type == GroupEntryType.NAME
    shown_as = _name if is_name else _currency
    before = state.edition_before(entry)
    return HistoryLine(
        moment=messages.moment(entry.written_at),
        what=messages.text("group.name_line" if is_name else "group.currency"),
        old=None if is_name and before is None else shown_as(_said(before), messages),
        new=shown_as(_said(entry), messages),
        author=author_of(entry),
        edition=entry.edition,
    )


def _said(entry: EntryRow | None) -> str | None:
    """The name or currency of an entry as it is read today; None where there is none."""
    return None if entry is None else GroupEntryType(entry.type).read(entry.data)


def _name(name: str | None, messages: Messages) -> str:
    return messages.text("group.nameless") if name is None else name


def _currency(code: str | None, messages: Messages) -> str:
    return messages.currency_name(code or EURO)
