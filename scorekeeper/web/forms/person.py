"""The forms about somebody in a group: what they are called, and who is the same person."""

from typing import Any

from wtforms import Form, StringField

from scorekeeper.core.names import NAME
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError, Whole
from scorekeeper.web.forms.text_field import TextField

PERSON_ID = Whole(1, 2**63 - 1)


class PersonNameForm(Form):
    """What somebody is called."""

    name = TextField(default="")

    def collect(self, problems: list[Problem]) -> Any:
        """The name, or None; why it can be none is added to *problems*."""
        return self.name.read(NAME, problems)


class SamePersonForm(Form):
    """The id of the person whose other name this one is."""

    person = StringField(default="")

    def collect(self, problems: list[Problem]) -> Any:
        """The id, or None where nobody was chosen, which is then added to *problems*."""
        try:
            return PERSON_ID.read(typed_number(self.person.data), 0)
        except MalformedError:
            problems.append(Problem("missing", field="person"))
            return None
