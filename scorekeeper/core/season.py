"""What a season of a group says: what an evening counts, and how evenings make a total.

The rules are those that clubs publish: the best six of eight evenings, place points by a table, a
fixed number for an absence, a final that counts double. `standings` adds up by them.
"""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.core.account import Id
from scorekeeper.core.codec import Listing
from scorekeeper.core.days import day_key
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import NumberOrWord, Text, Whole

SEASONS_AT_MOST = 200  # of a group
EVENINGS_AT_MOST = 1_000  # that a rule can name
PLACES_AT_MOST = 100
POINTS_AT_MOST = 1_000_000  # of a place, or for an absence
NAME_LENGTH = 60
USUAL_PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
LOWEST = "lowest"

Evenings = Annotated[int, Whole(0, EVENINGS_AT_MOST)]


class Counts(StrEnum):
    """What an evening counts: points, money in cents, sheets won, or points for the place."""

    POINTS = "points"
    MONEY = "money"
    WON = "won"
    PLACES = "places"


class Ties(StrEnum):
    """What place points people get who share a place: the better one, or the mean of theirs."""

    BEST = "best"
    MEAN = "mean"


class Total(StrEnum):
    """How the values that count make a total."""

    SUM = "sum"
    MEAN = "mean"


class Tiebreak(StrEnum):
    """What decides between equal totals."""

    EVENINGS_WON = "evenings_won"
    BEST_EVENING = "best_evening"
    MEETING = "meeting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """A season of a *game*, from a day on, and up to one if it has an end.

    *places* are the points for each place, the last one for all further places if *rest*. Of all
    values the *drop* worst are left aside, but never the only one, then all but the *best*. Who was
    there at least *minimum* evenings is ranked. An *absence* counts a number or the evening's
    lowest value; None: it is no evening. *last_double*: the latest evening counts double.
    """

    id: Id | None = None
    name: Annotated[str, Text(NAME_LENGTH)]
    game: Annotated[str, Text(40)]
    from_: datetime.date
    to: datetime.date | None = None
    counts: Counts
    places: Annotated[
        tuple[int, ...] | None,
        Listing((Whole(-POINTS_AT_MOST, POINTS_AT_MOST),), True, PLACES_AT_MOST),
    ] = None
    rest: bool = False
    ties: Ties = Ties.BEST
    total: Total
    best: Annotated[int, Whole(1, EVENINGS_AT_MOST)] | None = None
    drop: Evenings | None = None
    minimum: Evenings | None = None
    absence: Annotated[int | str, NumberOrWord(-POINTS_AT_MOST, POINTS_AT_MOST, LOWEST)] | None = (
        None
    )
    last_double: bool = False
    tiebreak: tuple[Tiebreak, ...] = ()

    def has(self, day: datetime.date | None) -> bool:
        """Whether an evening of that day lies in it; one without a day only in `all_points`."""
        return self.from_ <= day_key(day) <= (self.to or datetime.date.max)


def all_points(game: str) -> Season:
    """The rules of a standing of a game without a season: all points added up, of any day."""
    return Season(
        name="", game=game, from_=datetime.date.min, counts=Counts.POINTS, total=Total.SUM
    )


def rule_problems(season: Season) -> Iterator[Problem]:
    """What cannot be agreed on together."""
    if season.to is not None and season.to < season.from_:
        yield Problem("season_ends_before", field="to")
    if season.counts is Counts.PLACES and season.places == ():
        yield Problem("season_places", field="places")


def name_problems(season: Season, others: Iterable[Season]) -> Iterator[Problem]:
    """Why a season of a group cannot have its name: another one has it, to whoever reads them."""
    if name_key(season.name) in {name_key(other.name) for other in others}:
        yield Problem("season_name_taken", {"name": season.name}, "name")
