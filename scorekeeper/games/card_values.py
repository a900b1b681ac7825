"""What cards count, as the tables of a rule page show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.core.tarock import HALVES, HONOUR, JACK, KNIGHT, PLAIN, QUEEN


@dataclass(frozen=True, slots=True)
class CardValue:
    """A card by its short sign, as the sentences `card.…` name it, and what it counts."""

    card: str
    value: int | Decimal


def strongest_first(values: Mapping[str, int]) -> tuple[CardValue, ...]:
    """The cards of a suit in which more points are also more strength.

    Of cards that count the same the one that stands first is the stronger one.
    """
    return in_this_order(sorted(values.items(), key=lambda pair: -pair[1]))


def in_this_order(values: Iterable[tuple[str, int | Decimal]]) -> tuple[CardValue, ...]:
    """The cards of a suit as they stand."""
    return tuple(CardValue(card, value) for card, value in values)


def tarock_values(honours: str) -> tuple[CardValue, ...]:
    """The cards of the Tarocks; the three highest have the sign *honours*."""
    cards = (honours, "K", "Q", "knight", "J", "others")
    values = (Decimal(halves) / HALVES for halves in (HONOUR, HONOUR, QUEEN, KNIGHT, JACK, PLAIN))
    return in_this_order(zip(cards, values, strict=True))
