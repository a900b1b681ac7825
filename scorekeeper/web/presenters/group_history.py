"""The history of a group: what was written about it when, and the buttons that undo it."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group_entries import GroupEntryType, ReplacedLink
from scorekeeper.services.group_state import GroupState
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.group_entry_texts import GroupWords
from scorekeeper.web.presenters.group_saved import GroupSaved, group_saved, undo_button
from scorekeeper.web.presenters.page_values import HistoryLine, PageAddress, author_of
from scorekeeper.web.presenters.paging import ListPage, list_page

LINES_AT_MOST = 50  # of a page


@dataclass(frozen=True, slots=True)
class GroupHistoryPage:
    """One of the *pages* of a group's history, latest first; *saved* is what was just undone."""

    lines: tuple[HistoryLine, ...]
    pages: ListPage
    saved: GroupSaved | None


def group_history_page(
    state: GroupState, messages: Messages, wanted: int | None, key: str, saved: int | None
) -> GroupHistoryPage:
    """The page that begins with the change of number *wanted*, or the latest page."""
    pages = list_page(len(state.changes), wanted, LINES_AT_MOST)
    words, shown = GroupWords(state, messages), state.changes[pages.start : pages.end]
    lines = tuple(_line(words, each, key) for each in reversed(shown))
    return GroupHistoryPage(lines, pages, group_saved(state, saved, messages, key))


def _line(words: GroupWords, entry: EntryRow, key: str) -> HistoryLine:
    """A change; the button is at the first of those that were written together."""
    state = words.state
    before = state.edition_before(entry)
    is_first = state.changes_at(entry.revision)[0] is entry
    return HistoryLine(
        moment=words.messages.moment(entry.written_at),
        what=words.kind(entry),
        old=None if before is None else words.content(before),
        new=words.content(entry),
        author=author_of(entry),
        undo=undo_button(words, entry, key) if is_first else None,
        leads_to=_page_of(entry),
    )


def _page_of(entry: EntryRow) -> PageAddress | None:
    """The page of a cost or a payment, which is there even when it was taken back; of a sheet."""
    if entry.type == GroupEntryType.LINK:
        replaced: ReplacedLink = GroupEntryType.LINK.read(entry.data)
        number = replaced.sheet
        return None if number is None else PageAddress("sheets.show", {"number": number})
    if entry.type == GroupEntryType.COST:
        return PageAddress("costs.show", {"cost": entry.subject})
    if entry.type == GroupEntryType.PAYMENT:
        return PageAddress("payments.show", {"payment": entry.subject})
    return None
