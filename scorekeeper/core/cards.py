"""The suits of a pack of cards."""

from enum import StrEnum


class Suit(StrEnum):
    """The four suits; the values are the words of the sheet file."""

    CLUBS = "clubs"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"


SYMBOLS = {Suit.CLUBS: "♣", Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦"}
