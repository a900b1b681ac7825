"""Real cards, as far as more than one game speaks of them."""

from enum import StrEnum


class Suit(StrEnum):
    """The four suits, by the words of the public sheet file."""

    CLUBS = "clubs"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"


SYMBOLS = {Suit.CLUBS: "♣", Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦"}
