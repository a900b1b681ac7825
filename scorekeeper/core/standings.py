"""Standings over many evenings, and of seasons.

An evening is what was played of one game on one day, added up; a season says what it counts. All is
exact; values are rounded where they are written (`hundredths`).
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import floor
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.core.days import day_key
from scorekeeper.core.game import Unit
from scorekeeper.core.season import (
    LOWEST,
    USUAL_PLACES,
    Counts,
    Season,
    Tiebreak,
    Ties,
    Total,
)

Person = TypeVar("Person", bound=Hashable)
Tied = TypeVar("Tied")  # who has the same value: people, or rows of a standing


# ---- Evenings ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedSheet(Generic[Person]):
    """What a finished sheet gave to everybody who played on it: *points* in its unit, and *cents*.

    *number* tells it from others; the day is None where the sheet has none. *cents* are empty where
    nobody played for money.
    """

    number: int
    game: str
    unit: Unit
    day: datetime.date | None
    points: Mapping[Person, int]
    cents: Mapping[Person, int]
    winners: frozenset[Person]
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening(Generic[Person]):
    """The *sheets* of a day added up for everybody who played on one of them.

    *won* is how many of them somebody won.
    """

    day: datetime.date | None
    sheets: tuple[FinishedSheet[Person], ...]
    points: Mapping[Person, int]
    cents: Mapping[Person, int]
    won: Mapping[Person, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which evenings count: the *last* so many, or those from a day on and up to one; or all."""

    last: int | None = None
    first_day: datetime.date | None = None
    last_day: datetime.date | None = None

    def has(self, day: datetime.date | None) -> bool:
        """Whether an evening of that day is in it, but for how many are the last."""
        if day is None:
            return self.first_day is None and self.last_day is None
        first, last = self.first_day or datetime.date.min, self.last_day or datetime.date.max
        return first <= day <= last


UNCUT = Cut()
"""All evenings."""


def latest_sheet(sheets: Iterable[FinishedSheet[Person]]) -> FinishedSheet[Person] | None:
    """The sheet of the latest day, of these the one that comes last; None where there is none."""
    played = [sheet for sheet in sheets if sheet.points]
    return max(reversed(played), key=lambda sheet: day_key(sheet.day), default=None)


def evenings_of(
    sheets: Iterable[FinishedSheet[Person]], season: Season, cut: Cut = UNCUT
) -> list[Evening[Person]]:
    """The sheets of a *season* by day, the earliest first; before them those without a day.

    Those that belong to the *cut*. Where points count, or places that go by them, chips and cents
    are not added up: only sheets with the unit of the latest of them count, of all of them for
    points, of the day for places.
    """
    played = _of_one_unit(_in_time(sheets, season, cut), season)
    return [added_up(some, day) for day, some in _by_day(played, cut).items()]


def count_left_out(
    sheets: Iterable[FinishedSheet[Person]], season: Season, cut: Cut = UNCUT
) -> int:
    """How many sheets do not count because of their unit, as `evenings_of` says.

    Of the last days of a cut it tells of all of them, and of those between the days that count.
    """
    played = _in_time(sheets, season, cut)
    counted = _of_one_unit(played, season)
    days = [*_by_day(played, cut), *_by_day(counted, cut)]
    first = min(map(day_key, days), default=datetime.date.max)
    told, kept = (sum(day_key(sheet.day) >= first for sheet in of) for of in (played, counted))
    return told - kept


Sheets = list[FinishedSheet[Person]]


def _in_time(sheets: Iterable[FinishedSheet[Person]], season: Season, cut: Cut) -> Sheets[Person]:
    of_game = (sheet for sheet in sheets if sheet.points and sheet.game == season.game)
    return [sheet for sheet in of_game if season.has(sheet.day) and cut.has(sheet.day)]


def _of_one_unit(played: Sheets[Person], season: Season) -> Sheets[Person]:
    match season.counts:
        case Counts.POINTS:
            return _of_latest_unit(played)
        case Counts.PLACES:
            days = _by_day(played, UNCUT).values()
            return [sheet for day in days for sheet in _of_latest_unit(day)]
    return played


