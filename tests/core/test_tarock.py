"""The pack of the Tarocks, counted card by card."""

from scorekeeper.core import tarock
from scorekeeper.core.piles import divides


def cards() -> list[int]:
    """The half points of every card, from the list of the cards themselves."""
    trumps = [9 if number in (1, 21) else 1 for number in range(1, 22)]
    suit = [9, 7, 5, 3] + [1] * 10
    return [*trumps, 9, *suit * 4]


def test_the_whole_pack_counts_ninety_one() -> None:
    assert len(cards()) == tarock.CARDS
    assert sum(cards()) == tarock.ALL_HALF_POINTS


def test_the_pack_above_its_halves_is_the_same_pack() -> None:
    above = tarock.ABOVE_PLAIN
    told = [2 * points + 1 for points, how_many in above.counting for _ in range(how_many)]
    assert sorted(told + [1] * above.blanks) == sorted(cards())


def test_four_plain_cards_are_two_points_and_nothing_less() -> None:
    others = tarock.CARDS - 4
    whole = sum(points * how_many for points, how_many in tarock.ABOVE_PLAIN.counting)
    assert divides(tarock.ABOVE_PLAIN, (4, others), (0, whole))
    assert not divides(tarock.ABOVE_PLAIN, (4, others), (17, whole - 17))
