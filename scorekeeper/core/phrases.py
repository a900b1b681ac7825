"""Sentences as codes with typed values; the words come from the catalogues of scorekeeper.i18n.

A value carries what it is, so that it is shown right in any gap of a sentence: a seat by the name
of the player, an amount in the unit of the sheet. A gap may have any name; one called `count` holds
a plain number, and that number chooses between the singular and the plural of the sentence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.core.cards import Suit


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat, shown as the name of the player there."""

    seat: int


@dataclass(frozen=True, slots=True)
class NamedSeats:
    """Several seats, shown as a list of the players' names in this order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NamedSide:
    """A side, shown as the head of its column."""

    side: int


@dataclass(frozen=True, slots=True)
class Amount:
    """Points of the sheet in its unit: shown as money where they are cents, else as a number."""

    points: int


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the smallest unit of the group's currency, shown as money in any game."""

    cents: int


@dataclass(frozen=True, slots=True)
class HalfPoints:
    """Card points, counted in half points: 81 is shown as 40.5."""

    halves: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a sum, at least one: (8, -5) is shown as 8 − 5."""

    terms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """One number for each of several players or sides, in their order, shown as 30 : 50 : 40."""

    numbers: tuple[int, ...]


Value = (
    int
    | Decimal
    | str
    | Suit
    | NamedSeat
    | NamedSeats
    | NamedSide
    | Amount
    | Money
    | HalfPoints
    | Terms
    | Counts
)
"""What fills a gap. A number is shown as it is (whole card points too), and so is a str."""

Values = Mapping[str, Value]
"""By the name of the gap, what fills it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, by its code and the values of its gaps."""

    code: str
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot have happened, and at which key of the file format it shows.

    *incomplete* says that nothing is wrong so far: something has only not been entered yet. Such a
    problem keeps a round from being saved, but is not shown while the form is being filled in.
    """

    code: str
    values: Values = field(default_factory=dict)
    field: str | None = None
    incomplete: bool = False


class Line(NamedTuple):
    """One reason for points: *points* for *side*, in words by *code* and *values*."""

    side: int
    points: int
    code: str
    values: Values = MappingProxyType({})


class CodedError(Exception):
    """Why something cannot be done, as a *code* with *values*; "" where it has none.

    Logs say it in *words*, those who read other languages get a sentence of the catalogues.
    """

    def __init__(self, code: str, words: str = "", /, **values: object) -> None:
        super().__init__(words or f"{code}: " + ", ".join(map(str, values.values())))
        self.code, self.values = code, values
