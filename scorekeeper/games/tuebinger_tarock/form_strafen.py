"""The Strafen of a round in its form: a list that grows by buttons, or the cards of a hand.

A word says whose a Strafe is, which, and of how many cards a row is: `0:skimon`, `1:obere:4`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wtforms import HiddenField

from scorekeeper.core.cards import SYMBOLS, Suit
from scorekeeper.core.codec import record_of
from scorekeeper.core.number_parsing import typed_number
from scorekeeper.games.choices import FormChoice, Label, Sentence, SignedNumber
from scorekeeper.games.fields import SHORT_NUMBER, without_none
from scorekeeper.games.round_form import Data
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.hand import COURTS, NUMBERS, PICTURES, SKI, Held
from scorekeeper.games.tuebinger_tarock.rules import Strafe, What


class StrafenField(HiddenField):
    """The Strafen of a round; what says none is kept, to be refused."""

    @property
    def words(self) -> list[str]:
        """The Strafen as they are sent, one word each."""
        return str(self.data or "").split()

    @property
    def value(self) -> list[Data] | None:
        """The Strafen as the sheet file says them."""
        return self._listed or None

    @property
    def _listed(self) -> list[Data]:
        return [_read(word) for word in self.words]

    @property
    def chips(self) -> list[tuple[str, Strafe | None]]:
        """Each word with the Strafe that it says, if any, for the button that takes it back."""
        return [(word, _made(_read(word))) for word in self.words]

    def process_data(self, value: Iterable[Data] | None) -> None:
        """Hold the Strafen of a sheet file."""
        self.data = " ".join(map(_written, value or ()))

    def add(self, seat: int, what: What) -> None:
        """One more Strafe for a player.

        A row grows by a card instead, of the fates of the Einser there is only one, and nothing but
        a family can be had twice.
        """
        if what in rules.FATES:
            self.process_data(each for each in self._listed if each["what"] not in rules.FATES)
        if what in rules.FAMILIES:
            self.process_data([*self._listed, {"seat": seat, "what": what}])
        else:
            self.add_hand(seat, (Held(what, self._longer_row(seat, what)),))

    def _longer_row(self, seat: int, what: What) -> int | None:
        """The cards of a player's row with one more, or of a new row; None of what is no row."""
        if what not in rules.ROWS:
            return None
        held = [_cards(each) for each in self._listed if _is_of(each, seat, what)]
        return min(max([rules.ROW_AT_LEAST - 1, *held]) + 1, rules.TRICKS)

    def add_hand(self, seat: int, held: Sequence[Held]) -> None:
        """Put the Strafen of a hand into the list, as `with_hand` counts them."""
        self.process_data(self.with_hand(seat, held))

    def with_hand(self, seat: int, held: Sequence[Held]) -> list[Data]:
        """As the sheet file says them, with those of a hand; the list itself stays as it is.

        Only with those that are not in it yet; a row has as many cards as the longer of both.
        """
        listed, compared = self._listed, self._listed
        for strafe in held:
            same = next((each for each in compared if _is_of(each, seat, strafe.what)), None)
            if same is None:
                listed.append(record_of(Strafe).write(strafe.of(seat)))
                continue
            compared.remove(same)
            if strafe.count is not None and strafe.count > _cards(same):
                listed[listed.index(same)] = same | {"count": strafe.count}
        return listed

    def take(self, place: str) -> None:
        """Take the Strafe at *place* out, counted from 0; nothing where there is none."""
        words = self.words
        if SHORT_NUMBER.fullmatch(place):
            words[int(place) : int(place) + 1] = []
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


def _is_of(strafe: Data, seat: int, what: What) -> bool:
    return bool((strafe["seat"], strafe["what"]) == (seat, what))


def _cards(strafe: Data) -> int:
    """The number of cards of a row; 0 where none is told."""
    made = _made(strafe)
    return (made and made.count) or 0


def _written(strafe: Data) -> str:
    """A Strafe of a sheet file as a word."""
    count = strafe.get("count")
    return f"{strafe['seat']}:{strafe['what']}" + ("" if count is None else f":{count}")


def _read(word: str) -> Data:
    """A word as a Strafe of a sheet file; nonsense is kept, to be refused."""
    seat, _, rest = word.partition(":")
    what, _, count = rest.partition(":")
    return {"seat": typed_number(seat), "what": what} | without_none(count=typed_number(count))


def _made(strafe: Data) -> Strafe | None:
    """The Strafe that a sheet file says; None where it says none."""
    made: Strafe | None = record_of(Strafe).collect(strafe, rules.SEATS, [])
    return made


# ---- The cards of a hand -------------------------------------------------------------------------


class HandCard(NamedTuple):
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
