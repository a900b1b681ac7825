"""Between frozen values and the plain data of the public sheet file, both ways.

The annotations of a dataclass say everything: what may be read and how it is written.
`Record.collect` finds one problem per key and raises none.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import (
    Choice,
    Day,
    Flag,
    Listing,
    MalformedError,
    Maybe,
    Place,
    Shape,
    unknown_key,
)


@dataclass(frozen=True)
class Member:
    """One key of an object: its name, its shape, and what stands for it when it is left out."""

    name: str
    shape: Shape
    default: Any

    @property
    def required(self) -> bool:
        return self.default is MISSING


class Record:
    """An object with the fields of a dataclass; an unknown key is an error that names it."""

    def __init__(self, made: type[Any]) -> None:
        hints = get_type_hints(made, include_extras=True)
        self.made = made
        self.members = tuple(
            Member(each.name, shape_of(hints[each.name]), _default(each)) for each in fields(made)
        )
        self.names = frozenset(member.name for member in self.members)

    def collect(self, value: Any, seats: int, problems: list[Problem]) -> Any:
        """The dataclass, or None with at least one problem more."""
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
        problems: list[Problem] = []
        made = self.collect(value, seats, problems)
        for problem in problems:
            raise MalformedError(problem)
        return made

    def write(self, value: Any) -> dict[str, Any]:
        """The keys that differ from their defaults."""
        kept = ((member, getattr(value, member.name)) for member in self.members)
        return {
            member.name: member.shape.write(held) for member, held in kept if held != member.default
        }


Seat = Annotated[int, Place()]
Side = Annotated[int, Place(2)]


_records: dict[type[Any], Record] = {}


def json_text(data: Any, **how: Any) -> str:
    """Plain data as JSON; a half point is exact in it."""
    return json.dumps(data, default=float, **how)


def json_data(text: str | bytes) -> Any:
    """The other way round: fractions are Decimal, as everywhere inside the program."""
    return json.loads(text, parse_float=Decimal)


def record_of(made: type[Any]) -> Record:
    """The shape of a dataclass, worked out once."""
    known = _records.get(made)
    if known is None:
        known = _records[made] = Record(made)
    return known


def shape_of(annotation: Any) -> Shape:
    """The shape that a type annotation stands for; TypeError for one that has none."""
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
