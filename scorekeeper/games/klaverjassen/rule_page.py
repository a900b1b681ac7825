"""The tables of the rule page: what cards, melds and all tricks are worth at a table."""

from dataclasses import dataclass

from scorekeeper.games.card_values import CardValue, strongest_first
from scorekeeper.games.klaverjassen.rules import (
    ALL_POINTS,
    FOUR_ALIKE,
    LAST_TRICK,
    LONG_STUK,
    PIT,
    PLAIN_CARDS,
    SEQUENCES,
    SHORT_STUK,
    STUK,
    TRUMP_CARDS,
    HouseRules,
)


@dataclass(frozen=True, slots=True)
class RulePage:
    """The cards of a suit, the strongest first, and what every meld is worth, by its name.

    The worth of those in *agreed* is decided by the house rule of the same name.
    """

    trumps: tuple[CardValue, ...]
    plain: tuple[CardValue, ...]
    melds: tuple[tuple[str, int], ...]
    agreed: tuple[tuple[str, int], ...]
    all_points: int = ALL_POINTS
    last_trick: int = LAST_TRICK
    in_cards: int = ALL_POINTS - LAST_TRICK
    pit: int = PIT


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    return RulePage(
        trumps=strongest_first(TRUMP_CARDS),
        plain=strongest_first(PLAIN_CARDS),
        melds=(
            ("three", SEQUENCES[3]),
            ("four", SEQUENCES[4]),
            ("stuk", STUK),
            ("three_stuk", SHORT_STUK),
            ("four_stuk", LONG_STUK),
            ("four_high", FOUR_ALIKE),
        ),
        agreed=(("four_jacks", house.four_jacks), ("four_low", house.four_low)),
    )
