"""The forms about a group: its name and currency, what people are called, and who is the same."""

from typing import Any

from wtforms import StringField
from wtforms.validators import StopValidation

from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Whole
from scorekeeper.files.archive import GROUP_NAME
from scorekeeper.i18n.currencies import currencies
from scorekeeper.web.shared.forms import NumberField, PageForm, TextField, refused

PERSON_ID = Whole(1, 2**63 - 1)


class GroupNameForm(PageForm):
    """What a group is called, empty where it has no name, and the code of its currency.

    *kept* is the currency that the group has; it holds where none was sent.
    """

    name = TextField(GROUP_NAME, optional=True, default="")
    currency = StringField(default="")

    def __init__(self, kept: str, formdata: Any = None, **shown: Any) -> None:
        super().__init__(formdata, **shown)
        self.kept = kept

    @property
    def wanted_currency(self) -> str:
        """The currency that was chosen."""
        return self.currency.data or self.kept

    def validate_currency(self, _: StringField) -> None:
        """Refuse a currency that nobody can choose."""
        if self.wanted_currency != self.kept and self.wanted_currency not in currencies():
            raise refused(Problem("currency", field="currency"))


class PersonNameForm(PageForm):
    """What somebody is called."""

    name = TextField(NAME, default="")


class SamePersonForm(PageForm):
    """The id of the person whose other name this one is."""

    person = NumberField(default="")

    def validate_person(self, field: NumberField) -> None:
        """Refuse what is no id, as nobody was chosen then."""
        try:
            field.value = field.read_by(PERSON_ID)
        except StopValidation:
            raise refused(Problem("missing", field="person")) from None