def _of_latest_unit(played: Sheets[Person]) -> Sheets[Person]:
    latest = latest_sheet(played)
    return [sheet for sheet in played if latest and sheet.unit is latest.unit]


def _by_day(played: Sheets[Person], cut: Cut) -> dict[datetime.date | None, Sheets[Person]]:
    """The sheets of the last days of a cut, the earliest first."""
    by_day = defaultdict[datetime.date | None, list[FinishedSheet[Person]]](list)
    for sheet in played:
        by_day[sheet.day].append(sheet)
    days = sorted(by_day, key=day_key)
    kept = days if cut.last is None else days[max(0, len(days) - cut.last) :]
    return {day: by_day[day] for day in kept}


def added_up(
    sheets: Sequence[FinishedSheet[Person]], day: datetime.date | None = None
) -> Evening[Person]:
    """The sheets as those of one evening."""
    points, cents, won = (defaultdict[Person, int](int) for _ in range(3))
    for sheet in sheets:
        for person, written in sheet.points.items():
            points[person] += written
            cents[person] += sheet.cents.get(person, 0)
            won[person] += person in sheet.winners
    return Evening(day=day, sheets=tuple(sheets), points=points, cents=cents, won=won)


def values_of(evening: Evening[Person], season: Season) -> dict[Person, Fraction]:
    """What an evening counts for everybody who played, before anything is doubled."""
    if season.counts is Counts.PLACES:
        return _place_points(evening.points, season)
    counted = {Counts.POINTS: evening.points, Counts.MONEY: evening.cents, Counts.WON: evening.won}[
        season.counts
    ]
    return {person: Fraction(value) for person, value in counted.items()}


def _place_points(points: Mapping[Person, int], season: Season) -> dict[Person, Fraction]:
    table = USUAL_PLACES if season.places is None else season.places
    further = table[-1] if season.rest and table else 0
    earned: dict[Person, Fraction] = {}
    for tied in _tied(points, lambda person: points[person]):
        places = range(len(earned), len(earned) + len(tied))
        numbers = [table[place] if place < len(table) else further for place in places]
        mean = Fraction(sum(numbers), len(numbers))
        shared = Fraction(max(numbers)) if season.ties is Ties.BEST else mean
        earned |= dict.fromkeys(tied, shared)
    return earned


def _tied(people: Iterable[Tied], value: Callable[[Tied], int | Fraction]) -> list[list[Tied]]:
    """Those with the same value together, the highest first."""
    by_value = defaultdict[int | Fraction, list[Tied]](list)
    for each in people:
        by_value[value(each)].append(each)
    return [by_value[key] for key in sorted(by_value, reverse=True)]


# ---- The standing --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningValue:
    """What the evening at a *place* of the standing, from 0, is worth to somebody.

    *attended*: not by an absence; *counted*: it stands in the total.
    """

    place: int
    value: Fraction
    attended: bool
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow(Generic[Person]):
    """Where somebody stands; *place* is None for who was there too seldom to be ranked.

    *values* are those of the evenings that are worth something, in their order; *evenings* says how
    many were attended, *won* how many sheets were won on them.
    """

    place: int | None
    person: Person
    values: tuple[EveningValue, ...]
    evenings: int
    won: int
    total: Fraction
    average: Fraction


class Standing(NamedTuple, Generic[Person]):
    """Everybody who played at least once on these *evenings*: by place, then who is not ranked.

    By the rules of a *season*, or of one that stands for none (`all_points`).
    """

    season: Season
    evenings: tuple[Evening[Person], ...]
    rows: tuple[StandingRow[Person], ...]

    @property
    def unit(self) -> str:
        """In what it counts."""
        return unit_of(self.season, self.evenings)


