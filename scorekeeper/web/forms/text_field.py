"""A field for text that is read by a shape, and refused where nothing stands in it."""

from typing import Any

from wtforms import StringField

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError, Shape
from scorekeeper.core.typed_text import typed_text


class TextField(StringField):
    """Text that is read by a shape; `data` stays as it was typed."""

    def read(self, shape: Shape, problems: list[Problem]) -> Any:
        """What was typed as *shape* reads it; None with why not added to *problems*."""
        text = typed_text(self.data or "")
        if not text:
            problems.append(Problem("missing", field=self.short_name, incomplete=True))
            return None
        try:
            return shape.read(text, 0)
        except MalformedError as malformed:
            problems.append(malformed.problem(self.short_name))
            return None
