"""Frozen dataclasses to the plain data of the public sheet file, and back; lists and the like.

The annotations of a dataclass say what may be read for each of its fields, and how that is written
(scorekeeper.core.shapes). `Record.collect` gathers one problem for each key that is wrong.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import (
    LIST_AT_MOST,
    Choice,
    Day,
    Flag,
    MalformedError,
    Place,
    Shape,
    printable,
)


@dataclass(frozen=True)
class Maybe:
    """A value or null."""

    shape: Shape

    def read(self, value: Any, seats: int) -> Any:
        return None if value is None else self.shape.read(value, seats)

    def write(self, value: Any) -> Any:
        return None if value is None else self.shape.write(value)


@dataclass(frozen=True)
class Listing:
    """A list: an item for each of *shapes*; *open_ended* up to *at_most* of the one shape."""

    shapes: tuple[Shape, ...]
    open_ended: bool
    at_most: int = LIST_AT_MOST

    def read(self, value: Any, seats: int) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise MalformedError(Problem("list"))
        if self.open_ended and len(value) > self.at_most:
            raise MalformedError(Problem("list_too_long", {"high": self.at_most}))
        if not self.open_ended and len(value) != len(self.shapes):
            raise MalformedError(Problem("list_length", {"count": len(self.shapes)}))
        return tuple([shape.read(item, seats) for shape, item in self._with_shapes(value)])

    def write(self, value: Sequence[Any]) -> list[Any]:
        return [shape.write(item) for shape, item in self._with_shapes(value)]

    def _with_shapes(self, value: Sequence[Any]) -> Iterable[tuple[Shape, Any]]:
        shapes = self.shapes * len(value) if self.open_ended else self.shapes
        return zip(shapes, value, strict=True)


@dataclass(frozen=True)
class Keyed:
    """An object with any of the known *keys*, every value of one shape.

    Inside the program it is a tuple of (key, value) in the order of *keys*. A key that is left out
    has no pair; one that is null has a pair with None.
    """

    keys: tuple[str, ...]
    shape: Shape

    def read(self, value: Any, seats: int) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise MalformedError(Problem("object"))
        for key in value:
            if key not in self.keys:
                raise MalformedError(unknown_key(key))
        held = [key for key in self.keys if key in value]
        return tuple([(key, self.shape.read(value[key], seats)) for key in held])

    def write(self, value: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        return {key: self.shape.write(held) for key, held in value}


def unknown_key(key: Any) -> Problem:
    """Why an object with a key that nobody knows is refused: at that key."""
    name = printable(key)
    return Problem("unknown_key", {"name": name}, name)


@dataclass(frozen=True)
class Member:
    """One key of an object: its name, its shape, and its value where it is left out.

    A dataclass has it as this *attribute*: that of a key which Python keeps for itself ends in "_".
    """

    name: str
    attribute: str
    shape: Shape
    default: Any

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is MISSING


class Record:
    """The shape of an object whose keys are the fields of the dataclass *made*.

    A key that is no field is a problem of its own. Fields named in *shapes* have those instead of
    what their annotations say; one by which two values are not compared is no key.
    """

    def __init__(self, made: type[Any], **shapes: Shape) -> None:
        hints = get_type_hints(made, include_extras=True)
        self.made = made
        self.members = tuple(
            Member(
                field.name.removesuffix("_"),
                field.name,
                shapes.get(field.name) or shape_of(hints[field.name]),
                field.default if field.default_factory is MISSING else field.default_factory(),
            )
            for field in fields(made)
            if field.compare
        )
        self.names = frozenset(member.name for member in self.members)

    def collect(self, value: Any, seats: int, problems: list[Problem]) -> Any:
        """The dataclass that *value* describes at a table of so many *seats*.

        None where it describes none; then why is appended to *problems*, for every key.
        """
        before = len(problems)
        if not isinstance(value, Mapping):
            problems.append(Problem("object"))
            return None
        read: dict[str, Any] = {}
        for member in self.members:
            if member.name in value:
                try:
                    read[member.attribute] = member.shape.read(value[member.name], seats)
                except MalformedError as malformed:
                    problems.append(malformed.problem(member.name))
            elif member.required:
                problems.append(Problem("missing", field=member.name, incomplete=True))
        if not value.keys() <= self.names:
            problems += [unknown_key(key) for key in value if key not in self.names]
        return self.made(**read) if len(problems) == before else None

    def read(self, value: Any, seats: int) -> Any:
        """The dataclass that *value* describes; raises MalformedError with the first problem."""
        problems: list[Problem] = []
        made = self.collect(value, seats, problems)
        for problem in problems:
            raise MalformedError(problem)
        return made

    def write(self, value: Any) -> dict[str, Any]:
        """The plain data of a dataclass: the keys whose values differ from their defaults."""
        kept = ((member, getattr(value, member.attribute)) for member in self.members)
        return {
            member.name: member.shape.write(held) for member, held in kept if held != member.default
        }


Seat = Annotated[int, Place()]
Side = Annotated[int, Place(2)]


_records: dict[type[Any], Record] = {}


def json_text(data: Any, **how: Any) -> str:
    """Plain data as JSON; Decimals become floats, which hold half points exactly."""
    return json.dumps(data, default=float, **how)


def json_data(text: str | bytes) -> Any:
    """The plain data in a JSON text; fractions are Decimals, as everywhere inside the program."""
    return json.loads(text, parse_float=Decimal)


def record_of(made: type[Any]) -> Record:
    """The shape of a dataclass; worked out once and kept."""
    if made not in _records:
        _records[made] = Record(made)
    return _records[made]


def shape_of(annotation: Any) -> Shape:
    """The shape that a type annotation stands for; raises TypeError for one that has none."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        shape: Shape | None = next((mark for mark in args[1:] if hasattr(mark, "read")), None)
        if shape is not None:
            return shape
    if origin in (Union, UnionType) and NoneType in args:
        (inner,) = (arg for arg in args if arg is not NoneType)
        return Maybe(shape_of(inner))
    if origin is tuple:
        open_ended = args[-1] is Ellipsis
        return Listing(tuple(shape_of(arg) for arg in args if arg is not Ellipsis), open_ended)
    if isinstance(annotation, type):
        return _of_class(annotation)
    raise TypeError(f"no shape for {annotation!r}")


def _of_class(kind: type[Any]) -> Shape:
    if issubclass(kind, Enum):
        return Choice(kind)
    if kind is bool:
        return Flag()
    if kind is date:
        return Day()
    if is_dataclass(kind):
        return record_of(kind)
    raise TypeError(f"no shape for {kind!r}")
