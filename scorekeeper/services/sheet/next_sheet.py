"""The sheet that the next one of a group continues: who sat where, who deals next, what holds."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.store.rows import SheetRow

LOOKED_AT = 20  # sheets: what lies further back is no habit


def last_sheet(sheets: Iterable[SheetRow], game: str | None = None) -> SheetState | None:
    """The first of these *sheets*, latest first, or the first of a *game*; None without one.

    A sheet that was put away before its first round was opened by mistake: it does not count.
    Neither does one that is damaged.
    """
    return next(_readable(row for row in sheets if game in (None, row.game)), None)


def last_sheet_for(sheets: Iterable[SheetRow], seat_counts: Sequence[int]) -> SheetState | None:
    """The first of these *sheets*, latest first, that has so many players, whatever the game."""
    return next(
        (each for each in _readable(sheets) if len(each.sheet.players) in seat_counts), None
    )


def _readable(sheets: Iterable[SheetRow]) -> Iterator[SheetState]:
    for row in islice(sheets, LOOKED_AT):
        with suppress(DamagedDatabaseError):
            state = load(row)
            if state.sheet.rounds or not row.put_away:
                yield state
