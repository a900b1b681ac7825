"""The tables of the rule page: what cards count, how many are dealt, what a Ramsch costs."""

from dataclasses import dataclass

from scorekeeper.games.card_values import CardValue, in_this_order
from scorekeeper.games.tapp.rules import (
    ALL_AUGEN,
    FULL_PACK,
    HEARTS_TIMES,
    PACK,
    TO_WIN,
    TRICKS,
    HouseRules,
)

COUNTING, LUSCHEN, SIX = ("A", "10", "K", "Q", "J"), ("9", "8", "7"), ("6",)


@dataclass(frozen=True, slots=True)
class Dealt:
    """How many *play*, the cards that each of them gets, and those in the *tapp*."""

    play: int
    cards: int
    tapp: int


@dataclass(frozen=True, slots=True)
class RulePage:
    """The cards of a suit, the strongest first, and what is dealt; nothing where tables differ.

    *ramsch* says what is paid to whom, in cents.
    """

    cards: tuple[CardValue, ...]
    dealt: tuple[Dealt, ...]
    ramsch: tuple[tuple[str, int], ...]
    all_augen: int = ALL_AUGEN
    to_win: int = TO_WIN
    hearts_times: int = HEARTS_TIMES


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    is_full = house.deck == FULL_PACK
    blanks = LUSCHEN + SIX * is_full
    worths = (worth for worth, _ in PACK.counting)
    return RulePage(
        cards=in_this_order((*zip(COUNTING, worths, strict=True), *((card, 0) for card in blanks))),
        dealt=tuple(Dealt(play, cards, FULL_PACK - play * cards) for play, cards in TRICKS.items())
        * is_full,
        ramsch=(("everybody", house.unit_cents), ("jungfer", house.jungfer)),
    )
