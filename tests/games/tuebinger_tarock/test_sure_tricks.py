"""High Tarocks win tricks: how few points a side can have with them, by who can beat whom."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import Problem
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


@cache
def refused(half_points: int, strafen: tuple[Strafe, ...], dealer: int) -> list[Problem]:
    ruf = Ruf(caller=0, called=1, points=half_points, strafen=strafen)
    return list(checks.check(ruf, Table(4, HouseRules(), dealer)))


@cache
def needed_by(row: frozenset[int]) -> int:
    return min(least(held) for held in ways(row))


def accepted(half_points: int, strafen: tuple[Strafe, ...], dealer: int) -> bool:
    return not refused(half_points, strafen, dealer)


def said(half_points: int, strafen: tuple[Strafe, ...], dealer: int) -> list[int]:
    """How many points a refusal says that these Strafen need, if it is for that."""
    wrong = [each for each in refused(half_points, strafen, dealer) if each.code == "sure_tricks"]
    return [least for each in wrong if isinstance(least := each.values["least"], int)]


def test_a_row_needs_the_points_of_the_tricks_that_it_cannot_lose() -> None:
    seats = ((0, 3), (0, 0), (2, 3), (2, 0))
    for ((what, count), row), (seat, dealer), points in product(ROWS.items(), seats, range(92)):
        needed = needed_by(row)
        own = points if seat == 0 else 91 - points
        laid = (seat == 0) == (dealer == 0)  # the two laid cards lie with them
        strafen = (Strafe(seat=seat, what=what, count=count),)
        possible = accepted(2 * points, (), dealer) and own >= needed + laid
        assert accepted(2 * points, strafen, dealer) == possible, (strafen, dealer, points)
        assert said(2 * points, strafen, dealer) in ([], [needed + laid])
        assert all(least <= needed + laid for least in said(abs(2 * points - 1), strafen, dealer))


def test_the_21_alone_wins_its_trick_beside_whatever_else_a_skimon_needs() -> None:
    """The 21 with three plain cards: 6; so with the Einser, and then the Ski is home: 4."""
    skimon = (Strafe(seat=0, what=What.SKIMON),)
    assert next(points for points in range(92) if accepted(2 * points, skimon, 3)) == 6
    caught = (*skimon, Strafe(seat=0, what=What.FEIN))
    assert next(points for points in range(92) if accepted(2 * points, caught, 3)) == 16


def first_accepted(*strafen: Strafe) -> int:
    return next(points for points in range(92) if accepted(2 * points, strafen, 3))


@pytest.mark.parametrize("count", range(4, 11))
def test_an_einser_that_won_the_last_trick_lies_in_none_of_the_partners_row(count: int) -> None:
    """Its trick counts 6; a Ski that stood for a card of the row is with them then, too: 4."""
    row = ROWS[What.OBERE, count]
    needed = min(least(held) + 4 * (held != row) for held in ways(row)) + 6
    partners = Strafe(seat=1, what=What.OBERE, count=count)
    assert first_accepted(Strafe(seat=0, what=What.FEIN), partners) == needed


@pytest.mark.parametrize("count", range(4, 11))
def test_an_einser_that_was_caught_may_lie_in_a_trick_of_the_row(count: int) -> None:
    """It counts 4 more than the card that it lies there for."""
    needed = min(map(least, ways(ROWS[What.OBERE, count]))) + 4
    row = Strafe(seat=1, what=What.OBERE, count=count)
    assert first_accepted(Strafe(seat=2, what=What.EINSER_GEFASST), row) == needed


def test_an_einser_that_is_part_of_a_row_may_have_won_one_of_its_sure_tricks() -> None:
    """Of twelve Untere three win: 6 points, and 4 more where one of them is the Einser."""
    fein = Strafe(seat=0, what=What.FEIN)
    assert first_accepted(fein, Strafe(seat=0, what=What.UNTERE, count=12)) == 6 + 4


def test_a_row_of_somebody_without_the_ski_is_whole() -> None:
    """Of twelve Untere three win; of eleven, where the Ski may stand for one, a single one."""
    row = Strafe(seat=0, what=What.UNTERE, count=12)
    ski = Strafe(seat=2, what=What.SKISIERTE_FAMILIE)
    assert (first_accepted(row, ski), first_accepted(row)) == (6, 2)
