"""A Raus in which somebody without a trick kept the Ski: every ending beside the score it gets.

Halves do not always tell who it was. What the table names as empty often does; where it does not,
and it matters, the table is asked.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from typing import Any

import pytest

from scorekeeper.core.game import Table
from scorekeeper.core.ledger import score_of
from scorekeeper.games.tuebinger_tarock.counting import A_TRICK, LAID_LEAST
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.rules import Added, HouseRules, Tie
from tests.games.tuebinger_tarock.real_cards import ALONE, raus_written
from tests.games.tuebinger_tarock.searching import Fall, Raus, _fell, falls
from tests.games.tuebinger_tarock.test_every_raus import observation, problems

DEALER = 2
HOUSES: list[dict[str, Any]] = [{}, {"raus_tie": Tie.WON, "raus_add": Added.ONE}]


@cache
def kept_falls(owner: int, there: int) -> list[Fall]:
    return [
        fall for fall in falls() if (fall.owner, fall.there, fall.last) == (owner, there, False)
    ]


def named(soloist: int, keeper: int) -> Iterator[tuple[int, ...]]:
    """Opponents that may be named as empty; one without a trick always is."""
    others = [seat for seat in ALONE if seat not in (soloist, keeper)]
    own = () if keeper == soloist else (keeper,)
    for more in chain.from_iterable(combinations(others, size) for size in range(4)):
        yield tuple(sorted((*own, *more)))


def endings(
    others: Sequence[int], wins: Sequence[int]
) -> Iterator[tuple[Raus, tuple[int, ...], int]]:
    """What a table tells of a real ending, the real points, and who kept the Ski."""
    for keeper, there in product(ALONE, repeat=2):
        if keeper == there:
            continue
        third, fourth = (seat for seat in ALONE if seat not in (keeper, there))
        laid = [more for more in range(1, 8) if more + 5 in wins] if keeper == DEALER else [0]
        for own, won, other in product(laid, wins, others):
            points = [0, 0, 0, 0]
            points[keeper], points[there], points[third] = 4 + own, won, other
            points[fourth] = 91 - sum(points)
            halves, before = [2 * each for each in points], [2 * each for each in points]
            halves[keeper] += 1
            halves[there] -= 1
            before[keeper] -= 8
            before[there] += 8
            for soloist in ALONE:
                for empty in named(soloist, keeper):
                    told = Raus(DEALER, soloist, tuple(halves), empty)
                    if can_end(told, keeper, there, tuple(before)):
                        yield told, tuple(points), keeper


def can_end(told: Raus, keeper: int, there: int, before: tuple[int, ...]) -> bool:
    return any(_fell(told, fall, before, keeper) for fall in kept_falls(keeper, there))


def scored(told: Raus, house: dict[str, Any]) -> int:
    table = Table(4, HouseRules(**house), DEALER)
    return score_of(TUEBINGER_TAROCK, observation(told), table).points[told.soloist]


def real_score(told: Raus, points: tuple[int, ...], house: dict[str, Any]) -> int:
    """Whoever laid and has less than a trick beside these cards is added, named or not."""
    laid_alone = {DEALER} if points[DEALER] < A_TRICK + LAID_LEAST else set()
    empty = tuple(sorted({*told.empty, *laid_alone} - {told.soloist}))
    told_words = {"soloist": told.soloist, "empty": empty}
    return raus_written(points, told_words, (), house)[told.soloist]


def judge(others: Sequence[int], wins: Sequence[int]) -> dict[str, int]:
    """Whether every ending is scored as it was, or asked about where another scores otherwise."""
    real: dict[Raus, list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for told, points, keeper in endings(others, wins):
        real[told].append((points, keeper))
    judged = {"clear": 0, "asked": 0}
    for (told, found), house in product(real.items(), HOUSES):
        scores = {real_score(told, points, house) for points, _ in found}
        wrong = problems(told, house)
        if len(scores) == 1:
            assert wrong == [], (told, house)
            assert {scored(told, house)} == scores, (told, house)
            judged["clear"] += 1
        else:
            assert wrong == ["kept_unclear"], (told, house, scores)
            judged["asked"] += 1
        for points, keeper in found:
            whose = replace(told, kept=keeper)
            assert problems(whose, house) == []
            assert scored(whose, house) == real_score(told, points, house), whose
    return judged


def test_a_kept_ski_is_scored_as_it_was_or_asked_about() -> None:
    assert min(judge((41,), (5, 6, 12)).values()) >= 4


@pytest.mark.soak(short="test_a_kept_ski_is_scored_as_it_was_or_asked_about")
def test_every_kept_ski_is_scored_as_it_was_or_asked_about() -> None:
    others = (0, 2, 3, 4, 6, 11, 18, 36, 39, 40, 41, 42)
    assert min(judge(others, (*range(5, 13), 14)).values()) > 50


def test_where_neither_of_two_can_have_kept_it_the_smaller_pile_counts_as_the_one() -> None:
    """Nobody can enter that; but whatever is scored gets a score."""
    told = Raus(DEALER, 0, (9, 82, 11, 80), (2, 3))  # and 40 points are no empty tricks
    assert problems(told) == ["not_empty"]
    assert scored(told, {}) == -3 * (41 + 40 + 6 - 18)


def test_half_points_that_no_ski_explains_are_dropped_in_what_is_scored() -> None:
    told = Raus(DEALER, 0, (83, 33, 33, 33), ())
    assert problems(told) == ["no_such_halves"]
    assert scored(told, {}) == 3 * (41 - 18)
