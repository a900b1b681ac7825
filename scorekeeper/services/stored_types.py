"""Types of entries: the word that is stored for each, and the shape of its data."""

from enum import StrEnum
from typing import Any, Self

from scorekeeper.core.composite_shapes import Maybe
from scorekeeper.core.shapes import Anything, Shape

SEATS_AT_MOST = 100  # places are judged by the game; here they only have to be numbers


class StoredType(StrEnum):
    """What an entry is about, by the word stored for it; `shape` reads and writes its data."""

    shape: Shape

    def __new__(cls, word: str, shape: Shape = Anything()) -> Self:  # noqa: B008 - it is constant
        """A member that is equal to its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.shape = Maybe(shape)  # None: taken back
        return member

    def read(self, data: Any) -> Any:
        """The value that stored data stand for; raises MalformedError."""
        return self.shape.read(data, SEATS_AT_MOST)

    def write(self, value: Any) -> Any:
        """The data to be stored for a value."""
        return self.shape.write(value)
