"""The form that lets somebody else sit down from some round on."""

from wtforms import Form

from scorekeeper.core.names import NAME
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import Whole
from scorekeeper.files.reading import SEAT
from scorekeeper.files.sheet import ROUNDS_AT_MOST, Substitution
from scorekeeper.web.forms.number_field import NumberField
from scorekeeper.web.forms.text_field import TextField


class SubstituteForm(Form):
    """At which seat (from 0) which player sits from which deal (from 1) on."""

    seat = NumberField()
    player = TextField(default="")
    round = NumberField()

    def substitution(self, seats: int, last: int, problems: list[Problem]) -> Substitution | None:
        """What was sent, for a table of so many *seats* where deal *last* is the one to come.

        Its `round` is the number of the deal as the table counts. None where something is wrong
        with it, which is then added to *problems*.
        """
        seat = self.seat.read(SEAT, seats, problems)
        player = self.player.read(NAME, problems)
        number = self.round.read(Whole(1, min(last, ROUNDS_AT_MOST + 1)), seats, problems)
        return None if problems else Substitution(number, seat, player)
