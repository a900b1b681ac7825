"""The form that says what was paid of a line of a settlement."""

import re

from wtforms import Form, StringField

from scorekeeper.web.forms.amount_field import AmountField

LINE = re.compile(r"(?P<place>[0-9]{1,6})-(?P<paid>[0-9]{1,18})")
ALL, PART, BACK = "all", "part", "back"


class PaidPartForm(Form):
    """*do* is `all`, `part` with an *amount*, or `back`.

    *line* is the place of the line, from 0, and what was paid of it when the form was drawn,
    *currency* the one in which an amount was typed.
    """

    do = StringField(default=ALL)
    line = StringField(default="")
    amount = AmountField(default="")
    currency = StringField(default="")

    @property
    def place_and_paid(self) -> tuple[int, int] | None:
        """The place of the line and the cents paid before; None where nothing of that was sent."""
        found = LINE.fullmatch(self.line.data or "")
        return None if found is None else (int(found["place"]), int(found["paid"]))
