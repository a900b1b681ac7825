"""Forms of pages and their fields: text and numbers as people write them, read by a shape."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

from wtforms import Form, StringField
from wtforms.validators import StopValidation
from wtforms.widgets import DateInput

from scorekeeper.core.codec import Maybe, record_of
from scorekeeper.core.number_parsing import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Day, MalformedError, Shape
from scorekeeper.core.typed_text import typed_text


def refused(problem: Problem) -> StopValidation:
    """What a field raises to have a problem among its errors, and no other validator asked."""
    error: Any = problem  # an error is a text to the types of WTForms, and anything to WTForms
    return StopValidation(error)


class PageForm(Form):
    """A form whose errors are Problems."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What `validate` found wrong, in the order of the fields, then what is at none of them."""
        errors: Iterable[Any] = self.errors.values()
        return tuple(problem for at_field in errors for problem in at_field)

    @property
    def values(self) -> dict[str, Any]:
        """What the fields with a shape have read, by their names; for a form that is valid."""
        return {field.short_name: field.value for field in self if isinstance(field, ShapedField)}

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether every field is right, and what they say together."""
        super().validate(extra_validators)
        problems: list[Problem] = []
        self.read_together(problems)
        for problem in problems:
            field: Any = self._fields.get(problem.field or "")
            errors: Any = self.form_errors if field is None else field.errors
            errors.append(problem)
        return not self.errors

    def refuse(self, problems: Iterable[Any]) -> None:
        """Take over why what a valid form stands for could not be saved."""
        self.form_errors = list(problems)

    def read_together(self, problems: list[Problem]) -> None:
        """Read what several fields say; what is wrong with that is added to *problems*."""


class ShapedField(StringField):
    """Text that is read by a shape.

    `data` stays as it was typed, `value` is what the shape has read of it once it is validated.
    *refusal* is the problem with all that it refuses; None: the one that the shape finds.
    """

    def __init__(
        self, shape: Shape | None = None, refusal: Problem | None = None, **more: Any
    ) -> None:
        super().__init__(**more)
        self.shape, self.refusal = shape, refusal
        self.value: Any = None

    @property
    def typed(self) -> Any:
        """What was typed as the shape takes it; raises StopValidation where that is missing."""
        raise NotImplementedError

    def pre_validate(self, form: Any) -> None:
        """Read the value, at a table of as many *seats* as the form has."""
        if self.shape is not None:
            self.value = self.read_by(self.shape, getattr(form, "seats", 0))

    def read_by(self, shape: Shape, seats: int = 0) -> Any:
        """What was typed as *shape* reads it; raises StopValidation with the problem."""
        try:
            return shape.read(self.typed, seats)
        except MalformedError as malformed:
            raise refused(self.refusal or malformed.problem(self.short_name)) from None


class TextField(ShapedField):
    """Text in which a value can stand; where it is *optional*, nothing may, and stands for None."""

    shape: Shape

    def __init__(self, shape: Shape, *, optional: bool = False, **more: Any) -> None:
        super().__init__(shape, **more)
        self.optional = optional

    def process_data(self, value: Any) -> None:
        """Let a value stand in the field."""
        self.data = "" if value is None else self.shape.write(value)

    def pre_validate(self, form: Any) -> None:
        """Read the value, if there is any."""
        if typed_text(self.data or "") or not self.optional:
            super().pre_validate(form)

    @property
    def typed(self) -> str:
        """The text without what nobody sees at its ends."""
        text = typed_text(self.data or "")
        if not text:
            raise refused(Problem("missing", field=self.short_name, incomplete=True))
        return text


def text_fields(made: type[Any], label: str) -> Iterator[tuple[str, TextField]]:
    """The name of every text or day that a dataclass may hold, and a field that may stay empty.

    It is called by the key of *label* and the name. A browser sends a day as 2026-11-20.
    """
    for member in record_of(made).members:
        name, maybe = member.name, cast(Maybe, member.shape)
        widget = DateInput() if isinstance(maybe.shape, Day) else None
        yield name, TextField(maybe.shape, optional=True, label=f"{label}{name}", widget=widget)


class NumberField(ShapedField):
    """Text that stands for a number."""

    @property
    def typed(self) -> Any:
        """The number; None where nothing was typed, and the text itself where it is no number."""
        return typed_number(self.data)
