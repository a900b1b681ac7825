"""Sheets on which a substitute sits down later than the file says that they were opened from.

Older versions seated everybody with the next deal, also whom a file seats with points by agreement
before it: those went to somebody else. The entries that such a sheet was opened with still say
behind which round the file has the change, so that it can be put right: by a further edition that
names the round. Where the table has changed at that place who gets points since, nobody can tell
any more what it meant; once it has struck those points out, nothing is wrong any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from scorekeeper.core.agreed_points import AGREED
from scorekeeper.files.reading import seating_problems
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.journal.writing import ATTEMPTS, ImpossibleError
from scorekeeper.services.sheet.change_set import ChangePreview, preview_of
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import SHEETS_IN_A_QUERY
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store.errors import DamagedDatabaseError, MovedOnError, reading
from scorekeeper.store.hosting_queries import sheets_with_substitutes
from scorekeeper.store.rows import FIRST_REVISION, EntryRow
from scorekeeper.store.sheet_queries import entries_of_all, sheet_by_id


class MisplacedSheet(NamedTuple):
    """A sheet by its *id*, its *group* and *number*, and its *substitutes* who sit down too late.

    They are the entries that it was opened with. Those *left* sit down too late as well, but
    something was changed there since.
    """

    id: int
    group: int
    number: int
    substitutes: tuple[EntryRow, ...]
    left: tuple[EntryRow, ...]


def misplaced_sheets() -> list[MisplacedSheet]:
    """All such sheets, by group and number; no sheet is replayed."""
    opened = sheets_with_substitutes(EntryType.SUBSTITUTE, EntryType.ROUND, AGREED)
    return [
        sheet
        for start in range(0, len(opened), SHEETS_IN_A_QUERY)
        for sheet in _judged(opened[start : start + SHEETS_IN_A_QUERY])
    ]


def preview_of_mending(sheet: MisplacedSheet) -> ChangePreview | None:
    """What mending a sheet would change.

    None where nobody can tell, where somebody would sit at one table twice by what was changed
    since, and where the sheet is damaged or was deleted meanwhile.
    """
    row = sheet_by_id(sheet.id) if sheet.substitutes else None
    with suppress(DamagedDatabaseError):
        if row is not None:
            state = load(row)
            preview = preview_of(state, _drafts(state, sheet))
            after = preview.after.sheet
            if not any(seating_problems(after.players, after.head.seating)):
                return preview
    return None


def mend(sheet: MisplacedSheet) -> None:
    """Write what the preview shows, also where the table goes on playing meanwhile.

    A sheet that is full or was damaged since stays as it is, as one without a preview does.
    """
    for _ in range(ATTEMPTS):
        preview = preview_of_mending(sheet)
        if preview is None:
            return
        token = FormToken(new_key(), preview.before.row.revision)
        with suppress(MovedOnError):
            with suppress(ImpossibleError, DamagedDatabaseError):
                write_on_sheet(preview.before, preview.changes, token)
            return
    raise MovedOnError


def _drafts(state: SheetState, sheet: MisplacedSheet) -> list[Draft]:
    """The next editions of the substitutes: they name the round as it is numbered now."""
    kind = EntryType.SUBSTITUTE
    return [
        Draft(kind, late.subject, late.data | {"round": state.number_after(late.after or 0)})
        for late in sheet.substitutes
    ]


def _judged(sheets: Sequence[tuple[int, int, int]]) -> Iterator[MisplacedSheet]:
    entries = entries_of_all([sheet_id for sheet_id, _, _ in sheets])
    for sheet_id, group, number in sheets:
        with reading(f"sheet {sheet_id}"):
            written = entries[sheet_id]
            wrong = list(_sitting_down_late(written))
            left = tuple(entry for entry in wrong if _was_changed(entry, written))
        if wrong:
            late = tuple(entry for entry in wrong if entry not in left)
            yield MisplacedSheet(sheet_id, group, number, late, left)


def _sitting_down_late(entries: Sequence[EntryRow]) -> Iterator[EntryRow]:
    """Substitutes that a sheet was opened with and nobody changed, whose points others have."""
    latest = {(entry.type, entry.subject): entry for entry in entries}
    for (kind, _), entry in latest.items():
        if kind == EntryType.SUBSTITUTE and entry.revision == FIRST_REVISION:
            given = _given_away(entry, entries)
            if any(latest[EntryType.ROUND, place].data is not None for place in given):
                yield entry


def _given_away(substitute: EntryRow, entries: Sequence[EntryRow]) -> Mapping[int, Any]:
    """The points by agreement that go to somebody else, as the sheet was opened with them."""
    if EntryType.SUBSTITUTE.read(substitute.data).round is not None:
        return {}
    rounds = (entry for entry in entries if entry.type == EntryType.ROUND)
    opened_with = {row.subject: row.data for row in rounds if row.revision == FIRST_REVISION}
    behind = (row for row in opened_with.items() if row[0] > (substitute.after or 0))
    # None of these is a deal: they are points beside the deals.
    return dict(takewhile(lambda row: row[1]["kind"] == AGREED and not row[1].get("deal"), behind))


def _was_changed(substitute: EntryRow, entries: Sequence[EntryRow]) -> bool:
    """Whether the table wrote since about the points that are given to somebody else.

    It did where it corrected one of them, other than its reason, struck it out, put a round in
    before one, or seated somebody on that seat there.
    """
    given_away, seat = _given_away(substitute, entries), substitute.data["seat"]
    before = {substitute.after, *given_away}

    def is_about(entry: EntryRow) -> bool:
        if entry.type == EntryType.SUBSTITUTE:
            return entry.after in before and (entry.data is None or entry.data["seat"] == seat)
        if entry.subject in given_away:
            gave = given_away[entry.subject]
            return entry.data is None or {**entry.data, "why": gave["why"]} != gave
        return entry.after in before - {max(given_away)}

    kinds = (EntryType.ROUND, EntryType.SUBSTITUTE)
    later = (entry for entry in entries if entry.revision > FIRST_REVISION)
    return any(is_about(entry) for entry in later if entry.type in kinds)
