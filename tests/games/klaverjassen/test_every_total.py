"""Klaverjassen is small: every total, every meld, every combination of cards is tried."""

from collections import defaultdict
from functools import cache, partial
from itertools import chain, combinations, product
from typing import Any

import pytest

from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from tests.games import one_round
from tests.games.klaverjassen.real_cards import (
    DECK,
    RANKS,
    SUITS,
    card_points,
    longest_run,
    melds_of,
)

problem_codes = partial(one_round.problem_codes, KLAVERJASSEN)
score_of = partial(one_round.score_of, KLAVERJASSEN)

TRUMP = "hearts"
TOTALS = range(163)
POSSIBLE = [total for total in TOTALS if total not in (1, 161)]
ROEM: tuple[list[int], ...] = ([], [20], [50], [20, 50])


def played(total: int, maker: int = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "maker": maker, "points": [total, 162 - total], **more}


# ---- What the pack can make ----------------------------------------------------------------


@cache
def sums_of_cards() -> dict[int, frozenset[int]]:
    """By number of cards: every sum of card points that so many of the 32 can have."""
    sums: dict[int, set[int]] = {count: set() for count in range(len(DECK) + 1)}
    sums[0].add(0)
    for card in DECK:
        worth = card_points(card, TRUMP)
        for count in range(len(DECK), 0, -1):
            sums[count] |= {below + worth for below in sums[count - 1]}
    return {count: frozenset(found) for count, found in sums.items()}


def totals_of_the_pack() -> set[int]:
    """Every total of a side: whole tricks, and the last of them or not."""
    without_last = chain(*(sums_of_cards()[4 * tricks] for tricks in range(8)))
    with_last = chain(*(sums_of_cards()[4 * tricks] for tricks in range(1, 9)))
    return set(without_last) | {total + 10 for total in with_last}


def test_the_pack_makes_every_total_but_1_and_161() -> None:
    assert set(TOTALS) - totals_of_the_pack() == {1, 161} == set(rules.NO_SUCH_POINTS)
    assert totals_of_the_pack() <= set(TOTALS)


def test_the_pack_counts_152_and_the_last_trick_makes_162() -> None:
    assert sums_of_cards()[32] == {152}
    assert rules.ALL_POINTS == 162


def test_exactly_the_totals_of_the_pack_are_accepted() -> None:
    for maker, total in product(range(4), TOTALS):
        expected = [] if total in totals_of_the_pack() else [("points", "no_such_points")]
        assert problem_codes(played(total, maker)) == expected


def test_points_are_accepted_only_when_they_add_up() -> None:
    for first, second in product(range(0, 163, 9), TOTALS):
        if first + second != 162:
            dealt = {"kind": "played", "maker": 0, "points": [first, second]}
            assert problem_codes(dealt) == [("points", "sum")]


# ---- What every total is worth -------------------------------------------------------------


def expected(total: int, maker: int, tie: str, roem: tuple[list[int], list[int]]) -> list[int]:
    own = [total + sum(roem[0]), 162 - total + sum(roem[1])]
    makers, others = own[maker % 2], own[1 - maker % 2]
    if makers > others or (makers == others and tie == "keep"):
        return own
    everything = 162 + sum(roem[0]) + sum(roem[1])
    return [0, everything] if maker % 2 == 0 else [everything, 0]


@pytest.mark.parametrize("tie", ["nat", "keep"])
@pytest.mark.parametrize("maker", range(4))
def test_every_total_is_made_or_nat(maker: int, tie: str) -> None:
    for total in POSSIBLE:
        score = score_of(played(total, maker), {"tie": tie})
        assert list(score.points) == expected(total, maker, tie, ([], []))


@pytest.mark.parametrize("tie", ["nat", "keep"])
@pytest.mark.parametrize("maker", [0, 1])
def test_every_total_with_roem_is_made_or_nat(maker: int, tie: str) -> None:
    ties = 0
    for first, second in product(ROEM, ROEM):
        for total in range(20, 143):  # enough points for any of these melds on both sides
            dealt = played(total, maker, roem=[first, second])
            score = score_of(dealt, {"tie": tie})
            assert list(score.points) == expected(total, maker, tie, (first, second))
            ties += total + sum(first) == 162 - total + sum(second)
    assert ties > 10


def test_without_roem_82_is_the_fewest_that_makes_it() -> None:
    made = [total for total in POSSIBLE if score_of(played(total)).points[0] > 0]
    assert made == [total for total in POSSIBLE if total >= 82]


def test_no_point_is_lost_and_none_is_found() -> None:
    for maker, total in product(range(4), POSSIBLE):
        for tie in ("nat", "keep"):
            assert sum(score_of(played(total, maker), {"tie": tie}).points) == 162


def test_everybody_moving_one_seat_swaps_the_columns() -> None:
    for maker, total in product(range(4), range(20, 143)):
        for first, second in (([], []), ([20], []), ([50], [20])):
            here = score_of(played(total, maker, roem=[first, second]))
            moved = score_of(played(162 - total, (maker + 1) % 4, roem=[second, first]))
            assert here.points == moved.points[::-1]


def test_a_pit_swaps_columns_with_the_seats_too() -> None:
    for maker, side, worth in product(range(4), (0, 1), (0, 100)):
        dealt = played(162 if side == 0 else 0, maker, pit=side)
        turned = played(0 if side == 0 else 162, (maker + 1) % 4, pit=1 - side)
        house = {"pit_defenders": worth}
        assert score_of(dealt, house).points == score_of(turned, house).points[::-1]


def test_a_pit_adds_a_hundred_and_never_decides() -> None:
    for maker, side in product(range(4), (0, 1)):
        total = 162 if side == 0 else 0
        plain, pit = score_of(played(total, maker)), score_of(played(total, maker, pit=side))
        more = [after - before for before, after in zip(plain.points, pit.points, strict=True)]
        assert more == ([100, 0] if side == 0 else [0, 100])


# ---- What melds are made of ----------------------------------------------------------------


def test_a_trick_holds_one_meld_and_perhaps_the_stuk_apart() -> None:
    every = {"four_low": 100}
    by_count: defaultdict[int, int] = defaultdict(int)
    for cards in combinations(DECK, 4):
        assert len(melds_of(cards, TRUMP, every)) <= 1
        by_count[len(melds_of(cards, TRUMP, every, stuk_apart=True))] += 1
    assert set(by_count) == {0, 1, 2}
    assert rules.MELDS_AT_MOST == 8 + 1


def test_no_two_sequences_lie_in_one_trick() -> None:
    for cards in combinations(DECK, 4):
        run = longest_run(set(cards))
        assert len(run) < 3 or len(longest_run(set(cards) - set(run))) < 3


def test_nine_melds_can_really_be_written() -> None:
    """Every suit falls in two sequences of four, and the table writes the stuk by itself."""
    tricks = [[(suit, rank) for rank in half] for suit in SUITS for half in (RANKS[:4], RANKS[4:])]
    melds = list(chain(*(melds_of(trick, TRUMP, {}, stuk_apart=True) for trick in tricks)))
    assert len(melds) == 9
    assert score_of(played(162, roem=[melds, []], pit=0)).points == (262 + sum(melds), 0)
    assert ("roem", "too_many_melds") in problem_codes(played(162, roem=[[*melds, 20], []], pit=0))
