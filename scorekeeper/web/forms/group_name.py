"""The form for the name and the currency of a group."""

from wtforms import Form, StringField

from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.archive import GROUP_NAME
from scorekeeper.i18n.currencies import currencies


class GroupNameForm(Form):
    """What a group is called, empty where it has no name, and the code of its currency."""

    name = StringField(default="")
    currency = StringField(default="")

    def collect(self, currency: str, problems: list[Problem]) -> tuple[str | None, str]:
        """The name as it was typed, None for none, and the currency that was chosen.

        *currency* is the one that the group has; it holds where none was sent. Why the name or
        the currency can be none is added to *problems*.
        """
        chosen = self.currency.data or currency
        if chosen != currency and chosen not in currencies():
            problems.append(Problem("currency", field="currency"))
        return self._name(problems), chosen

    def _name(self, problems: list[Problem]) -> str | None:
        text = self.name.data or ""
        if not typed_text(text):
            return None
        try:
            found: str = GROUP_NAME.read(text, 0)
        except MalformedError as error:
            problems.append(error.problem("name"))
            return None
        return found
