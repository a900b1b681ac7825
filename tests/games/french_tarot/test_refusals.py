"""What a refusal says beside its code is true: its bounds are those of the pack, laid out in full.

How many points somebody typed, how many there can be at least and at most, how many bouts, trumps
and tricks: each number is found by dividing the pack in every way, without the program.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import HalfPoints, NamedSeats, Problem
from scorekeeper.games.french_tarot import checks
from scorekeeper.games.french_tarot.rules import (
    Camp,
    Chelem,
    Contract,
    Excuse,
    HouseRules,
    Played,
    Poignee,
    Size,
)
from tests.games.french_tarot.real_cards import (
    CAMPS,
    CHIEN,
    CONTRACTS,
    HANDS,
    SHOWN,
    every_count,
    is_half_too_much,
)
from tests.games.french_tarot.test_poignees import fewest_tricks

PLAYING = pytest.mark.parametrize("playing", [3, 4, 5])
CONTRACT = pytest.mark.parametrize("contract", CONTRACTS)
ALL = 182  # half points
TO_THE_OTHERS = {
    8: Excuse(owner=Camp.ATTACK, trick=Camp.DEFENCE, last_trick=False),
    -8: Excuse(owner=Camp.DEFENCE, trick=Camp.ATTACK, last_trick=False),
}


def deal(contract: str, bouts: int, half_points: int, **more: Any) -> Played:
    return Played(taker=0, contract=Contract(contract), bouts=bouts, points=half_points, **more)


def found(observation: Played, playing: int) -> list[Problem]:
    table = Table(playing, HouseRules(), playing - 1, 1, 0)
    return list(checks.check(observation, table))


@cache
def counts(
    playing: int, contract: str, bouts: int, camps: tuple[str | None, ...]
) -> tuple[int, ...]:
    """Every number of half points that the attack can have, by who may have won every trick."""
    every = every_count(playing, contract)
    bits = [every.get((bouts, camp, None, None), 0) for camp in camps]
    found = [each for each in range(ALL + 1) if any(some >> each & 1 for some in bits)]
    return tuple(each for each in found if len(camps) == 1 or not is_half_too_much(playing, each))


# ---- Points and bouts -----------------------------------------------------------------------


@PLAYING
@CONTRACT
def test_points_that_do_not_go_with_the_bouts_are_told_the_fewest_and_most(
    playing: int, contract: str
) -> None:
    for bouts in range(4):
        possible = counts(playing, contract, bouts, (None, *CAMPS))
        for half_points in set(range(ALL + 1)) - set(possible):
            typed = {"half_points": HalfPoints(half_points)}
            ends = {
                "low_half_points": HalfPoints(possible[0]),
                "high_half_points": HalfPoints(possible[-1]),
            }
            if is_half_too_much(playing, half_points):
                wanted = Problem("whole_points", typed, "points")
            elif possible[0] < half_points < possible[-1]:
                wanted = Problem("no_such_points", typed, "points")
            else:
                wanted = Problem("points_of_bouts", {"count": bouts, **typed, **ends}, "points")
            assert found(deal(contract, bouts, half_points), playing) == [wanted]


@PLAYING
@CONTRACT
def test_points_counted_before_the_exchange_are_judged_with_the_four_that_move(
    playing: int, contract: str
) -> None:
    tried = set()
    for bouts, (moved, excuse), half_points in product(
        range(4), TO_THE_OTHERS.items(), range(ALL + 1)
    ):
        possible = counts(playing, contract, bouts, (None, *CAMPS))
        if is_half_too_much(playing, half_points + moved) or half_points + moved in possible:
            continue
        typed = {"half_points": HalfPoints(half_points)}
        if possible[0] < half_points + moved < possible[-1]:
            wanted = Problem("excuse_points", typed, "excuse")
        else:
            code = "points_with_excuse" if moved > 0 else "points_without_excuse"
            ends = {
                "low_half_points": HalfPoints(possible[0]),
                "high_half_points": HalfPoints(possible[-1]),
            }
            wanted = Problem(code, {"count": bouts, "moved": 4, **typed, **ends}, "points")
        assert found(deal(contract, bouts, half_points, excuse=excuse), playing) == [wanted]
        tried.add(wanted.code)
    assert tried >= {"points_with_excuse", "points_without_excuse"}


# ---- Chelems --------------------------------------------------------------------------------

CHELEMS = (
    Chelem(announced=False, made_by=Camp.ATTACK),
    Chelem(announced=True, made_by=Camp.DEFENCE),
    Chelem(announced=True, made_by=None),
)


def chelem_problem(
    playing: int, contract: str, bouts: int, half_points: int, chelem: Chelem
) -> Problem:
    """What the cards say to a chelem with points that are possible for these bouts."""
    by_bouts = [counts(playing, contract, each, (chelem.made_by,)) for each in range(4)]
    typed, possible = {"half_points": HalfPoints(half_points)}, by_bouts[bouts]
    if not possible:
        fitting = [each for each in range(4) if by_bouts[each]]
        numbers = {"low": min(fitting), "high": max(fitting), "bouts": bouts}
        return Problem("chelem_bouts", numbers, "chelem")
    if possible[0] < half_points < possible[-1]:
        return Problem("no_such_points", typed, "chelem")
    low = {"low_half_points": HalfPoints(possible[0])}
    high = {"high_half_points": HalfPoints(possible[-1])}
    code, ends = {
        Camp.ATTACK: ("chelem_points", low),
        Camp.DEFENCE: ("chelem_defence_points", high),
        None: ("chelem_missed_points", low | high),
    }[chelem.made_by]
    return Problem(code, {"count": bouts, **typed, **ends}, "chelem")


@PLAYING
@CONTRACT
def test_a_chelem_that_does_not_go_with_points_and_bouts_is_told_what_would(
    playing: int, contract: str
) -> None:
    tried = set()
    for bouts, chelem in product(range(4), CHELEMS):
        fitting = set(counts(playing, contract, bouts, (chelem.made_by,)))
        for half_points in set(counts(playing, contract, bouts, (None, *CAMPS))) - fitting:
            wanted = chelem_problem(playing, contract, bouts, half_points, chelem)
            assert found(deal(contract, bouts, half_points, chelem=chelem), playing) == [wanted]
            tried.add(wanted.code)
    assert tried >= {"chelem_bouts", "chelem_points", "chelem_defence_points"}


# ---- Poignées -------------------------------------------------------------------------------


def poignees(playing: int, seats: Iterable[int]) -> Iterator[tuple[int, tuple[Poignee, ...]]]:
    """The trumps that players at some *seats* can have shown together, and their poignées."""
    sizes = [(trumps, Size(name)) for trumps, name in SHOWN[playing].items()]
    for chosen in product(sizes, repeat=len(tuple(seats))):
        shown = zip(seats, chosen, strict=True)
        yield (
            sum(trumps for trumps, _ in chosen),
            tuple(Poignee(seat=seat, size=size) for seat, (_, size) in shown),
        )


def most_certain(playing: int, shown: tuple[Poignee, ...]) -> int:
    """The tricks that are certain when the Excuse is among the trumps shown, wherever it is."""
    trumps = [
        next(most for most, name in SHOWN[playing].items() if name == each.size) for each in shown
    ]
    ways = ([each - (at == holder) for at, each in enumerate(trumps)] for holder in range(2))
    return min(fewest_tricks(tuple(way), HANDS[playing]) for way in ways)


@pytest.mark.parametrize(
    ("playing", "seats"), [*product((3, 4, 5), ((0,), (1,))), (4, (3, 1)), (5, (3, 1))]
)
def test_a_poignee_of_a_side_without_points_is_told_the_tricks_that_it_has_won(
    playing: int, seats: tuple[int, ...]
) -> None:
    camp, others = CAMPS if 0 in seats else CAMPS[::-1]
    bouts, half_points = (0, CHIEN[playing]) if camp == "attack" else (3, ALL)
    slam = Chelem(announced=False, made_by=Camp(others))
    for shown, each in poignees(playing, seats):
        tricks = most_certain(playing, each) if shown <= 22 else 0
        if tricks:
            values: dict[str, Any] = {"count": len(seats), "shown": shown}
            values["players"] = NamedSeats(tuple(sorted(seats)))
            told = deal("garde", bouts, half_points, poignees=each)
            points = {"tricks": tricks, "half_points": HalfPoints(half_points)}
            assert found(told, playing) == [Problem("poignee_points", values | points, "poignees")]
            beaten = [Problem("poignee_without_trick", values, "poignees")]
            assert found(replace(told, chelem=slam), playing) == beaten
