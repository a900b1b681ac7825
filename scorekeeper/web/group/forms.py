"""The forms for what a group says about itself and about its people."""

from wtforms import StringField

from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Whole
from scorekeeper.files.archive import GROUP_NAME
from scorekeeper.i18n.currencies import currencies
from scorekeeper.web.shared.forms import NumberField, PageForm, TextField, refused

PERSON_ID = Whole(1, 2**63 - 1)


class GroupNameForm(PageForm):
    """What a group is called, empty where it has no name, and the code of its currency.

    The `meta` has the currency that is *kept*, that of the group, where none was sent.
    """

    name = TextField(GROUP_NAME, optional=True)
    currency = StringField(default="")

    def validate_currency(self, field: StringField) -> None:
        """Refuse a currency that nobody can choose."""
        if field.data not in ("", self.meta.kept) and field.data not in currencies():
            raise refused(Problem("currency", field="currency"))


class PersonNameForm(PageForm):
    """What somebody is called."""

    name = TextField(NAME)


class SamePersonForm(PageForm):
    """The id of the person whose other name this one is; with any other text nobody was chosen."""

    person = NumberField(PERSON_ID, Problem("missing", field="person"))
