"""The form for the title of a sheet and the day it was played."""

from wtforms import Form, StringField

from scorekeeper.core.typed_text import typed_text


class TitleForm(Form):
    """Title and date, both text: a browser sends a date as 2026-11-20."""

    title = StringField(default="")
    date = StringField(default="")

    @property
    def head_data(self) -> dict[str, str]:
        """The same as the head of a sheet file says it; what is blank is left out."""
        return {name: text for name, text in self.data.items() if typed_text(text)}
