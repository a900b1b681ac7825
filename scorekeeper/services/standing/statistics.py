"""What the evenings of a group tell of everybody: their deals, who with whom, and records.

Kept for a version of the group, worked out anew of what every sheet has told (`sheet_deals`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeVar

from scorekeeper.core.days import day_key
from scorekeeper.core.game import Unit
from scorekeeper.core.season import all_points
from scorekeeper.core.standings import FinishedSheet, count_left_out, evenings_of
from scorekeeper.services.account.state import Account, kept_for_group
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.sheet.lookup import results_of
from scorekeeper.services.standing.deals import Deal, NotedDeal, SheetDeals, Tally, sheet_deals
from scorekeeper.services.standing.state import finished_sheets

Others = dict[int, Tally]  # by person: in how many deals, and the points of these
Tallies = Mapping[str, Mapping[int, Tally]]  # by code and person: what the game counts


class NotedEvening(NamedTuple):
    """An evening worth noting: its day, whose it is, and the points."""

    day: date | None
    person: int
    points: int


Noted = TypeVar("Noted", NotedDeal, NotedEvening)


@dataclass(slots=True, kw_only=True)
class PersonStatistics:
    """Everything about a person in a game.

    *evenings* are the points of each, the earliest first; *sheets* says of each in turn, by its
    number, whether it was won. *points* are those of the *deals*.
    """

    evenings: list[NotedEvening] = field(default_factory=list)
    sheets: dict[int, bool] = field(default_factory=dict)
    deals: int = 0
    points: int = 0
    partners: Others = field(default_factory=lambda: defaultdict(Tally))
    opponents: Others = field(default_factory=lambda: defaultdict(Tally))

    @property
    def best(self) -> NotedEvening:
        """Their best evening, the earliest of equal ones."""
        return max(self.evenings, key=lambda evening: evening.points)

    @property
    def worst(self) -> NotedEvening:
        """Their worst evening, the earliest of equal ones."""
        return min(self.evenings, key=lambda evening: evening.points)

    @property
    def longest_run(self) -> Sequence[int]:
        """The sheets of the longest row that they won, the earliest of equal ones."""
        rows = groupby(self.sheets, key=lambda sheet: self.sheets[sheet])
        return max(([*row] for is_won, row in rows if is_won), key=len, default=[])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStatistics:
    """What the evenings of a group in a *game* tell; people are in the order of the group.

    *deals* is how many were played, *minutes* how long; *highest* and *lowest* are deals, one for
    everybody to whom any was worth that. By code *counts* are what the game counts of everybody,
    *best* such deals that were worth most of it. So many sheets are *left_out*, for another unit.
    """

    game: str
    unit: Unit
    deals: int
    minutes: int
    people: Mapping[int, PersonStatistics]
    counts: Tallies
    highest: Sequence[NotedDeal]
    lowest: Sequence[NotedDeal]
    best: Mapping[str, Sequence[NotedDeal]]
    left_out: int


class GroupStatistics(NamedTuple):
    """The statistics of every game, that of the latest evening first; not *are_all* yet."""

    games: tuple[GameStatistics, ...]
    are_all: bool

    @property
    def weight(self) -> int:
        """How many results of a sheet take as much memory."""
        return 1 + sum(len(game.people) for game in self.games)


def counts_on(account: Account, sheets: Collection[int]) -> Tallies | None:
    """What the game tells of everybody on the sheets of these numbers; None if not of all yet."""
    rows = [row for row in account.rows if row.number in sheets]
    told, are_all = results_of(sheet_deals, rows, account.names)
    return _counts(told, account.state) if are_all else None


def _counts(told: Iterable[SheetDeals], state: GroupState) -> Tallies:
    counts = defaultdict[str, dict[int, Tally]](dict)
    for deals in told:
        for (player, code), tally in deals.counts.items():
            who = state.persons[player]
            counts[code][who] = counts[code].get(who, Tally()).plus(tally)
    return counts


@kept_for_group
def group_statistics(account: Account) -> GroupStatistics:
    """What the finished sheets of a group tell of everybody."""
    told, are_all = results_of(sheet_deals, account.rows, account.names)
    by_number = {deals.number: deals for deals in told}
    finished = [sheet for sheet in finished_sheets(account) if sheet.number in by_number]
    by_day = sorted(finished, key=lambda sheet: day_key(sheet.day))
    games = dict.fromkeys(sheet.game for sheet in reversed(by_day))
    statistics = tuple(_of_game(game, finished, by_number, account.state) for game in games)
    return GroupStatistics(statistics, are_all and account.is_complete)


def _of_game(
    game: str,
    finished: Sequence[FinishedSheet[int]],
    told: Mapping[int, SheetDeals],
    state: GroupState,
) -> GameStatistics:
    evenings = evenings_of(finished, all_points(game))
    people = defaultdict[int, PersonStatistics](PersonStatistics)
    for evening in evenings:
        for who, points in evening.points.items():
            people[who].evenings.append(NotedEvening(evening.day, who, points))
        for sheet in evening.sheets:
            for who in sheet.points:
                people[who].sheets[sheet.number] = who in sheet.winners
    sheets = [told[sheet.number] for evening in evenings for sheet in evening.sheets]
    noted = list[NotedDeal]()
    for deals in sheets:
        for deal in deals.deals:
            noted += _add_deal(people, deals.number, deal, state)
    return GameStatistics(
        game=game,
        unit=sheets[-1].unit,
        deals=sum(len(deals.deals) for deals in sheets),
        minutes=sum(deals.minutes for deals in sheets),
        people={who: people[who] for who in state.people if who in people},
        counts=_counts(sheets, state),
        highest=shared_by(noted, max),
        lowest=shared_by(noted, min),
        best=_best(sheets, state),
        left_out=count_left_out(finished, all_points(game)),
    )


def shared_by(noted: Sequence[Noted], most: Callable[..., Noted]) -> Sequence[Noted]:
    """The deals or evenings of the *most* points (`max`), or the least (`min`).

    One for everybody who had any, the first of theirs; empty where nothing is noted.
    """
    points = most(noted, key=attrgetter("points")).points if noted else 0
    first = dict[int, Noted]()
    for each in noted:
        if each.points == points:
            first.setdefault(each.person, each)
    return tuple(first.values())


def _best(told: Iterable[SheetDeals], state: GroupState) -> Mapping[str, Sequence[NotedDeal]]:
    """By code the deals that were worth most of what the game counts."""
    noted = defaultdict[str, list[NotedDeal]](list)
    for deals in told:
        for code, best in deals.best.items():
            noted[code] += (each._replace(person=state.persons[each.person]) for each in best)
    return {code: shared_by(deals, max) for code, deals in noted.items()}


def _add_deal(
    people: Mapping[int, PersonStatistics], sheet: int, deal: Deal, state: GroupState
) -> Iterator[NotedDeal]:
    """Count a deal for everybody who played it, and note what it was worth to them."""
    seats = [(state.persons[player], camp) for camp in deal.camps for player in camp]
    for (who, camp), points in zip(seats, deal.points, strict=True):
        own, tally = people[who], Tally(1, points=points)
        own.deals += 1
        own.points += points
        for other, its_camp in seats:
            if other != who:
                others = own.partners if its_camp == camp else own.opponents
                others[other] = others[other].plus(tally)
        yield NotedDeal(sheet, deal, who, points)
