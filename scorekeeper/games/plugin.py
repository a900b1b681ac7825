"""What a room must bring: a game, the forms its rounds are entered with, and pages of its own."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from wtforms import Field, Form, HiddenField, RadioField

from scorekeeper.core.game import Game, Phrase, Problem, Round, Table
from scorekeeper.core.ledger import Ledger

Data = dict[str, Any]


class RoundForm(Form):
    """The form of one or more kinds of round; it only turns touches into plain data.

    What the data mean and whether they can be is judged in one place, for forms and files alike:
    by the shapes and the rules of the game. So `observed` gives what the sheet file would say
    (a field nobody filled in is left out, a number that is none stays as it was typed), and the
    problems come back from there, each to be shown at its field.
    """

    word: ClassVar[str]
    kinds: ClassVar[frozenset[str]]
    keys: ClassVar[frozenset[str]]  # of the sheet file: problems there are shown at a field

    key = HiddenField()
    based_on = HiddenField()
    dealer = RadioField(validate_choice=False)

    def __init__(self, table: Table[Any], formdata: Any = None, **values: Any) -> None:
        self.table = table
        super().__init__(formdata, **values)
        self.dealer.choices = seat_choices(table)

    @classmethod
    def offered(cls, table: Table[Any]) -> bool:
        """Whether this form has anything to enter at this table now."""
        return True

    def observed(self) -> Data:
        """The round as the sheet file would say it."""
        raise NotImplementedError

    def contradictions(self) -> Sequence[Problem]:
        """What was touched but has no place in the round that the other touches make."""
        return ()

    def hints(self) -> Sequence[Phrase]:
        """What can be said of the round while it is being filled in, beside its score."""
        return ()

    def show(self, dealt: Round[Any], data: Data) -> None:
        """Fill the fields in from a round that was written down; *data* is what a file says.

        A dealer who was named is filled in already.
        """
        raise NotImplementedError

    def touch(self, name: str, value: str) -> None:
        """What a button inside the form does that no script does by itself; most forms have none.

        A touch with no value only shows the form again.
        """

    @property
    def round_data(self) -> Data:
        """`observed`, with the dealer where somebody was named."""
        dealer = number(self.dealer.data)
        return self.observed() | ({} if dealer is None else {"dealer": dealer})


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a sheet that only this game has: a template and its frozen values."""

    template: str
    values: Any


def no_sections(ledger: Ledger) -> Sequence[Section]:
    """Most games show nothing beside their rounds."""
    return ()


ROUNDS_ON_PAPER = "print/rounds.html"


def plain_paper(ledger: Ledger) -> Sequence[Section]:
    """Points and running total of every side, round by round."""
    return (Section(ROUNDS_ON_PAPER, None),)


@dataclass(frozen=True)
class GamePlugin:
    """A game with its forms and pages; its templates lie in templates/games/<slug>/.

    `<word>.html` holds the fields of the form that goes by that word (it sees `form` and `entry`),
    `rules.html` the rules in the players' words; `examples` are rounds that it scores, as a file
    would say them, and that fit under any house rules. `paper` are the parts of the printed sheet,
    made of the macros in templates/print/_macros.html; of a ledger without rounds it is blank.
    """

    game: Game[Any, Any]
    forms: tuple[type[RoundForm], ...]
    examples: tuple[Data, ...] = ()
    sections: Callable[[Ledger], Sequence[Section]] = no_sections
    paper: Callable[[Ledger], Sequence[Section]] = plain_paper

    def form_named(self, word: str) -> type[RoundForm] | None:
        """The form that goes by this word, if there is one."""
        return next((form for form in self.forms if form.word == word), None)

    def form_for(self, observation: Any) -> type[RoundForm]:
        """The form that an observation was entered with; any for one nobody understands."""
        kind = self.game.kind_words.get(type(observation))
        return self.forms[0] if kind is None else self.form_of(kind)

    def form_of(self, kind: str) -> type[RoundForm]:
        """The form that a kind of round is entered with."""
        return next(form for form in self.forms if kind in form.kinds)


def seat_choices(table: Table[Any]) -> dict[str, Any]:
    """Every seat as a choice of a form; the page writes the names."""
    return {str(seat): str(seat) for seat in range(table.seats)}


def number(text: Any) -> Any:
    """A number as people type it (40,5 or 40.5), None for nothing, anything else as it is."""
    if text is None or not str(text).strip():
        return None
    typed = str(text).strip().replace(",", ".").replace("−", "-")
    if not _NUMBER.fullmatch(typed):
        return text
    value = Decimal(typed)
    return int(value) if value == value.to_integral_value() else value


def show_field(field: Field, value: Any) -> None:
    """Put a value into a field of a form, or nothing for None."""
    field.data = "" if value is None else str(value)


_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