def standing_over(
    evenings: Sequence[Evening[Person]], season: Season, order: Iterable[Person] = ()
) -> Standing[Person]:
    """The standing over these evenings of a game by the rules of a season.

    Which evenings these are is decided before. Who shares a place stands in this *order*.
    """
    values = [values_of(evening, season) for evening in evenings]
    if values and season.last_double:
        values[-1] = {person: 2 * value for person, value in values[-1].items()}
    played = dict.fromkeys(chain.from_iterable(values))
    people = [person for person in dict.fromkeys((*order, *played)) if person in played]
    rows = [_row(person, values, evenings, season) for person in people]
    least = season.minimum or 0
    groups = _tied((row for row in rows if row.evenings >= least), lambda row: row.total)
    for tiebreak in season.tiebreak:
        groups = [part for group in groups for part in _split(group, tiebreak, values)]
    placed = Rows[Person]()
    for group in groups:
        placed += [replace(row, place=len(placed) + 1) for row in group]
    others = [row for row in rows if row.evenings < least]
    return Standing(season, tuple(evenings), (*placed, *sorted(others, key=lambda row: -row.total)))


Values = Sequence[Mapping[Person, Fraction]]  # of every evening, by who was there
Rows = list[StandingRow[Person]]


def _row(
    person: Person, values: Values[Person], evenings: Sequence[Evening[Person]], season: Season
) -> StandingRow[Person]:
    last = len(values) - 1
    held = {
        place: value
        for place, there in enumerate(values)
        if (value := _value(person, there, season, is_last=place == last)) is not None
    }
    kept = sorted(held, key=lambda place: -held[place])  # equal ones stay in the order of days
    kept = kept[: max(1, len(kept) - (season.drop or 0))]
    kept = kept[: season.best]
    total = sum((held[place] for place in kept), Fraction())
    average = total / len(kept)
    return StandingRow(
        place=None,
        person=person,
        values=tuple(
            EveningValue(
                place=place, value=value, attended=person in values[place], counted=place in kept
            )
            for place, value in held.items()
        ),
        evenings=sum(person in there for there in values),
        won=sum(evening.won.get(person, 0) for evening in evenings),
        total=average if season.total is Total.MEAN else total,
        average=average,
    )


def _value(
    person: Person, there: Mapping[Person, Fraction], season: Season, *, is_last: bool
) -> Fraction | None:
    """What an evening is worth to somebody; None for an absence that is no evening."""
    if person in there:
        return there[person]
    if season.absence is None:
        return None
    if season.absence == LOWEST:
        return min(there.values())  # doubled already, if it is
    return Fraction(season.absence) * (2 if is_last and season.last_double else 1)


def _split(group: Rows[Person], tiebreak: Tiebreak, values: Values[Person]) -> list[Rows[Person]]:
    """What a tiebreak makes of those with equal totals: who comes first stands first."""
    match tiebreak, group:
        case Tiebreak.EVENINGS_WON, _:  # whoever had the highest value of more evenings
            highest = [max(there.values()) for there in values]
            return _tied(
                group,
                lambda row: sum(v.attended and v.value == highest[v.place] for v in row.values),
            )
        case Tiebreak.BEST_EVENING, _:  # whoever had the better best evening
            return _tied(group, lambda row: max(v.value for v in row.values if v.attended))
        case Tiebreak.MEETING, [one, other]:  # of two, who has more when both were there
            both = [there for there in values if one.person in there and other.person in there]
            return _tied(group, lambda row: sum((there[row.person] for there in both), Fraction()))
    return [group]


def unit_of(season: Season, evenings: Sequence[Evening[Person]]) -> str:
    """In what a season counts: points, cents, won or places; points of a game can be cents."""
    if season.counts is Counts.MONEY:
        return "cents"
    if season.counts is Counts.POINTS:
        are_cents = any(sheet.unit is Unit.CENTS for day in evenings for sheet in day.sheets)
        return "cents" if are_cents else "points"
    return season.counts.value


def known_unit(season: Season, evenings: Sequence[Evening[Person]]) -> str:
    """As `unit_of`; "" where only evenings can say it, and there are none yet."""
    is_known = evenings or season.counts is not Counts.POINTS
    return unit_of(season, evenings) if is_known else ""


def hundredths(value: Fraction) -> int:
    """A value in hundredths, half of one upwards: 12 for 0.115, −12 for −0.125."""
    return floor(value * 100 + Fraction(1, 2))
