"""A field for a number as people write it."""

from typing import Any

from wtforms import StringField

from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError, Shape


class NumberField(StringField):
    """Text that stands for a number; `data` stays as it was typed."""

    @property
    def number(self) -> Any:
        """The number; None where nothing was typed, and the text itself where it is no number."""
        return typed_number(self.data)

    def read(self, shape: Shape, seats: int, problems: list[Problem]) -> Any:
        """The number as *shape* reads it at a table of so many *seats*.

        None where it cannot be read; why is then added to *problems*, at this field.
        """
        try:
            return shape.read(self.number, seats)
        except MalformedError as malformed:
            problems.append(malformed.problem(self.short_name))
            return None
