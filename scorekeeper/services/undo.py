"""Taking back what was saved last: the changes that put its rounds as they were before."""

from collections.abc import Sequence

from scorekeeper.services.change_set import Change
from scorekeeper.services.entries import EntryType
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import EntryRow


def rounds_saved_at(state: SheetState, revision: int) -> Sequence[EntryRow]:
    """The entries of rounds that were saved under a revision, first what the change was about.

    Empty where something else was written under it, as when the sheet was opened.
    """
    written = [each for each in state.entries if each.revision == revision]
    if not written or written[0].type != EntryType.ROUND:
        return ()
    return [each for each in written if each.type == EntryType.ROUND]


def undo_changes(state: SheetState, saved: Sequence[EntryRow]) -> list[Change]:
    """The next editions of these rounds: each says what it said before, a new one nothing."""
    return [_as_before(state, entry) for entry in saved]


def _as_before(state: SheetState, entry: EntryRow) -> Change:
    before = edition_before(state, entry)
    data = None if before is None else before.data
    dealt = state.edition(entry.subject, entry.edition - 1)
    return Change(EntryType.ROUND, entry.subject, data, round=dealt)


def edition_before(state: SheetState, entry: EntryRow) -> EntryRow | None:
    """The entry that an entry has replaced; None for the first edition."""
    wanted = (entry.type, entry.subject, entry.edition - 1)
    found = (each for each in state.entries if (each.type, each.subject, each.edition) == wanted)
    return next(found, None)
