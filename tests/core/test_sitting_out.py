"""One name more than seats: who sits out, and who plays."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.sitting_out import (
    SeatsRule,
    house_problems,
    seat_sitting_out,
    seats_in_play,
    sitting_out_problems,
    with_out_named,
)

PLAYERS = 5
DEALER = 3


@dataclass(frozen=True)
class Seats(SeatsRule):
    """So many play at a time; 0: all."""

    seats_at_most: ClassVar[int] = PLAYERS

    seats: int = 4


@dataclass(frozen=True)
class Deal:
    """A deal that may name who sat out, who played it, and who showed something."""

    out: int | None = None
    declarer: int | None = None
    bettel: tuple[int, ...] = ()
    shown: tuple[NamedSeat, ...] = ()


FOUR_OF_FIVE: Table[Any] = Table(PLAYERS, Seats(), DEALER)
ALL_FIVE: Table[Any] = Table(PLAYERS, Seats(0), DEALER)


@pytest.mark.parametrize(
    ("table", "named", "out", "playing"),
    [
        (FOUR_OF_FIVE, None, DEALER, (0, 1, 2, 4)),
        (FOUR_OF_FIVE, 0, 0, (1, 2, 3, 4)),
        (ALL_FIVE, None, None, (0, 1, 2, 3, 4)),
    ],
)
def test_the_dealer_sits_out_unless_another_is_named(
    table: Table[Any], named: int | None, out: int | None, playing: tuple[int, ...]
) -> None:
    assert seat_sitting_out(Deal(named), table) == out
    assert seats_in_play(Deal(named), table) == playing
    assert with_out_named(Deal(named), table) == Deal(out)


@pytest.mark.parametrize(("agreed", "fits"), [(3, False), (4, True), (5, True), (6, False)])
def test_all_play_or_all_but_one(agreed: int, fits: bool) -> None:
    problem = Problem("seats_for_players", {"players": PLAYERS}, "seats")
    assert list(house_problems(Seats(agreed), PLAYERS)) == ([] if fits else [problem])


def test_who_sits_out_is_named_nowhere_else() -> None:
    keys = ("declarer", "bettel", "shown", "called")
    deal = Deal(None, DEALER, (0, DEALER), (NamedSeat(1), NamedSeat(DEALER)))
    assert list(sitting_out_problems(deal, FOUR_OF_FIVE, keys)) == [
        Problem("sits_out", {"player": NamedSeat(DEALER)}, key) for key in keys[:-1]
    ]
    assert list(sitting_out_problems(replace(deal, out=2), FOUR_OF_FIVE, keys)) == []
    assert list(sitting_out_problems(Deal(), FOUR_OF_FIVE, keys)) == []


def test_nobody_can_be_named_where_all_play() -> None:
    assert list(sitting_out_problems(Deal(1), ALL_FIVE, ())) == [
        Problem("nobody_rests", field="out")
    ]
    assert list(sitting_out_problems(Deal(), ALL_FIVE, ("declarer",))) == []
