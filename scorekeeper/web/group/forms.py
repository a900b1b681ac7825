"""The forms for what a group says about itself and about its people."""

from wtforms import StringField

from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Whole
from scorekeeper.files.archive import GroupDetails
from scorekeeper.i18n.currencies import currencies
from scorekeeper.web.shared.forms import NumberField, PageForm, TextField, refused, text_fields

PERSON_ID = Whole(1, 2**63 - 1)


class GroupNameForm(PageForm):
    """What a group says about itself, empty where it does not, and the code of its currency."""

    vars().update(text_fields(GroupDetails, "group.label."))
    currency = StringField(default="")

    def validate_currency(self, field: StringField) -> None:
        """Refuse a currency that nobody can choose, unless it is that of the group."""
        if field.data not in ("", field.object_data) and field.data not in currencies():
            raise refused(Problem("currency", field="currency"))


class PersonNameForm(PageForm):
    """What somebody is called."""

    name = TextField(NAME)


class SamePersonForm(PageForm):
    """The id of the person whose other name this one is; with any other text nobody was chosen."""

    person = NumberField(PERSON_ID, Problem("missing", field="person"))
