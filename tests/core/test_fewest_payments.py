"""Everybody is quits in the end, and nobody pays more often than need be."""

from collections.abc import Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scorekeeper.core import fewest_payments
from scorekeeper.core.fewest_payments import EXACT_AT_MOST, fewest_transfers


def settle(balances: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom how much, by their places in the list."""
    found = fewest_transfers(dict(enumerate(balances)))
    return tuple((each.payer, each.payee, each.cents) for each in found)


def quits(balances: Sequence[int]) -> list[int]:
    left = list(balances)
    for payer, payee, cents in settle(balances):
        assert cents > 0
        assert payer != payee
        left[payer] += cents
        left[payee] -= cents
    return left


def fewest(balances: Sequence[int]) -> int:
    """By trying every way to split the people into groups that are quits among themselves.

    Who hands money to whom ties people together: so many people that are quits need one payment
    less than they are, and nothing can be split off them without one more.
    """
    return _fewest(tuple(cents for cents in balances if cents))


def _fewest(balances: tuple[int, ...]) -> int:
    if not balances:
        return 0
    first, *rest = balances
    return min(
        count + _fewest(tuple(rest[place] for place in range(len(rest)) if place not in chosen))
        for count in range(len(rest) + 1)
        for chosen in combinations(range(len(rest)), count)
        if first + sum(rest[place] for place in chosen) == 0
    )


def random_balances(people: int, cents_at_most: int, random: Random) -> list[int]:
    """So many people, nobody of whom is quits."""
    while True:
        balances = [
            random.choice((-1, 1)) * random.randint(1, cents_at_most) for _ in range(people - 1)
        ]
        if sum(balances):
            return [*balances, -sum(balances)]


def assert_fewest(people: int, evenings: int, random: Random) -> None:
    """Small amounts, so that many are quits in groups, and such as evenings end with."""
    saved = 0
    for _ in range(evenings):
        balances = random_balances(people, random.choice((3, 12, 500)), random)
        assert quits(balances) == [0] * people
        payments = len(settle(balances))
        assert payments == fewest(balances), balances
        saved += people - 1 - payments
    assert saved > 0 or people < 4


def test_nobody_pays_where_everybody_is_quits() -> None:
    assert settle([]) == settle([0, 0, 0]) == ()


def test_one_loser_pays_every_winner() -> None:
    assert settle([15, -45, 30]) == ((1, 0, 15), (1, 2, 30))


def test_two_pairs_that_are_quits_pay_twice_not_three_times() -> None:
    assert settle([120, -75, -120, 75]) == ((1, 3, 75), (2, 0, 120))


def test_money_from_nowhere_is_an_error() -> None:
    with pytest.raises(ValueError, match="add up to 5"):
        settle([5, 0])


def test_every_small_evening_of_four_takes_the_fewest_payments() -> None:
    for first in product(range(-4, 5), repeat=3):
        balances = [*first, -sum(first)]
        assert quits(balances) == [0] * 4
        assert len(settle(balances)) == fewest(balances), balances


@given(some.lists(some.integers(-500, 500), max_size=8))
def test_any_evening_takes_the_fewest_payments(first: list[int]) -> None:
    balances = [*first, -sum(first)]
    assert quits(balances) == [0] * len(balances)
    assert len(settle(balances)) == fewest(balances)


@pytest.mark.parametrize("people", range(2, 10))
def test_up_to_nine_people_take_the_fewest_payments(people: int) -> None:
    assert_fewest(people, 40, Random(people))


@pytest.mark.soak(short="test_any_evening_takes_the_fewest_payments")
@pytest.mark.parametrize("people", range(2, 10))
def test_thousands_of_evenings_take_the_fewest_payments(people: int) -> None:
    assert_fewest(people, 2_000, Random(100 + people))


def test_as_many_payments_whoever_sits_where() -> None:
    counts = {len(settle(seats)) for seats in permutations([40, -40, 25, -25, 10, -10])}
    assert counts == {3}


def test_six_pairs_who_are_quits_pay_six_times() -> None:
    """Twelve people: as many as the fewest payments are looked for."""
    owed = [1 << number for number in range(6)]
    assert len(settle([*owed, *(-cents for cents in reversed(owed))])) == len(owed)


def test_a_crowd_is_quits_with_fewer_payments_than_people() -> None:
    crowd = [*range(1, 200), -sum(range(1, 200))]
    assert quits(crowd) == [0] * len(crowd)
    assert len(settle(crowd)) < len(crowd)
    full = [*range(1, EXACT_AT_MOST), -sum(range(1, EXACT_AT_MOST))]
    assert quits(full) == [0] * EXACT_AT_MOST


def test_among_many_people_each_step_is_a_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counting(*cents: int) -> int:
        nonlocal asked
        asked += 1
        return min(cents)

    monkeypatch.setattr(fewest_payments, "min", counting, raising=False)
    payments = settle([each for number in range(1, 400) for each in (number, -number)])
    assert 0 < len(payments) == asked < 798
