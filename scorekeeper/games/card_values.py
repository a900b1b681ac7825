"""What cards count, as the tables of a rule page show it."""

from decimal import Decimal

from scorekeeper.core.tarock import HALVES, HONOUR, JACK, KNIGHT, PLAIN, QUEEN

CardValues = tuple[tuple[str, int | Decimal], ...]
"""Cards by their short signs, as the sentences `card.…` name them, and what each counts."""


def tarock_values(honours: str) -> CardValues:
    """The cards of the Tarocks; the three highest have the sign *honours*."""
    cards = (honours, "K", "Q", "knight", "J", "others")
    values = (Decimal(halves) / HALVES for halves in (HONOUR, HONOUR, QUEEN, KNIGHT, JACK, PLAIN))
    return tuple(zip(cards, values, strict=True))
