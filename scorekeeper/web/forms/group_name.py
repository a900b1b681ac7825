"""The form for the name of a group."""

from wtforms import Form, StringField

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.archive import GROUP_NAME


class GroupNameForm(Form):
    """What a group is called; empty where it has no name."""

    name = StringField(default="")

    def collect(self, problems: list[Problem]) -> str | None:
        """The name as it was typed, None for none; why it can be none is added to *problems*."""
        text = self.name.data or ""
        if not typed_text(text):
            return None
        try:
            return GROUP_NAME.read(text, 0)
        except MalformedError as error:
            problems.append(error.problem("name"))
            return None
