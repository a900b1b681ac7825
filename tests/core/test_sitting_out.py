"""One name more than seats: who sits out, who plays, and how often everybody has sat out."""

from dataclasses import dataclass

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat, Problem
from scorekeeper.core.sitting_out import (
    house_problems,
    never_sat_out,
    playing_at_a_time,
    seat_sitting_out,
    seats_in_play,
    sitting_out_problems,
    times_sat_out,
    with_out_named,
)

AT_MOST = 4


@dataclass(frozen=True)
class House:
    seats: int = 0

    def playing(self, players: int) -> int:
        return playing_at_a_time(self.seats, players, AT_MOST)


@dataclass(frozen=True)
class Seen:
    out: int | None = None


def table(players: int, seats: int = 0, dealer: int = 0) -> Table[House]:
    return Table(players, House(seats), dealer)


def test_as_many_play_as_there_are_seats_for_unless_the_table_agreed_on_fewer() -> None:
    assert [House().playing(players) for players in (2, 3, 4, 5, 6)] == [2, 3, 4, 4, 4]
    assert [House(3).playing(players) for players in (3, 4, 5)] == [3, 3, 3]


@pytest.mark.parametrize(
    ("players", "seats", "fits"),
    [(4, 0, True), (5, 0, True), (6, 0, False), (4, 3, True), (5, 3, False), (3, 4, False)],
)
def test_all_play_or_all_but_one(players: int, seats: int, fits: bool) -> None:
    found = list(house_problems(House(seats), players))
    assert found == ([] if fits else [Problem("seats_for_players", {"players": players}, "seats")])


def test_the_dealer_sits_out_unless_the_round_says_otherwise() -> None:
    assert seat_sitting_out(Seen(), table(5, dealer=3)) == 3
    assert seat_sitting_out(Seen(out=0), table(5, dealer=3)) == 0
    assert seats_in_play(Seen(out=1), table(5)) == (0, 2, 3, 4)
    assert with_out_named(Seen(), table(5, dealer=2)) == Seen(out=2)


def test_where_all_play_nobody_sits_out() -> None:
    assert seat_sitting_out(Seen(), table(4)) is None
    assert seats_in_play(Seen(), table(4)) == (0, 1, 2, 3)
    assert with_out_named(Seen(), table(4)) == Seen()
    assert times_sat_out((0, 0, 0, 0), Seen(), table(4)) == (0, 0, 0, 0)


def test_whoever_sits_out_is_named_nowhere_else() -> None:
    named = {"taker": (1,), "shown": (0, 2), "partner": (None,)}
    assert list(sitting_out_problems(Seen(out=3), table(5), named)) == []
    (found,) = sitting_out_problems(Seen(out=2), table(5), named)
    assert found == Problem("sits_out", {"player": NamedSeat(2)}, "shown")
    (found,) = sitting_out_problems(Seen(out=1), table(4), named)
    assert found == Problem("nobody_rests", field="out")
    assert list(sitting_out_problems(Seen(), table(4), named)) == []


def test_how_often_everybody_sat_out_is_counted() -> None:
    times = never_sat_out(5)
    for out in (None, 3, None):
        times = times_sat_out(times, Seen(out), table(5, dealer=1))
    assert times == (0, 2, 0, 1, 0)
