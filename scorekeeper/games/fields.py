"""Form fields that more than one game enters its rounds with."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from wtforms import RadioField, SelectMultipleField, StringField

from scorekeeper.core.cards import SYMBOLS, Suit

SHORT_NUMBER = re.compile(r"[0-9]{1,6}")


def seat_field() -> RadioField:
    """One player, by a touch on the name; the choices come from the table."""
    return RadioField(validate_choice=False)


def seats_field() -> SelectMultipleField:
    """Any number of players, each by a touch on the name; the data are a list of seats."""
    return SelectMultipleField(validate_choice=False)


def suit_field() -> RadioField:
    """One of the four suits."""
    choices = {suit.value: SYMBOLS[suit] for suit in Suit}
    return RadioField(choices=choices, validate_choice=False)


def choice_field(*values: str, default: str | None = None) -> RadioField:
    """One of a few words; the page says what each is called."""
    return RadioField(
        choices={value: value for value in values}, default=default, validate_choice=False
    )


def number_field() -> StringField:
    """A number typed with the phone's digits: text, so that nothing typed is ever lost."""
    return StringField()


def tally(text: Any) -> list[Any]:
    """The numbers of a field that is filled by touches (20 50); anything else as it was typed."""
    words = str(text or "").split()
    return [int(word) if SHORT_NUMBER.fullmatch(word) else word for word in words]


def tally_text(numbers: Any) -> str:
    """The other way round."""
    return " ".join(str(number) for number in numbers)


def completed(counts: Sequence[Any], total: int | None) -> list[Any] | None:
    """Counts that add up to *total*: the one left empty is what the others lack.

    Several left empty are nothing where nothing is lacking. None where a gap remains; a count that
    is no number stands in the gaps as well, to be refused.
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


def linked(cells: Iterable[tuple[Any, int, int]]) -> tuple[Any, ...]:
    """What fields say of the number p behind them: nothing, one value, or several that differ.

    Every cell is what was typed there, and the base and sign of its field, which shows
    base + sign * p. What is no number stands as it was typed, to be refused.
    """
    found = [
        sign * exact(value - base) if isinstance(value, int | Decimal) else value
        for value, base, sign in cells
        if value is not None
    ]
    return tuple(dict.fromkeys(found))


def exact(value: int | Decimal) -> int | Decimal:
    """The same number, whole if it is whole."""
    return int(value) if value == int(value) else value


def given(**values: Any) -> dict[str, Any]:
    """The keys that were filled in."""
    return {name: value for name, value in values.items() if value is not None}
