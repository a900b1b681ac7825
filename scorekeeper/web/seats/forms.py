"""The forms that say who sits where: at a new sheet, to put one right, and for a substitute."""

from collections.abc import Sequence
from typing import Any

from wtforms import StringField
from wtforms.form import BaseForm

from scorekeeper.core.game import Game
from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Whole
from scorekeeper.core.typed_text import typed_text
from scorekeeper.files.reading import SEAT, players_of
from scorekeeper.files.sheet import ROUNDS_AT_MOST
from scorekeeper.web.shared.forms import NumberField, PageForm, TextField


class SeatsForm(PageForm):
    """Names in playing order (fields `name_0`, `name_1`, …) and who deals first.

    There are fields for *seats* names of players of *game*. *names* and *first_dealer* (a seat,
    from 0) stand in them where *formdata* is None. Once it is validated, *players* are the names.
    """

    first_dealer = NumberField(SEAT)
    players: tuple[str, ...]

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        formdata: Any = None,
        names: Sequence[str] = (),
        first_dealer: int | None = None,
    ) -> None:
        super().__init__(formdata, first_dealer=first_dealer)
        self.game, self.seats = game, seats
        fields: dict[str, Any] = {str(seat): StringField(default="") for seat in range(seats)}
        self._names = BaseForm(fields, prefix="name_")
        self._names.process(formdata, data={str(seat): name for seat, name in enumerate(names)})

    @property
    def names(self) -> list[str]:
        """What stands in every field for a name."""
        return [field.data for field in self._names]

    @property
    def names_read(self) -> list[str]:
        """The names as they are read: empty where nobody sees anything."""
        return list(map(typed_text, self.names))

    def names_given(self, at_least: int) -> list[str]:
        """The names as they are read without empty ones at the end, but *at_least* so many."""
        names = self.names_read
        while len(names) > at_least and not names[-1]:
            names.pop()
        return names

    def read_together(self, problems: list[Problem]) -> None:
        """Read the *players*, where every seat is taken."""
        self.players = players_of(self.names_read, self.game, problems)


class SubstituteForm(PageForm):
    """At which seat (from 0) which player sits from which deal (from 1, as the table counts) on.

    It is for a table of so many *seats* where deal *last* is the one to come.
    """

    seat = NumberField(SEAT)
    player = TextField(NAME)
    round = NumberField()

    def __init__(self, formdata: Any = None, *, seats: int = 0, last: int = 1) -> None:
        super().__init__(formdata)
        self.seats, self.last = seats, last

    def validate_round(self, field: NumberField) -> None:
        """Refuse a deal that is none of the sheet's, nor the one to come."""
        field.value = field.read_by(Whole(1, min(self.last, ROUNDS_AT_MOST + 1)))
