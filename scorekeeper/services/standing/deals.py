"""What everybody did in the deals of a sheet: with whom and against whom, and what the game tells.

Worked out once for a revision of a sheet and kept (`results_of`); people stand in it by id.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState

BREAK = timedelta(hours=3)  # at most between two deals of one evening


class Tally(NamedTuple):
    """How often something happened, how often of these it went well or badly.

    *worth* is how often it had *points* of its own, all of which are added up.
    """

    times: int = 0
    won: int = 0
    lost: int = 0
    worth: int = 0
    points: int = 0

    @property
    def succeeded(self) -> int:
        """How often it went well; of what cannot fail, how often it happened."""
        return self.won if self.won or self.lost else self.times

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))


class Deal(NamedTuple):
    """A deal: the id of its round, and its *place* among all that were written.

    *camps* are those who played together, *points* those of the people in them, in their order.
    """

    round: int
    place: int
    camps: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class NotedDeal(NamedTuple):
    """A deal worth noting: the number of its sheet, whose it is, and the points."""

    sheet: int
    deal: Deal
    person: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDeals:
    """The deals of a sheet by the ids of who sat in them; *minutes* are those at the table.

    *counts* is what the game tells of everybody, and *best* by code which of that was worth most.
    """

    number: int
    unit: Unit
    minutes: int
    deals: tuple[Deal, ...]
    counts: Mapping[tuple[int, str], Tally]
    best: Mapping[str, Sequence[NotedDeal]]

    @property
    def weight(self) -> int:
        """How many simpler results take as much memory."""
        return 1 + len(self.deals) // 4


def sheet_deals(state: SheetState) -> SheetDeals:
    """What everybody did on a sheet as it stands; nothing in deals that cannot have happened."""
    deals, counts = list[Deal](), defaultdict[tuple[int, str], Tally](Tally)
    worth = defaultdict[str, list[NotedDeal]](list)
    sides = state.sheet.game.sides(len(state.sheet.players))
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    places = {round_id: place for place, round_id in enumerate(state.order, 1)}
    camps_known: dict[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] = {}
    for played, names in zip(state.ledger.rounds, state.seated, strict=False):
        if played.beside or played.problems:
            continue
        seated, points = [state.ids[name] for name in names], played.score.points
        # The seats that played it, those together who won or lost together.
        camps = state.plugin.camps(played)
        people = tuple(tuple(seated[seat] for seat in camp) for camp in camps)
        own = tuple(points[side_of[seat]] for camp in camps for seat in camp)
        round_id = state.round_ids[played.number - 1]
        deal = Deal(round_id, places[round_id], camps_known.setdefault(people, people), own)
        deals.append(deal)
        for person, code, tally in _counted(state, played, seated):
            counts[person, code] = counts[person, code].plus(tally)
            if tally.worth:
                worth[code].append(NotedDeal(state.row.number, deal, person, tally.points))
    return SheetDeals(
        number=state.row.number,
        unit=state.sheet.unit,
        minutes=_minutes(state),
        deals=tuple(deals),
        counts=dict(counts),
        best={code: _most(noted) for code, noted in worth.items()},
    )


def _most(noted: Sequence[NotedDeal]) -> Sequence[NotedDeal]:
    """Those of the most points."""
    most = max(each.points for each in noted)
    return tuple(each for each in noted if each.points == most)


def _counted(
    state: SheetState, played: LedgerRound, seated: Sequence[int]
) -> Iterable[tuple[int, str, Tally]]:
    for count in () if played.is_agreed else state.plugin.counts(played):
        has_worth = count.points is not None
        tally = Tally(1, count.won is True, count.won is False, has_worth, count.points or 0)
        yield seated[count.seat], count.code, tally


def _minutes(state: SheetState) -> int:
    """From each deal entered here to the next, without long breaks; 0 for what a file has brought.

    What was corrected or put in between others may have been said on another day.
    """
    last, moments = 0, list[datetime]()
    for entry in state.entries:
        if (entry.type, entry.edition, entry.after) == (EntryType.ROUND, 1, last):
            last = entry.subject
            moments.append(entry.written_at)
    gaps = (following - before for before, following in pairwise(moments))
    played = (gap for gap in gaps if timedelta() < gap <= BREAK)  # a clock may be set back
    return sum(played, timedelta()) // timedelta(minutes=1)
