"""The cards that a hand is entered with, as frozen values that the page draws as buttons."""

from dataclasses import dataclass

from scorekeeper.core.cards import SYMBOLS, Suit
from scorekeeper.games.choices import Label, Sentence
from scorekeeper.games.tuebinger_tarock.hand import COURTS, NUMBERS, PICTURES, SKI


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card: the value that is sent, what is drawn on it, and how it is read aloud."""

    value: str
    drawn: Label
    spoken: Label


@dataclass(frozen=True, slots=True)
class CardRow:
    """The Tarocks, or the pictures of a suit, which stands above them."""

    name: Label
    cards: tuple[HandCard, ...]


def _tarocks() -> CardRow:
    """The Ski, and the Tarocks from the highest to the lowest."""
    ski = Sentence("tuebinger_tarock.form.ski")
    numbers = (HandCard(number, number, number) for number in reversed(NUMBERS))
    return CardRow(Sentence("tuebinger_tarock.field.tarocks"), (HandCard(SKI, ski, ski), *numbers))


def _pictures(suit: Suit) -> CardRow:
    name = Sentence(f"suit.{suit}")
    return CardRow(
        SYMBOLS[suit],
        tuple(
            HandCard(
                card,
                Sentence(f"tuebinger_tarock.form.court.{court}"),
                (name, " ", Sentence(f"tuebinger_tarock.form.picture.{court}")),
            )
            for card, court in zip(PICTURES[suit], COURTS, strict=True)
        ),
    )


CARD_ROWS = (_tarocks(), *map(_pictures, PICTURES))
