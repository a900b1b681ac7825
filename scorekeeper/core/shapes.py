"""The shapes that a value can have in a sheet file: how each is checked, read and written."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any, Protocol

from scorekeeper.core.days import FIRST_DAY, LAST_DAY
from scorekeeper.core.number_parsing import AmbiguousNumber
from scorekeeper.core.phrases import Problem, Values
from scorekeeper.core.typed_text import NOTHING_LEFT, trimmed_text, typed_text

NUMBER_AT_MOST = 12  # characters of a number that is repeated
LIST_AT_MOST = 100  # items of a list of any length; no card game needs more


class MalformedError(ValueError):
    """A value that is not of its shape.

    *found* says why; it has a field where the fault lies at a key inside the value.
    """

    def __init__(self, found: Problem) -> None:
        super().__init__(found.code)
        self.found = found

    def problem(self, key: str | None) -> Problem:
        """Why the value at *key* was refused, shown there unless a key inside it is to blame."""
        return replace(self.found, field=self.found.field or key)


class Shape(Protocol):
    """What a value must look like in a file."""

    def read(self, value: Any, seats: int) -> Any:
        """The value inside the program, at a table of so many *seats*; raises MalformedError."""

    def write(self, value: Any) -> Any:
        """The plain data in a file, from a value inside the program."""


class Plain:
    """A shape whose values are the same inside the program and in a file."""

    def write(self, value: Any) -> Any:
        """The value itself."""
        return value


class Anything(Plain):
    """Plain data that somebody else judges."""

    def read(self, value: Any, seats: int) -> Any:
        """The value as it is."""
        return value


@dataclass(frozen=True)
class Whole(Plain):
    """A whole number from *low* to *high*; neither true nor 4.0."""

    low: int
    high: int

    def read(self, value: Any, seats: int) -> int:
        if type(value) is not int:
            raise _no_number(value, Problem("whole_number"))
        if not self.low <= value <= self.high:
            raise MalformedError(_out_of_range(value, self.low, self.high))
        return value


@dataclass(frozen=True)
class NumberOrWord(Plain):
    """A whole number from *low* to *high*, or this *word*."""

    low: int
    high: int
    word: str

    def read(self, value: Any, seats: int) -> int | str:
        return self.word if value == self.word else Whole(self.low, self.high).read(value, seats)


@dataclass(frozen=True)
class Place(Plain):
    """A seat at this table, numbered from 0; where *sides* is given, one of so many sides."""

    sides: int | None = None

    def read(self, value: Any, seats: int) -> int:
        if type(value) is not int or not 0 <= value < (self.sides or seats):
            high = (self.sides or seats) - 1
            raise MalformedError(Problem("seat" if self.sides is None else "side", {"high": high}))
        return value


@dataclass(frozen=True)
class CardPoints:
    """Card points from 0 to *high* in steps of 1/*per_point* of a point.

    Inside the program they are a whole number of steps: 40.5 in half points (2 per point) is 81.
    """

    high: int
    per_point: int = 1

    def read(self, value: Any, seats: int) -> int:
        if type(value) is not int and not (isinstance(value, Decimal) and value.is_finite()):
            raise _no_number(value, Problem("number"))
        if not 0 <= value <= self.high:
            raise MalformedError(_out_of_range(value, 0, self.high))
        steps = int(value * self.per_point)
        if Decimal(steps) / self.per_point != value:  # multiplied, a long fraction may be rounded
            raise MalformedError(Problem("whole_points" if self.per_point == 1 else "half_points"))
        return steps

    def write(self, value: int) -> int | Decimal:
        whole, rest = divmod(value, self.per_point)
        return whole if not rest else Decimal(value) / self.per_point


class Options(Plain):
    """One of a few numbers or words, each in its own type: 100 is neither "100" nor 100.0."""

    def __init__(self, *values: int | str | bool) -> None:
        self.values = values

    def read(self, value: Any, seats: int) -> int | str | bool:
        for offered in self.values:
            if type(value) is type(offered) and value == offered:
                return offered
        raise _none_of(map(json_word, self.values))


class Choice:
    """A member of an enumeration, by its value."""

    def __init__(self, members: type[Enum]) -> None:
        self.members = {member.value: member for member in members}

    def read(self, value: Any, seats: int) -> Enum:
        if not isinstance(value, str) or value not in self.members:
            raise _none_of(self.members)
        return self.members[value]

    def write(self, value: Enum) -> Any:
        return value.value


class Flag(Plain):
    """True or false."""

    def read(self, value: Any, seats: int) -> bool:
        if not isinstance(value, bool):
            raise MalformedError(Problem("true_or_false"))
        return value


@dataclass(frozen=True)
class Text(Plain):
    """What people typed, of *low* to *high* characters of what `typed_text` makes of it.

    Text that was some in older versions and is none any more is read as one character, so that
    what was written can be read for ever; forms ask `typed_text` first.
    """

    high: int
    low: int = 1

    def read(self, value: Any, seats: int) -> str:
        if not isinstance(value, str):
            raise MalformedError(Problem("text"))
        text = self.read_text(value)
        if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
            raise MalformedError(Problem("characters"))
        if not self.low <= len(text) <= self.high:
            bounds: Values = {"length": len(text), "low": self.low, "high": self.high}
            raise MalformedError(Problem("text_length", bounds))
        return text

    def read_text(self, written: str) -> str:
        """What counts of a text."""
        return typed_text(written) or (NOTHING_LEFT if trimmed_text(written) else "")


@dataclass(frozen=True)
class Identifier(Text):
    """Text that nobody reads, and that is only compared: as it was read in every version."""

    def read_text(self, written: str) -> str:
        """What counts of a text."""
        return trimmed_text(written)


@dataclass(frozen=True)
class Day:
    """A calendar day from *first* to *last*; in a file as ISO 8601, such as 2026-11-20."""

    first: date = FIRST_DAY
    last: date = LAST_DAY

    def read(self, value: Any, seats: int) -> date:
        try:
            day = date.fromisoformat(value)
        except (TypeError, ValueError):
            raise MalformedError(Problem("date")) from None
        if not self.first <= day <= self.last:
            bounds: Values = {"first": self.first.isoformat(), "last": self.last.isoformat()}
            raise MalformedError(Problem("day_range", bounds))
        return day

    def write(self, value: date) -> str:
        return value.isoformat()


def printable(key: Any) -> str:
    """The first 40 characters of a key from a file; what UTF-8 cannot write becomes "?"."""
    return str(key)[:40].encode("utf-8", "replace").decode()


def _no_number(value: Any, otherwise: Problem) -> MalformedError:
    """Refuse what is no number, or might be two; a file never has the latter."""
    if isinstance(value, AmbiguousNumber):
        return MalformedError(value.problem)
    return MalformedError(otherwise)


def _out_of_range(number: int | Decimal, low: int, high: int) -> Problem:
    """Refuse a number, repeating it; of one that nobody could read only the beginning."""
    written = str(number)
    is_short = len(written) <= NUMBER_AT_MOST and "E" not in written
    told = number if is_short else f"{written[:NUMBER_AT_MOST]}…"
    return Problem("range", {"number": told, "low": low, "high": high})


def _none_of(offered: Iterable[str]) -> MalformedError:
    return MalformedError(Problem("choice", {"offered": ", ".join(offered)}))


def json_word(value: Any) -> str:
    """A number, word, true or false as it stands in a file, and as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
