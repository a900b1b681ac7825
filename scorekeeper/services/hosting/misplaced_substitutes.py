"""Sheets on which a substitute sits down later than the file says that they were opened from.

Older versions seated everybody with the next deal, also whom a file seats with points by agreement
before it: those went to somebody else. The entries that such a sheet was opened with still say
behind which round the file has the change, so that it can be put right: by a further edition that
names the round. Where the table has changed at that place who gets points since, nobody can tell
any more what it meant; once it has struck those points out, nothing is wrong any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, groupby, takewhile
from typing import Any

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
from scorekeeper.store.hosting_queries import FirstSubstitute, first_substitutes
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.sheet_queries import entries_of_all, sheet_by_id


@dataclass(frozen=True, slots=True)
class MisplacedSheet:
    """A sheet of a *group*, by both their numbers, and its *substitutes* who sit down too late.

    Those *left* do, too, but something was changed there since.
    """

    group: int
    number: int
    substitutes: tuple[FirstSubstitute, ...]
    left: tuple[FirstSubstitute, ...]


def misplaced_sheets() -> list[MisplacedSheet]:
    """All such sheets, by group and number; no sheet is replayed."""
    substitutes = first_substitutes(EntryType.SUBSTITUTE, EntryType.ROUND)
    with reading("the substitutes of all groups"):
        late = [
            change
            for change in substitutes
            if EntryType.SUBSTITUTE.read(change.data).round is None and _is_beside(change.round)
        ]
    by_sheet = [list(same) for _, same in groupby(late, key=lambda substitute: substitute.sheet_id)]
    return [
        sheet
        for start in range(0, len(by_sheet), SHEETS_IN_A_QUERY)
        for sheet in _judged(by_sheet[start : start + SHEETS_IN_A_QUERY])
    ]


def preview_of_mending(sheet: MisplacedSheet) -> ChangePreview | None:
    """What mending a sheet would change.

    None where nobody can tell, where somebody would sit at one table twice by what was changed
    since, and where the sheet is damaged or was deleted meanwhile.
    """
    row = sheet_by_id(sheet.substitutes[0].sheet_id) if sheet.substitutes else None
    if row is None:
        return None
    try:
        state = load(row)
    except DamagedDatabaseError:
        return None
    preview = preview_of(state, _drafts(state, sheet))
    after = preview.after.sheet
    return None if any(seating_problems(after.players, after.head.seating)) else preview


def mend(sheet: MisplacedSheet) -> None:
    """Write what the preview shows, also where the table goes on playing meanwhile.

    A sheet that is full or was damaged since stays as it is, as one without a preview does.
    """
    for _ in range(ATTEMPTS):
        preview = preview_of_mending(sheet)
        if preview is None:
            return
        token = FormToken(new_key(), preview.before.row.revision)
        try:
            with suppress(MovedOnError):
                write_on_sheet(preview.before, preview.changes, token)
                return
        except (ImpossibleError, DamagedDatabaseError):
            return
    raise MovedOnError


def _drafts(state: SheetState, sheet: MisplacedSheet) -> list[Draft]:
    """The next editions of the substitutes: they name the round as it is numbered now."""
    kind = EntryType.SUBSTITUTE
    return [
        Draft(kind, late.subject, late.data | {"round": state.number_after(late.after)})
        for late in sheet.substitutes
    ]


def _is_beside(dealt: Any) -> bool:
    """Whether a stored round is no deal, but points beside the deals."""
    return bool(dealt["kind"] == AGREED and not dealt.get("deal"))


def _judged(by_sheet: Sequence[Sequence[FirstSubstitute]]) -> Iterator[MisplacedSheet]:
    entries = entries_of_all([same[0].sheet_id for same in by_sheet])
    for same in by_sheet:
        written = entries[same[0].sheet_id]
        with reading(f"sheet {same[0].sheet_id}"):
            latest = {row.subject: row.data for row in written if row.type == EntryType.ROUND}
            wrong = [
                substitute
                for substitute in same
                if any(latest[place] is not None for place in _given_away(substitute, written))
            ]
            left = tuple(substitute for substitute in wrong if _was_changed(substitute, written))
        if wrong:
            late = tuple(substitute for substitute in wrong if substitute not in left)
            yield MisplacedSheet(same[0].group_id, same[0].number, late, left)


def _given_away(substitute: FirstSubstitute, entries: Sequence[EntryRow]) -> Mapping[int, Any]:
    """The points by agreement that go to somebody else, as the sheet was opened with them."""
    opened_with = {
        entry.subject: entry.data
        for entry in entries
        if entry.type == EntryType.ROUND and entry.revision == 1
    }
    places = takewhile(
        lambda place: place in opened_with and _is_beside(opened_with[place]),
        count(substitute.after + 1),
    )
    return {place: opened_with[place] for place in places}


def _was_changed(substitute: FirstSubstitute, entries: Sequence[EntryRow]) -> bool:
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
    return any(is_about(entry) for entry in entries if entry.revision > 1 and entry.type in kinds)
