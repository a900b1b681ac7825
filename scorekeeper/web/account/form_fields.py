"""The fields of forms about money: amounts, and people of a group.

The `meta` of their form has the *group*, and how amounts are *written*. What is wrong with what was
typed is a Problem among the errors of its field.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from wtforms import Field, StringField

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.amount_parsing import cents_in, typed_cents
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.web.shared.forms import refused

ID = re.compile(r"[0-9]{1,18}", re.ASCII)


class Group(Protocol):
    """A group as forms know it."""

    @property
    def people(self) -> Mapping[int, str]:
        """The names of everybody by id, everybody once, in its order."""

    @property
    def given_names(self) -> Mapping[int, str]:
        """Every name that somebody was given, by its own id: also the other names of people."""

    def person(self, player: int) -> int | None:
        """Who has this id, be it that of another name of theirs; None for nobody in the group."""


def person_sent(group: Group, text: str) -> int | None:
    """The person of the group whose id was sent, be it that of another name of theirs."""
    return group.person(int(text)) if ID.fullmatch(text) else None


class AmountField(StringField):
    """An amount of money as people write it; its *value*, once validated, is 1 to *high* cents."""

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


class PersonField(Field):
    """One person: `data` is their id, None for nobody whom the group knows.

    *missing* is the problem where nobody was chosen.
    """

    def __init__(self, missing: Problem, **more: Any) -> None:
        super().__init__(**more)
        self.missing = missing

    def process_formdata(self, valuelist: Any) -> None:
        """Take who was chosen."""
        self.data = person_sent(self.meta.group, valuelist[0]) if valuelist else None

    def pre_validate(self, form: Any) -> None:
        """Refuse nobody, and who is not known."""
        if not self.raw_data or not self.raw_data[0]:
            raise refused(replace(self.missing, field=self.short_name))
        if self.data is None:
            raise refused(Problem("unknown_person", field=self.short_name))


class PeopleField(Field):
    """Any number of people: `data` are the ids of those whom the group knows, in its order.

    *has_strangers*: somebody else was chosen, too.
    """

    has_strangers = False

    def process_data(self, value: Iterable[int] | None) -> None:
        """Let people be chosen, each once."""
        self._choose(map(self.meta.group.person, value or ()))

    def process_formdata(self, valuelist: Any) -> None:
        """Take who was chosen."""
        self._choose(person_sent(self.meta.group, text) for text in valuelist)

    def _choose(self, people: Iterable[int | None]) -> None:
        chosen = frozenset(people)
        self.has_strangers = None in chosen
        self.data = tuple(person for person in self.meta.group.people if person in chosen)
