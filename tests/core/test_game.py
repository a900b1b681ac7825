"""What a game says about itself, and what it need not say."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.core.agreed_points import Agreed
from scorekeeper.core.cards import SYMBOLS, Suit
from scorekeeper.core.game import Game, Progress, RoundScore, Table, Unit, sum_of
from scorekeeper.core.phrases import Line, NamedSeat, Problem
from scorekeeper.core.seats import (
    every_seat_alone,
    named_twice,
    opposite_partners,
    side_of,
)


@dataclass(frozen=True)
class Nothing:
    """Nothing happened, under no switches."""


def toy(**said: Any) -> Game[Nothing, Nothing]:
    silent: dict[str, Any] = {
        "slug": "toy",
        "seat_counts": (2, 4),
        "kinds": {"nothing": Nothing},
        "house": Nothing,
        "check": lambda observation, table: (),
        "lines": lambda observation, table: (),
        "reason": lambda observation, table: (),
    }
    return Game(**silent | said)


def table(number: int = 1, dealer: int = 0) -> Table[Nothing]:
    return Table(4, Nothing(), dealer, number)


def test_partners_sit_opposite() -> None:
    assert opposite_partners(4) == ((0, 2), (1, 3))
    assert every_seat_alone(3) == ((0,), (1,), (2,))
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_who_is_named_twice_is_told_once_lowest_first() -> None:
    told = list(named_twice((3, 1, 3, 2, 1, 1), "empty"))
    assert told == [Problem("named_twice", {"seat": NamedSeat(seat)}, "empty") for seat in (1, 3)]


def test_the_head_of_a_column_names_everybody_in_it() -> None:
    players = ("Anna", "Bert", "Clara", "Dirk")
    assert toy().side_names(players) == players
    assert toy(sides=opposite_partners).side_names(players) == ("Anna & Clara", "Bert & Dirk")


def test_a_score_is_the_sum_of_its_lines_side_by_side_and_each_in_order() -> None:
    roem, points, fine = Line(1, 20, "roem"), Line(0, 82, "points"), Line(1, -5, "fine")
    assert sum_of([roem, points, fine], 3) == RoundScore((82, 15, 0), (points, roem, fine))
    assert sum_of(iter(()), 2) == RoundScore((0, 0))


def test_a_game_that_says_nothing_else_goes_round_the_table_for_points_without_end() -> None:
    game = toy()
    assert game.next_dealer(Nothing(), table(dealer=3)) == 0
    assert game.progress(table(number=7)) == Progress(7, None)
    assert game.unit(Nothing()) is Unit.POINTS
    assert game.beginning(4) is None
    assert game.remember(Nothing(), table()) is None
    assert not game.finished(table(number=10_000))


@pytest.mark.parametrize(("deal", "finished"), [(1, False), (16, False), (17, True), (18, True)])
def test_a_sheet_is_finished_when_its_last_deal_is_behind_it(deal: int, finished: bool) -> None:
    game = toy(progress=lambda table: Progress(table.number, 16))
    assert game.finished(table(number=deal)) is finished


def test_a_kind_is_found_by_its_word_and_the_word_by_its_kind() -> None:
    assert toy().kinds == {"nothing": Nothing}
    assert toy().kind_words == {Nothing: "nothing", Agreed: "agreed"}


def test_every_suit_has_its_own_symbol() -> None:
    assert len({SYMBOLS[suit] for suit in Suit}) == 4
    assert [str(suit) for suit in Suit] == ["clubs", "spades", "hearts", "diamonds"]
