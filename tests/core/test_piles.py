"""Every division of a small pack is tried; the big pack is dealt out at random."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from scorekeeper.core.piles import Pack, divides, ends

SMALL = ((5, 5, 3, 0, 0, 1), Pack(((5, 2), (3, 1), (1, 1)), 2))
PLAIN = ((4, 4, 4, 2, 2), Pack(((4, 3), (2, 2)), 0))
BIG = Pack(((11, 4), (10, 4), (4, 4), (3, 4), (2, 4)), 16)
BIG_CARDS = [11, 10, 4, 3, 2] * 4 + [0] * 16


def every_division(values: tuple[int, ...], piles: int) -> set[tuple[tuple[int, int], ...]]:
    """Cards and points of every pile, for every way to give each card to one of them."""
    found = set()
    for owners in product(range(piles), repeat=len(values)):
        held = list(zip(owners, values, strict=True))
        found.add(
            tuple(
                (owners.count(pile), sum(value for owner, value in held if owner == pile))
                for pile in range(piles)
            )
        )
    return found


@pytest.mark.parametrize("piles", [1, 2, 3, 4])
@pytest.mark.parametrize(("values", "pack"), [SMALL, PLAIN])
def test_a_small_pack_makes_the_piles_it_can_and_no_others(
    values: tuple[int, ...], pack: Pack, piles: int
) -> None:
    possible = every_division(values, piles)
    points = range(-1, sum(values) + 2)
    counts = product(range(len(values) + 2), repeat=piles)
    wanted = [each for each in counts if abs(sum(each) - len(values)) <= 1]
    random = Random(1)
    tried = Counter[bool]()
    for cards in wanted:
        for _ in range(60):
            held = [random.choice(points) for _ in cards[1:]]
            held.append(sum(values) - sum(held) + random.choice((0, 0, 0, 1)))
            made = divides(pack, cards, tuple(held))
            assert made == (tuple(zip(cards, held, strict=True)) in possible), (cards, held)
            tried[made] += 1
    assert min(tried[True], tried[False]) > 0
    for division in possible:
        assert divides(pack, *zip(*division, strict=True))


def test_every_division_of_a_real_pack_can_be() -> None:
    random = Random(2)
    for _ in range(1_000):
        owners = random.choices(range(4), weights=[random.random() ** 3 for _ in range(4)], k=36)
        cards = tuple(owners.count(pile) for pile in range(4))
        held = list(zip(owners, BIG_CARDS, strict=True))
        points = tuple(sum(value for owner, value in held if owner == pile) for pile in range(4))
        assert divides(BIG, cards, points)


def test_piles_that_each_could_be_cannot_always_be_together() -> None:
    """Twenty in three cards are two tens, thirty are three: there are only four."""
    assert divides(BIG, (3, 33), (20, 100))
    assert divides(BIG, (3, 33), (30, 90))
    assert divides(BIG, (6, 30), (50, 70))
    assert not divides(BIG, (3, 3, 30), (20, 30, 70))


@pytest.mark.parametrize("numbers", [{0}, {7}, {0, 7}, {3, 4, 180}])
def test_a_bit_set_has_a_lowest_and_a_highest_number(numbers: set[int]) -> None:
    assert ends(sum(1 << number for number in numbers)) == (min(numbers), max(numbers))
