"""The form fields that rounds are entered with, and how counts complete each other.

Every field keeps what was sent as text (`data`), so that a form that is refused shows again exactly
what was typed. What a sheet file says of it is a property beside it: `value`, None for nothing;
`numbers` of a tally, `linked_number` of a number that several fields show. These do not judge: a
number that is none comes back as it was typed, and is refused where files are judged too.
`process_data` takes the value that a sheet file holds; None empties a field.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from wtforms import BooleanField, Form, HiddenField, SelectMultipleField, StringField

from scorekeeper.core.number_parsing import exact, typed_number
from scorekeeper.games.choices import FormChoice, Text

SHORT_NUMBER = re.compile(r"[0-9]{1,6}")


class TypedField(StringField):
    """What was typed or chosen: a number, or a word."""

    @property
    def value(self) -> Any:
        """An int or Decimal; None where nothing was typed, the text where it is no number."""
        return typed_number(self.data)

    def process_data(self, value: Any) -> None:
        """Hold a number or word as text."""
        self.data = None if value is None else str(value)


class ChoiceField(TypedField):
    """One of a few values, which the page offers as buttons labelled by *options*."""

    def __init__(self, *options: FormChoice, **more: Any) -> None:
        super().__init__(**more)
        self.options = options


class SeatField(ChoiceField):
    """One player, or one of *others*, such as nobody. Its form offers it the seats of the table."""

    def __init__(self, *others: FormChoice, **more: Any) -> None:
        super().__init__(**more)
        self.others = others

    @property
    def value(self) -> Any:
        """The seat that was chosen; what was sent where it is none, None for one of the others."""
        return None if self.data in [other.value for other in self.others] else super().value


class SeatsField(SelectMultipleField):
    """Any number of players. Its form offers it the seats of the table."""

    options: tuple[FormChoice, ...] = ()
    others: tuple[FormChoice, ...] = ()  # there are none

    @property
    def value(self) -> list[Any] | None:
        """The seats that were chosen; what was sent where one is no number."""
        return [typed_number(seat) for seat in self.data or () if seat] or None


class FlagField(BooleanField):
    """Something that is so where it is ticked."""

    @property
    def value(self) -> bool | None:
        """True; None where nobody said so."""
        return True if self.data else None


class NumberField(TypedField):
    """A number typed with the digits of a phone."""


class LinkedNumberField(NumberField):
    """One of several fields that show the same number p, each as base + sign × p.

    So one field may hold the points of one side and another those of the other side, 91 − p. The
    page calls it *caption* and gets base and sign from here, to fill in the other fields as soon as
    one is typed.
    """

    def __init__(self, caption: Text, *, base: int = 0, sign: int = 1, **more: Any) -> None:
        super().__init__(**more)
        self.caption, self.base, self.sign = caption, base, sign

    @property
    def linked_number(self) -> Any:
        """The number p; None where nothing was typed, the text where it is no number."""
        number = self.value
        if not isinstance(number, int | Decimal):
            return number
        return exact(self.sign * (number - self.base))

    def process_data(self, value: Any) -> None:
        """Show the number p as this field shows it."""
        super().process_data(None if value is None else self.base + self.sign * value)


class TallyField(HiddenField):
    """A list of small whole numbers, such as 20 50, that grows and shrinks by buttons."""

    @property
    def numbers(self) -> list[Any]:
        """The numbers; what is none stays as it was sent."""
        words = str(self.data or "").split()
        return [int(word) if SHORT_NUMBER.fullmatch(word) else word for word in words]

    def process_data(self, value: Any) -> None:
        """Hold a list of numbers as text."""
        self.data = " ".join(str(number) for number in value or ())

    def add(self, number: int) -> None:
        """Put one more number at the end."""
        self.process_data([*self.numbers, number])

    def take(self, place: int) -> None:
        """Take the number at *place* out, counted from 0; nothing where there is none."""
        numbers = self.numbers
        self.process_data([*numbers[:place], *numbers[place + 1 :]])


class NumberedFields:
    """The fields name_0, name_1 and so on of a form: one for each seat, or each side.

    *at_most* are declared; asked of a form they are as many as there are players at its table.
    """

    def __init__(self, name: str, kind: Callable[[], Any], at_most: int) -> None:
        self.declared = {f"{name}_{number}": kind() for number in range(at_most)}

    def __set_name__(self, form: type[Form], name: str) -> None:
        for own_name, field in self.declared.items():
            setattr(form, own_name, field)

    def __get__(self, form: Any, kind: type[Form]) -> Any:
        if form is None:
            return self
        return tuple(form[name] for name in islice(self.declared, form.table.seats))


def linked_numbers(fields: Iterable[LinkedNumberField]) -> tuple[Any, ...]:
    """What linked fields say of the number behind them: nothing, one value, or several."""
    numbers = (field.linked_number for field in fields)
    return tuple(dict.fromkeys(number for number in numbers if number is not None))


def completed_counts(counts: Sequence[Any], total: int | None) -> list[Any] | None:
    """Counts that add up to *total*: the one left empty (None) is what the others lack.

    Several left empty are 0 where nothing is lacking. None where a gap remains, as always where
    there is no total and a count is missing. A count that is no number stands in the gaps as well,
    to be refused there.
    """
    lacking = sum(count is None for count in counts)
    if lacking == len(counts):
        return None
    rest = next((count for count in counts if not isinstance(count, int | Decimal | None)), None)
    if rest is None and lacking:
        if total is None:
            return None
        rest = max(0, exact(total - sum(count for count in counts if count is not None)))
        if lacking > 1 and rest:
            return None
    return [rest if count is None else count for count in counts]


def fill_each(fields: Iterable[Any], values: Iterable[Any]) -> None:
    """Put values of a sheet file into these fields one by one, as far as there are both."""
    for field, value in zip(fields, values, strict=False):
        field.process_data(value)


def without_none(**values: Any) -> dict[str, Any]:
    """The values by name, without those that are None."""
    return {name: value for name, value in values.items() if value is not None}
