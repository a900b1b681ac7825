"""Frozen dataclasses to the plain data of the public sheet file, and back.

The annotations of a dataclass say what may be read for each of its fields, and how that is written
(scorekeeper.core.shapes). `Record.collect` gathers one problem for each key that is wrong.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.composite_shapes import Listing, Maybe, unknown_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Choice, Day, Flag, MalformedError, Place, Shape


@dataclass(frozen=True)
class Member:
    """One key of an object: its name, its shape, and its value where it is left out."""

    name: str
    shape: Shape
    default: Any

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is MISSING


class Record:
    """The shape of an object whose keys are the fields of the dataclass *made*.

    A key that is no field is a problem of its own. Fields named in *shapes* have those instead of
    what their annotations say.
    """

    def __init__(self, made: type[Any], **shapes: Shape) -> None:
        hints = get_type_hints(made, include_extras=True)
        self.made = made
        self.members = tuple(
            Member(each.name, shapes.get(each.name) or shape_of(hints[each.name]), _default(each))
            for each in fields(made)
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
                    read[member.name] = member.shape.read(value[member.name], seats)
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
        kept = ((member, getattr(value, member.name)) for member in self.members)
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
    known = _records.get(made)
    if known is None:
        known = _records[made] = Record(made)
    return known


def shape_of(annotation: Any) -> Shape:
    """The shape that a type annotation stands for; raises TypeError for one that has none."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _marked(args)
    if origin in (Union, UnionType) and NoneType in args:
        (inner,) = (arg for arg in args if arg is not NoneType)
        return Maybe(shape_of(inner))
    if origin is tuple:
        open_ended = args[-1] is Ellipsis
        return Listing(tuple(shape_of(arg) for arg in args if arg is not Ellipsis), open_ended)
    if isinstance(annotation, type):
        return _of_class(annotation)
    raise TypeError(f"no shape for {annotation!r}")


def _marked(args: tuple[Any, ...]) -> Shape:
    shape = next((mark for mark in args[1:] if hasattr(mark, "read")), None)
    if shape is None:
        raise TypeError(f"no shape among {args!r}")
    found: Shape = shape
    return found


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


def _default(each: "Field[Any]") -> Any:
    factory: Callable[[], Any] | Any = each.default_factory
    return each.default if factory is MISSING else factory()
