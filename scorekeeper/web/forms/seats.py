"""The form that says who sits where: on the page of a new sheet, and to put a sheet right."""

from collections.abc import Sequence
from typing import Any

from wtforms import Form, StringField
from wtforms.form import BaseForm

from scorekeeper.core.typed_text import typed_text
from scorekeeper.web.forms.number_field import NumberField


class SeatsForm(Form):
    """Names in playing order (fields `name_0`, `name_1`, …) and who deals first.

    There are fields for *seats* names. *names* and *first_dealer* (a seat, from 0) stand in them
    where *formdata* is None.
    """

    first_dealer = NumberField()

    def __init__(
        self,
        seats: int,
        formdata: Any = None,
        names: Sequence[str] = (),
        first_dealer: int | None = None,
    ) -> None:
        super().__init__(formdata, first_dealer=first_dealer)
        fields: dict[str, Any] = {str(seat): StringField(default="") for seat in range(seats)}
        self._names = BaseForm(fields, prefix="name_")
        self._names.process(formdata, data={str(seat): name for seat, name in enumerate(names)})

    @property
    def names(self) -> list[str]:
        """What stands in every field for a name."""
        return [field.data for field in self._names]

    @property
    def names_read(self) -> list[str]:
        """The same as it is read: empty where nobody sees anything."""
        return list(map(typed_text, self.names))

    def names_given(self, at_least: int) -> list[str]:
        """The same without empty fields at the end, but *at_least* so many."""
        names = self.names_read
        while len(names) > at_least and not names[-1]:
            names.pop()
        return names
