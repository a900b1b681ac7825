"""Pebbles: three to five players hold pebbles; whoever calls a colour takes half points for it.

It has what the real games have and Klaverjassen has not: several kinds of round, half points,
every seat a side, checks that need earlier rounds, rounds dealt again by the same dealer, points
that are cents, a house rule of any whole number, another that hangs on the number of players, a
round that is not complete yet although every field is filled in (9.5 points), and a part of
the page of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.codec import Seat
from scorekeeper.core.game import Game, Progress, Table, Unit
from scorekeeper.core.phrases import HalfPoints, Line, NamedSeat, NamedSeats, Phrase, Problem
from scorekeeper.core.seats import every_seat_alone
from scorekeeper.core.shapes import CardPoints, Options, Whole

CALLS_EACH = 2
MOST_FOR_TWICE = 4
ALL_HALF_POINTS = 20


@dataclass(frozen=True, slots=True)
class HouseRules:
    worth: Annotated[int, Whole(1, 50)] = 5
    twice: bool = False
    hands: Annotated[int, Options(3, 4, 5)] = 0  # as many as there are players


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    caller: Seat
    points: Annotated[int, CardPoints(ALL_HALF_POINTS // 2, per_point=2)]


@dataclass(frozen=True, slots=True)
class Spilled:
    """Nobody holds anything: dealt again by the same dealer."""


Observation = Called | Spilled
Calls = tuple[int, ...]


def check_house(house: HouseRules, seats: int) -> Iterator[Problem]:
    if house.twice and seats > MOST_FOR_TWICE:
        yield Problem("too_many_for_twice", {"seats": NamedSeats(tuple(range(seats)))}, "twice")
    if house.hands not in (0, seats):
        yield Problem("other_hands", {}, "hands")


def check(observation: Observation, table: Table[HouseRules]) -> Iterator[Problem]:
    if isinstance(observation, Called):
        if table.past[observation.caller] == CALLS_EACH:
            yield Problem("called_out", {"seat": NamedSeat(observation.caller)}, "caller")
        if observation.points == ALL_HALF_POINTS - 1:
            yield Problem("not_counted_yet", field="points", incomplete=True)
        if observation.points == ALL_HALF_POINTS:
            yield Problem("missing_pebbles", field="points")


def lines(observation: Observation, table: Table[HouseRules]) -> Iterator[Line]:
    if isinstance(observation, Called):
        worth = observation.points * table.house.worth * (2 if table.house.twice else 1)
        yield Line(
            observation.caller,
            worth * (table.seats - 1),
            "called",
            {"half_points": HalfPoints(observation.points)},
        )
        for seat in range(table.seats):
            if seat != observation.caller:
                yield Line(seat, -worth, "pays", {"seat": NamedSeat(observation.caller)})


def reason(observation: Observation, table: Table[HouseRules]) -> tuple[Phrase, ...]:
    if isinstance(observation, Called):
        return (Phrase("called", {"seat": NamedSeat(observation.caller)}),)
    return (Phrase("spilled"),)


def beginning(seats: int) -> Calls:
    return (0,) * seats


def remember(observation: Observation | None, table: Table[HouseRules]) -> Calls:
    if not isinstance(observation, Called):
        past: Calls = table.past
        return past
    return tuple(calls + (seat == observation.caller) for seat, calls in enumerate(table.past))


def next_dealer(observation: Observation, table: Table[HouseRules]) -> int:
    return table.dealer if isinstance(observation, Spilled) else (table.dealer + 1) % table.seats


def progress(table: Table[HouseRules]) -> Progress:
    return Progress(sum(table.past) + 1, CALLS_EACH * table.seats)


TOY: Game[Any, HouseRules] = Game(
    slug="toy",
    seat_counts=(3, 4, 5),
    kinds={"called": Called, "spilled": Spilled},
    house=HouseRules,
    sides=every_seat_alone,
    check=check,
    lines=lines,
    reason=reason,
    check_house=check_house,
    beginning=beginning,
    remember=remember,
    next_dealer=next_dealer,
    progress=progress,
    unit=lambda house: Unit.CENTS,
)
