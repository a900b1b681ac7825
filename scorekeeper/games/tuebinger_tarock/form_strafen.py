"""The Strafen of a round in its form: a list that grows by buttons, or the cards of a hand.

A word says whose a Strafe is, which, and of how many cards a row is: `0:skimon`, `1:obere:4`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wtforms import HiddenField

from scorekeeper.core.cards import SYMBOLS, Suit
from scorekeeper.core.codec import record_of
from scorekeeper.core.numbers import typed_number
from scorekeeper.games.choices import FormChoice, Label, Sentence, SignedNumber
from scorekeeper.games.fields import SHORT_NUMBER, without_none
from scorekeeper.games.round_form import Data
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.hand import COURTS, NUMBERS, PICTURES, SKI, Held
from scorekeeper.games.tuebinger_tarock.rules import Strafe, What


class StrafenField(HiddenField):
    """The Strafen of a round; what says none is kept as it was sent, to be refused."""

    @property
    def words(self) -> list[str]:
        """The Strafen as they are sent, one word each."""
        return str(self.data or "").split()

    @property
    def value(self) -> list[Data] | None:
        """The Strafen as the sheet file says them."""
        return [_read(word) for word in self.words] or None

    @property
    def chips(self) -> list[tuple[str, Strafe | None]]:
        """Each word with the Strafe that it says, if any, for the button that takes it back."""
        return [(word, _strafe(word)) for word in self.words]

    def process_data(self, value: Iterable[Data] | None) -> None:
        """Hold the Strafen of a sheet file."""
        self._write(_written(strafe) for strafe in value or ())

    def add(self, seat: int, what: What) -> None:
        """One more Strafe for a player.

        A row grows by a card instead, of the fates of the Einser there is only one, and nothing but
        a family can be had twice.
        """
        word, words = f"{seat}:{what}", self.words
        if what in rules.ROWS:
            words = _with_longer_row(words, seat, what)
        else:
            if what in rules.FATES:
                words = [other for other in words if other.partition(":")[2] not in rules.FATES]
            if word not in words or what in rules.FAMILIES:
                words = [*words, word]
        self._write(words)

    def add_hand(self, seat: int, held: Sequence[Held]) -> None:
        """Put the Strafen of a hand into the list, as `with_hand` counts them."""
        self._write(self._words_with(seat, held))

    def with_hand(self, seat: int, held: Sequence[Held]) -> list[Data]:
        """As the sheet file says them, with those of a hand; the list itself stays as it is."""
        return [_read(word) for word in self._words_with(seat, held)]

    def _words_with(self, seat: int, held: Sequence[Held]) -> list[str]:
        """The words, with those of a hand that are not in the list yet.

        A row has as many cards as the longer of both.
        """
        words, compared = self.words, self.words
        for strafe in held:
            word = _hand_word(seat, strafe)
            same = next((some for some in compared if _sort_of(some) == _sort_of(word)), None)
            if same is None:
                words.append(word)
                continue
            compared.remove(same)
            listed = _strafe(same)
            if (strafe.count or 0) > ((listed and listed.count) or 0):
                words[words.index(same)] = word
        return words

    def take(self, place: str) -> None:
        """Take the Strafe at *place* out, counted from 0; nothing where there is none."""
        words = self.words
        if SHORT_NUMBER.fullmatch(place):
            words[int(place) : int(place) + 1] = []
        self._write(words)

    def _write(self, words: Iterable[str]) -> None:
        self.data = " ".join(words)


def strafe_choices() -> tuple[FormChoice, ...]:
    """Every Strafe with what it is worth, a row by its cards."""
    per_card = Sentence("tuebinger_tarock.field.each", {"points": rules.ROW_EACH})
    return tuple(
        FormChoice(
            what,
            Sentence(f"tuebinger_tarock.form.strafe.{what}"),
            per_card if what in rules.ROWS else SignedNumber(rules.WORTH[what]),
        )
        for what in What
    )


def _with_longer_row(words: list[str], seat: int, what: What) -> list[str]:
    """The words with one card more in a player's row, or with a new row."""
    for place, word in enumerate(words):
        strafe = _strafe(word)
        if strafe and (strafe.seat, strafe.what) == (seat, what) and strafe.count is not None:
            longer = f"{seat}:{what}:{min(strafe.count + 1, rules.TRICKS)}"
            return [*words[:place], longer, *words[place + 1 :]]
    return [*words, f"{seat}:{what}:{rules.ROW_AT_LEAST}"]


def _sort_of(word: str) -> str:
    """Whose a Strafe is, and which: a word without the number of cards."""
    return ":".join(word.split(":")[:2])


def _hand_word(seat: int, held: Held) -> str:
    return _written(record_of(Strafe).write(held.of(seat)))


def _written(strafe: Data) -> str:
    """A Strafe of a sheet file as a word."""
    count = strafe.get("count")
    return f"{strafe['seat']}:{strafe['what']}" + ("" if count is None else f":{count}")


def _read(word: str) -> Data:
    """A word as a Strafe of a sheet file; nonsense is kept, to be refused."""
    seat, _, rest = word.partition(":")
    what, _, count = rest.partition(":")
    return {"seat": typed_number(seat), "what": what} | without_none(count=typed_number(count))


def _strafe(word: str) -> Strafe | None:
    """The Strafe that a word says; None where it says none."""
    made: Strafe | None = record_of(Strafe).collect(_read(word), rules.SEATS, [])
    return made


# ---- The cards of a hand -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card: the value that is sent, what is drawn on it, and how it is read aloud."""

    value: str
    drawn: Label
    spoken: Label


CardRow = tuple[Label, tuple[HandCard, ...]]
"""What stands above a row of cards, and the cards."""


def _tarocks() -> CardRow:
    """The Ski, and the Tarocks from the highest to the lowest."""
    ski = Sentence("tuebinger_tarock.form.ski")
    numbers = (HandCard(number, number, number) for number in reversed(NUMBERS))
    return Sentence("tuebinger_tarock.field.tarocks"), (HandCard(SKI, ski, ski), *numbers)


def _pictures(suit: Suit) -> CardRow:
    """The pictures of a suit, from the king to the jack."""
    name = Sentence(f"suit.{suit}")
    return SYMBOLS[suit], tuple(
        HandCard(
            card,
            Sentence(f"tuebinger_tarock.form.court.{court}"),
            (name, " ", Sentence(f"tuebinger_tarock.form.picture.{court}")),
        )
        for card, court in zip(PICTURES[suit], COURTS, strict=True)
    )


CARD_ROWS = (_tarocks(), *map(_pictures, PICTURES))
