"""The fields of forms about money: amounts, and people of a group.

Each keeps what was typed in `data`, letter by letter, and has the *value* that it stands for once
the form was validated. What is wrong with it is a Problem among its errors.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import SelectMultipleField, StringField

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.amount_parsing import AmountFormat, cents_in, typed_cents
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.web.shared.forms import TextField, refused

ID = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FormContext:
    """What a form about money is read with.

    *names* are those of the people of the group by id, everybody once and in its order; *own_ids*
    has for every id that anybody has the one in *names*. *written* is how amounts are typed.
    """

    names: Mapping[int, str]
    own_ids: Mapping[int, int]
    written: AmountFormat

    def by_id(self, text: str) -> int | None:
        """The id in *names* of whom an id that was sent stands for."""
        return self.own_ids.get(int(text)) if ID.fullmatch(text) else None

    def by_name(self, text: str) -> int | None:
        """The id of who is called like that, as `name_key` compares."""
        wanted = name_key(typed_text(text))
        return next((own for own, name in self.names.items() if name_key(name) == wanted), None)

    @property
    def meta(self) -> dict[str, Any]:
        """The attributes that a form gives its fields, as their `meta`."""
        return {"around": self, "written": self.written}


class ValueField(TextField):
    """A text field in which a value can stand, as its shape writes it."""

    def process_data(self, value: Any) -> None:
        """Let a value stand in the field."""
        self.data = "" if value is None or self.shape is None else self.shape.write(value)


class AmountField(StringField):
    """An amount of money as people write it, from 1 to *high* cents."""

    value: Any = None
    high = CENTS_AT_MOST

    def process_data(self, value: int | None) -> None:
        """Let an amount stand in the field."""
        self.data = "" if value is None else typed_cents(value, self.meta.written)

    def pre_validate(self, form: Any) -> None:
        """Read the amount."""
        try:
            self.value = cents_in(self.data or "", self.meta.written, high=self.high)
        except MalformedError as malformed:
            raise refused(malformed.problem(self.short_name)) from None


class PersonField(StringField):
    """One person, by their id; *missing* is the problem where nobody was chosen."""

    def __init__(self, missing: Problem, **more: Any) -> None:
        super().__init__(**more)
        self.missing = missing

    def process_data(self, value: int | None) -> None:
        """Let somebody be chosen."""
        self.data = "" if value is None else str(value)

    @property
    def value(self) -> Any:
        """The id of who was chosen; None for nobody whom the group knows."""
        return self.meta.around.by_id(self.data or "")

    def pre_validate(self, form: Any) -> None:
        """Refuse nobody, and who is not known."""
        if not self.data:
            raise refused(self.missing)
        if self.value is None:
            raise refused(Problem("unknown_person", field=self.short_name))


class PeopleField(SelectMultipleField):
    """Any number of people, by their ids."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=(), validate_choice=False, **more)

    @property
    def value(self) -> tuple[int, ...]:
        """The ids of those chosen whom the group knows, each once, in the order of the group."""
        around: FormContext = self.meta.around
        chosen = {around.by_id(text) for text in self.data or ()}
        return tuple(own for own in around.names if own in chosen)

    @property
    def has_strangers(self) -> bool:
        """Whether somebody was chosen whom the group does not know."""
        return any(self.meta.around.by_id(text) is None for text in self.data or ())
