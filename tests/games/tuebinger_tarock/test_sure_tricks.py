"""High Tarocks win tricks: how few points a side can have with them, by who can beat whom."""

from collections.abc import Collection, Iterator
from itertools import product

import pytest

from scorekeeper.core.game import Table
from scorekeeper.games.tuebinger_tarock import checks
from scorekeeper.games.tuebinger_tarock.rules import HouseRules, Ruf, Strafe, What

ROWS = {(What.OBERE, count): frozenset(range(22 - count, 22)) for count in range(3, 20)} | {
    (What.UNTERE, count): frozenset(range(1, count + 1)) for count in range(3, 20)
}


def beaten(held: Collection[int]) -> int:
    """How many of these Tarocks can fall to higher ones of other hands, one to each."""
    falls_to: dict[int, int] = {}

    def falls(card: int, tried: set[int]) -> bool:
        for higher in range(card + 1, 22):
            if higher in held or higher in tried:
                continue
            tried.add(higher)
            if higher not in falls_to or falls(falls_to[higher], tried):
                falls_to[higher] = card
                return True
        return False

    return sum(falls(card, set()) for card in held)


def least(held: Collection[int]) -> int:
    """The points of the tricks that cannot be lost: 2 for each, and 4 more for the 21 in one."""
    return 2 * (len(held) - beaten(held)) + 4 * (21 in held)


def ways(row: frozenset[int]) -> Iterator[frozenset[int]]:
    """The Tarocks of a row: all of them, or all but one that the Ski stands for."""
    yield row
    for card in row:
        yield row - {card}


def accepted(half_points: int, strafen: tuple[Strafe, ...], dealer: int) -> bool:
    ruf = Ruf(caller=0, called=1, points=half_points, strafen=strafen)
    return not list(checks.check(ruf, Table(4, HouseRules(), dealer)))


@pytest.mark.parametrize(("what", "count"), ROWS)
def test_a_row_needs_the_points_of_the_tricks_that_it_cannot_lose(what: What, count: int) -> None:
    needed = min(least(held) for held in ways(ROWS[what, count]))
    for (seat, dealer), points in product(((0, 3), (0, 0), (2, 3), (2, 0)), range(92)):
        own = points if seat == 0 else 91 - points
        laid = (seat == 0) == (dealer == 0)  # the two laid cards lie with them
        strafen = (Strafe(seat=seat, what=what, count=count),)
        possible = accepted(2 * points, (), dealer) and own >= needed + laid
        assert accepted(2 * points, strafen, dealer) == possible, (seat, dealer, points)


def test_the_21_alone_wins_its_trick_beside_whatever_else_a_skimon_needs() -> None:
    """The 21 with three plain cards: 6; so with the Einser, and then the Ski is home: 4."""
    skimon = (Strafe(seat=0, what=What.SKIMON),)
    assert next(points for points in range(92) if accepted(2 * points, skimon, 3)) == 6
    caught = (*skimon, Strafe(seat=0, what=What.FEIN))
    assert next(points for points in range(92) if accepted(2 * points, caught, 3)) == 16
