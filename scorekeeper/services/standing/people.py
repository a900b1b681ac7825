"""What the evenings of a group tell of everybody: their deals, who with whom, and records.

Kept for a version of the group, worked out anew of what every sheet has told (`sheet_deals`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from scorekeeper.core.game import Unit
from scorekeeper.core.seasons import Evening, evenings_of
from scorekeeper.services.account.state import Account
from scorekeeper.services.sheet.lookup import kept_for_group, results_of
from scorekeeper.services.standing.deals import Deal, DealPlace, SheetDeals, Tally, sheet_deals
from scorekeeper.services.standing.state import finished_sheets

Others = dict[int, Tally]  # by person: in how many deals, and the points of these


@dataclass(frozen=True, slots=True)
class NotedDeal:
    """A deal worth noting: its sheet, where it stands on that, whose it is, and the points."""

    sheet: int
    at: DealPlace
    person: int
    points: int


@dataclass(frozen=True, slots=True)
class NotedEvening:
    """An evening worth noting: its day, whose it is, and the points."""

    day: date | None
    person: int
    points: int


@dataclass(slots=True, kw_only=True)
class PersonFigures:
    """Everything about a person in a game.

    *evenings* are the points of each, the earliest first; *sheets* says of each in turn, by its
    number, whether it was won. *points* are those of the *deals*; *counts* are by code.
    """

    evenings: list[NotedEvening] = field(default_factory=list)
    sheets: dict[int, bool] = field(default_factory=dict)
    deals: int = 0
    points: int = 0
    partners: Others = field(default_factory=lambda: defaultdict(Tally))
    opponents: Others = field(default_factory=lambda: defaultdict(Tally))
    counts: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))

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
class GameFigures:
    """What the evenings of a group in a *game* tell; people are in the order of the group.

    *deals* is how many were played, *minutes* how long; *highest* and *lowest* are deals, *best* by
    code those that were worth most of what the game counts.
    """

    game: str
    unit: Unit
    evenings: int
    sheets: int
    deals: int
    minutes: int
    people: Mapping[int, PersonFigures]
    highest: NotedDeal | None
    lowest: NotedDeal | None
    best: Mapping[str, NotedDeal]


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """The figures of every game, that of the latest evening first; not *are_all* yet."""

    games: tuple[GameFigures, ...]
    are_all: bool

    @property
    def weight(self) -> int:
        """How many results of a sheet take as much memory."""
        return 1 + sum(len(game.people) for game in self.games)


def counts_on(account: Account, sheets: Collection[int]) -> Mapping[int, Mapping[str, Tally]]:
    """What the game tells of everybody on the sheets of these numbers, by person and code."""
    rows = [row for row in account.rows if row.number in sheets]
    told, _ = results_of(sheet_deals, rows, account.state.names)
    found = defaultdict[int, dict[str, Tally]](dict)
    for deals in told:
        for (player, code), tally in deals.counts.items():
            who = account.state.person(player)
            if who is not None:
                found[who][code] = found[who].get(code, Tally()).plus(tally)
    return found


def group_figures(account: Account) -> GroupFigures:
    """What the finished sheets of a group tell of everybody."""
    row, sheets = account.state.row, account.rows
    found: GroupFigures = kept_for_group(group_figures, row, sheets, lambda: _figures(account))
    return found


def _figures(account: Account) -> GroupFigures:
    told, are_all = results_of(sheet_deals, account.rows, account.state.names)
    by_number: dict[int, SheetDeals] = {each.number: each for each in told}
    finished = [sheet for sheet in finished_sheets(account) if sheet.number in by_number]
    games = list(dict.fromkeys(sheet.game for sheet in reversed(finished)))
    figures = [
        _of_game(
            game,
            evenings_of(sheet for sheet in finished if sheet.game == game),
            by_number,
            account.state.person,
            account.state.people,
        )
        for game in games
    ]
    return GroupFigures(tuple(figures), are_all and account.is_complete)


def _of_game(
    game: str,
    evenings: Sequence[Evening[int]],
    told: Mapping[int, SheetDeals],
    person: Callable[[int], int | None],
    order: Iterable[int],
) -> GameFigures:
    people = defaultdict[int, PersonFigures](PersonFigures)
    for evening in evenings:
        for who, points in evening.points.items():
            people[who].evenings.append(NotedEvening(evening.day, who, points))
        for sheet in evening.sheets:
            for who in sheet.points:
                people[who].sheets[sheet.number] = who in sheet.winners
    sheets = [told[sheet.number] for evening in evenings for sheet in evening.sheets]
    noted, best = list[NotedDeal](), dict[str, NotedDeal]()
    for deals in sheets:
        for deal in deals.deals:
            noted += _add_deal(people, deals.number, deal, person)
        _add_counts(people, best, deals, person)
    return GameFigures(
        game=game,
        unit=sheets[-1].unit,
        evenings=len(evenings),
        sheets=len(sheets),
        deals=sum(len(deals.deals) for deals in sheets),
        minutes=sum(deals.minutes for deals in sheets),
        people={who: people[who] for who in order if who in people},
        highest=max(noted, key=lambda deal: deal.points, default=None),
        lowest=min(noted, key=lambda deal: deal.points, default=None),
        best=best,
    )


def _add_counts(
    people: Mapping[int, PersonFigures],
    best: dict[str, NotedDeal],
    deals: SheetDeals,
    person: Callable[[int], int | None],
) -> None:
    """Add what the game tells of a sheet."""
    for (player, code), tally in deals.counts.items():
        who = person(player)
        if who is not None:
            people[who].counts[code] = people[who].counts[code].plus(tally)
    for code, (at, player, points) in deals.best.items():
        who = person(player)
        if who is not None and (code not in best or best[code].points < points):
            best[code] = NotedDeal(deals.number, at, who, points)


def _add_deal(
    people: Mapping[int, PersonFigures],
    sheet: int,
    deal: Deal,
    person: Callable[[int], int | None],
) -> list[NotedDeal]:
    """Count a deal for everybody who played it; the best and the worst of it are returned."""
    camps = [[person(player) for player in camp] for camp in deal.camps]
    flat = [who for camp in camps for who in camp]
    noted, written = list[NotedDeal](), iter(deal.points)
    for camp in camps:
        for who in camp:
            points = next(written)
            if who is None:
                continue
            own, tally = people[who], Tally(1, points=points)
            own.deals += 1
            own.points += points
            noted.append(NotedDeal(sheet, deal.at, who, points))
            for other in flat:
                if other is not None and other != who:
                    others = own.partners if other in camp else own.opponents
                    others[other] = others[other].plus(tally)
    if not noted:
        return []
    return [max(noted, key=lambda each: each.points), min(noted, key=lambda each: each.points)]
