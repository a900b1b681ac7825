"""What the forms for costs and payments have in common."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import Form, StringField

from scorekeeper.core.amount_parsing import AmountFormat
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Day
from scorekeeper.core.typed_text import typed_text
from scorekeeper.web.forms.amount_field import AmountField
from scorekeeper.web.forms.fields import TextField
from scorekeeper.web.forms.person_fields import KnownPeople, PeopleField


@dataclass(frozen=True, slots=True)
class FormContext:
    """What a form about money is read with: the people of the group, and how amounts are typed."""

    people: KnownPeople
    written: AmountFormat


class MoneyForm(Form):
    """An amount, its day, and names that are looked for.

    In a large group only some people are offered: *add* is the name of somebody else, *added* are
    those who were found so far.
    """

    amount = AmountField(default="")
    date = TextField(default="")
    add = StringField(default="")
    added = PeopleField()

    def __init__(self, around: FormContext, formdata: Any = None, **data: Any) -> None:
        super().__init__(formdata, **data)
        self.people, self.written = around.people, around.written

    @property
    def is_adding(self) -> bool:
        """Whether a name was typed that is to be offered before anything is saved."""
        return bool(typed_text(self.add.data or ""))

    def add_person(self, problems: list[Problem]) -> None:
        """Offer whoever has the name that was typed; a name of nobody is added to *problems*."""
        name = typed_text(self.add.data or "")
        found = self.people.by_name(name)
        if found is None:
            problems.append(Problem("unknown_name", {"name": name}, "add"))
        else:
            self.added.data = [*(self.added.data or ()), str(found)]
            self.add.data = ""

    @property
    def wanted(self) -> tuple[int, ...]:
        """Those who must be offered because they stand in the form, in the order of the group."""
        found = {*self.added.people(self.people), *self.chosen}
        return tuple(each for each in self.people.names if each in found)

    @property
    def chosen(self) -> Collection[int | None]:
        """Those who are chosen in its fields."""
        raise NotImplementedError

    def fields(self, problems: list[Problem]) -> Mapping[str, Any] | None:
        """What was sent, by the names of the fields of what is stored.

        None where something is wrong with it, which is added to *problems*, at its field.
        """
        raise NotImplementedError

    def day(self, problems: list[Problem]) -> datetime.date | None:
        """The day; None where none was typed, or none that can be."""
        if not typed_text(self.date.data or ""):
            return None
        found: datetime.date | None = self.date.read(Day(), problems)
        return found
