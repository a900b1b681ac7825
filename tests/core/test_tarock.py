"""The pack of the Tarocks, counted card by card."""

from scorekeeper.core import tarock


def cards() -> list[int]:
    """The half points of every card, from the list of the cards themselves."""
    trumps = [9 if number in (1, 21) else 1 for number in range(1, 22)]
    suit = [9, 7, 5, 3] + [1] * 10
    return [*trumps, 9, *suit * 4]


def test_the_whole_pack_counts_ninety_one() -> None:
    assert len(cards()) == tarock.CARDS
    assert sum(cards()) == tarock.ALL_HALF_POINTS


def test_every_suit_has_fourteen_cards() -> None:
    assert tarock.SUIT_CARDS == 14
    assert tarock.SUIT_CARDS * tarock.SUITS + tarock.TRUMPS + 1 == tarock.CARDS


def test_an_excuse_that_goes_home_moves_four_points() -> None:
    assert tarock.EXCHANGED == cards()[tarock.TRUMPS] - min(cards()) == 8


def test_seven_cards_count_like_a_king() -> None:
    assert cards().count(tarock.HONOUR) == tarock.HONOURS


def test_the_pack_is_twenty_one_tarocks_the_excuse_and_four_suits_of_fourteen() -> None:
    assert len(range(1, 22)) == tarock.TRUMPS
    assert tarock.CARDS == tarock.TRUMPS + 1 + tarock.SUITS * 14
