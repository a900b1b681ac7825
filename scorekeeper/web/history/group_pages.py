"""The history of a group: what was written about it when, and the buttons that undo it."""

from dataclasses import dataclass

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.entries import GroupEntryType, ReplacedLink
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.group.writing import can_be_undone
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.history.group_entry_texts import GroupWords
from scorekeeper.web.history.pages import HistoryLine, PageAddress, UndoButton, author_of
from scorekeeper.web.shared.paging import ListPage, list_page

LINES_AT_MOST = 50  # of a page


@dataclass(frozen=True, slots=True)
class GroupSaved:
    """What was just saved, in a whole sentence, and the button that undoes it, if that can be."""

    text: str
    undo: UndoButton | None


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
    lines = tuple(_line(words, entry, key) for entry in reversed(shown))
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
        undo=_undo_button(words, entry, key) if is_first else None,
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


def group_saved(
    state: GroupState, revision: int | None, messages: Messages, key: str
) -> GroupSaved | None:
    """What was saved about a group under a revision; None where that is not its latest one."""
    written = state.changes_at(revision) if revision == state.row.revision else ()
    if not written:
        return None
    words, entry = GroupWords(state, messages), written[0]
    is_undone = entry.data is None
    what = _all_of(words, entry, words.short(entry) if is_undone else words.content(entry))
    text = words.text("group_history.undone" if is_undone else "group_history.saved", what=what)
    return GroupSaved(text, _undo_button(words, entry, f"{key}-saved"))


def _undo_button(words: GroupWords, entry: EntryRow, key: str) -> UndoButton | None:
    """The button that undoes a change and all that was written with it; None where none can."""
    if not can_be_undone(words.state, entry.revision):
        return None
    what = _all_of(words, entry, words.short(entry))
    is_undone = entry.data is None
    text = words.text("group_history.restore" if is_undone else "group_history.undo", what=what)
    key = f"{key}-{entry.revision}"
    return UndoButton(text, entry.revision, key, words.state.row.revision)


def _all_of(words: GroupWords, entry: EntryRow, what: str) -> str:
    """What an entry is called, and how many others were written together with it."""
    others = len(words.state.changes_at(entry.revision)) - 1
    return words.text("group_history.and_more", what=what, count=others) if others else what
