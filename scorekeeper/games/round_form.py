"""The form that rounds of a game are entered with: touches in, the plain data of a round out."""

from collections.abc import Sequence
from typing import Any, ClassVar

from wtforms import Field, Form, HiddenField, RadioField

from scorekeeper.core.game import Round, Table
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Phrase, Problem

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
        dealer = typed_number(self.dealer.data)
        return self.observed() | ({} if dealer is None else {"dealer": dealer})


def seat_choices(table: Table[Any]) -> dict[str, Any]:
    """Every seat as a choice of a form; the page writes the names."""
    return {str(seat): str(seat) for seat in range(table.seats)}


def show_field(field: Field, value: Any) -> None:
    """Put a value into a field of a form, or nothing for None."""
    field.data = "" if value is None else str(value)
