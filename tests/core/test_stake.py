"""Every two sides settle their difference, and what one person gets another one pays."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from scorekeeper.core.stake import (
    STAKE_AT_MOST,
    SettledPair,
    Stake,
    Stretch,
    balances_of,
    settled_pairs,
)

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")
PARTNERS = (("Anna", "Clara"), ("Bert", "Dirk"))
HUGE = 10**15  # points


def alone(*points: int, people: Sequence[str] = NAMES) -> Stretch:
    return Stretch(tuple((person,) for person in people[: len(points)]), points)


def test_each_partner_of_the_losing_side_pays_one_of_the_winning_side() -> None:
    """1500 : 1236 at 10 cents for every 100 points: 264 points are 26.4 cents."""
    found = balances_of([Stretch(PARTNERS, (1500, 1236))], Stake(10, 100))
    assert found == {"Anna": 26, "Clara": 26, "Bert": -26, "Dirk": -26}


@pytest.mark.parametrize(
    ("points", "stake", "found"),
    [
        # 30 : 10 : −5 : −35 at a cent a point: Anna wins 20, 35 and 65.
        ((30, 10, -5, -35), Stake(1, 1), [120, 40, -20, -140]),
        # At 5 cents for every 7 points: 20 → 14, 35 → 25, 65 → 46; 15 → 10, 45 → 32; 30 → 21.
        ((30, 10, -5, -35), Stake(5, 7), [85, 28, -14, -99]),
        # Five, at a cent for every 10: 39 and 19 lose their 9, and 1 is nothing.
        ((40, 0, 20, 1, 40), Stake(1, 10), [9, -10, -1, -7, 9]),
        # Six, only one of whom has scored.
        ((0, 0, 0, 0, 0, 99), Stake(2, 10), [-19, -19, -19, -19, -19, 95]),
        ((7, 7, 7, 7), Stake(100, 1), [0, 0, 0, 0]),
    ],
)
def test_every_two_sides_settle_by_themselves(
    points: tuple[int, ...], stake: Stake, found: list[int]
) -> None:
    assert list(balances_of([alone(*points)], stake).values()) == found


def test_each_stretch_drops_its_own_fractions() -> None:
    """19 points are 1 cent at a cent for 10; twice 19 are 2 and not 3, though 38 would be."""
    stake, eva = Stake(1, 10), ("Eva", "Bert")
    assert balances_of([alone(19, 0)], stake) == {"Anna": 1, "Bert": -1}
    assert balances_of([alone(19, 0), alone(19, 0)], stake) == {"Anna": 2, "Bert": -2}
    found = balances_of([alone(19, 0), alone(0, 25, people=eva), alone(19, 0)], stake)
    assert found == {"Anna": 2, "Bert": 0, "Eva": -2}


@pytest.mark.parametrize(
    ("stake", "difference", "dropped"),
    [
        (Stake(1, 10), 19, True),
        (Stake(1, 10), -19, True),
        (Stake(1, 10), 20, False),
        (Stake(5, 10), 3, True),
        (Stake(5, 10), 4, False),
        (Stake(7, 1), 3, False),
        (Stake(1, 10), 0, False),
    ],
)
def test_it_is_told_where_a_fraction_of_a_cent_is_dropped(
    stake: Stake, difference: int, dropped: bool
) -> None:
    assert stake.drops_fraction(difference) is dropped


def test_two_that_are_even_are_named_in_the_order_of_the_table() -> None:
    assert list(settled_pairs(alone(7, 7), Stake(1, 1))) == [
        SettledPair(("Anna",), ("Bert",), 0, 0)
    ]


def test_nobody_is_up_or_down_before_the_first_round() -> None:
    assert balances_of([], Stake(1, 1)) == {}
    assert balances_of([Stretch(PARTNERS, (0, 0))], Stake(1, 1)) == dict.fromkeys(
        ("Anna", "Clara", "Bert", "Dirk"), 0
    )


def test_no_cent_is_lost_in_huge_numbers() -> None:
    points = 9_007_199_254_740_993  # a float would make it an even number
    found = balances_of([alone(points, 0)], Stake(STAKE_AT_MOST, 1))
    assert found["Anna"] == -found["Bert"] == points * STAKE_AT_MOST
    assert balances_of([alone(points, 0)], Stake(1, 2))["Anna"] == 4_503_599_627_370_496


stakes = some.builds(
    Stake, some.integers(1, STAKE_AT_MOST), some.integers(1, STAKE_AT_MOST)
)  # as a file may say it
scores = some.integers(-HUGE, HUGE) | some.integers(-200, 200)
stretches = some.lists(
    some.builds(
        lambda people, points: alone(*points, people=people),
        some.permutations(NAMES),
        some.lists(scores, min_size=4, max_size=4),
    ),
    max_size=3,
)


@settings(max_examples=40)
@given(stretches, stakes)
def test_it_adds_up_to_nothing(played: list[Stretch], stake: Stake) -> None:
    assert sum(balances_of(played, stake).values()) == 0


@given(some.permutations(range(4)), some.lists(scores, min_size=4, max_size=4), stakes)
def test_it_is_the_same_wherever_somebody_sits(
    seats: list[int], points: list[int], stake: Stake
) -> None:
    """And the other way round where all points are."""
    found = balances_of([alone(*points)], stake)
    people, moved = [NAMES[seat] for seat in seats], [points[seat] for seat in seats]
    assert balances_of([alone(*moved, people=people)], stake) == found
    against = balances_of([alone(*(-each for each in points))], stake)
    assert against == {person: -cents for person, cents in found.items()}


@given(some.lists(some.lists(scores, min_size=3, max_size=3), min_size=1, max_size=3), stakes)
def test_a_pair_loses_less_than_a_cent_a_stretch(played: list[list[int]], stake: Stake) -> None:
    """Against the exact amount, whether the evening is one stretch or several."""
    found = balances_of([alone(*points) for points in played], stake)
    totals = [sum(points) for points in zip(*played, strict=True)]
    for seat, person in enumerate(NAMES[:3]):
        exact = sum(totals[seat] - total for total in totals) * stake.cents  # in 1/per cents
        assert abs(exact - found[person] * stake.per) < 2 * len(played) * stake.per


@given(some.tuples(scores, scores), stakes)
def test_partners_are_up_by_as_much_as_two_who_play_alone(
    points: tuple[int, int], stake: Stake
) -> None:
    one, other = balances_of([alone(*points)], stake).values()
    found = balances_of([Stretch(PARTNERS, points)], stake)
    assert list(found.values()) == [one, one, other, other]
