"""Shapes made of other shapes: a value or null, lists, and objects with some of a few keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import LIST_AT_MOST, MalformedError, Shape, printable


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
        if self.open_ended:
            if len(value) > self.at_most:
                raise MalformedError(Problem("list_too_long", {"high": self.at_most}))
            return tuple([self.shapes[0].read(item, seats) for item in value])
        if len(value) != len(self.shapes):
            raise MalformedError(Problem("list_length", {"count": len(self.shapes)}))
        items = zip(self.shapes, value, strict=True)
        return tuple([shape.read(item, seats) for shape, item in items])

    def write(self, value: Sequence[Any]) -> list[Any]:
        if self.open_ended:
            return [self.shapes[0].write(item) for item in value]
        return [shape.write(item) for shape, item in zip(self.shapes, value, strict=True)]


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
