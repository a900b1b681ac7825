"""What the choices of a form are called: frozen labels that pages put into words.

A form knows no language and no names. So it says *which* name, amount or sentence stands on a
choice, and the macro `written` in templates/_labels.html writes it with the names of the sheet and
in the language of the page.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.phrases import Amount, NamedSeat, NamedSide


@dataclass(frozen=True, slots=True)
class SignedNumber:
    """A number that is written with its sign, +10 or −5; 0 has none."""

    signed: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence under *key* in the translations.

    *gaps* are the values of its gaps by name. Where *side_in_gap* is a side, the gap {side} is
    filled with the head of its column.
    """

    key: str
    gaps: Mapping[str, int | str] = field(default_factory=dict)
    side_in_gap: int | None = None


Text = str | NamedSeat | NamedSide | Amount | SignedNumber | Sentence
"""One piece of a label; a plain string is written as it is, in every language."""

Label = Text | tuple[Text, ...]
"""What stands on a choice: one piece, or several written one after the other."""


class FormChoice(NamedTuple):
    """A value that a field can have: the *value* as it is sent, and what is written on its button.

    *note* is written smaller, behind the label. *focus_next* names the group of number fields
    (`data-name` in the page) that the keyboard moves to once this is chosen; "" for none.
    """

    value: str
    label: Label
    note: Label | None = None
    focus_next: str = ""


SUITS = tuple(FormChoice(suit, symbol) for suit, symbol in SYMBOLS.items())
"""A choice for every suit, by its symbol."""


def seat_choices(seats: Iterable[int]) -> tuple[FormChoice, ...]:
    """A choice for every one of these seats, by the name of its player."""
    return tuple(FormChoice(str(seat), NamedSeat(seat)) for seat in seats)
