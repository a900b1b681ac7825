"""Sitting out in forms and on the page of a sheet: the same for every game that knows it."""

from collections.abc import Sequence

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.sitting_out import due_to_sit_out, seat_sitting_out
from scorekeeper.games.fields import SeatField
from scorekeeper.games.plugin import Section
from scorekeeper.games.round_form import RoundForm


class SittingOutForm(RoundForm):
    """A form that also asks who sits out, where there is one name more than seats.

    Its template draws the question with the macro `change` of templates/_sitting_out.html, in a
    part that is drawn anew with every touch (`data-touched`); the macros of templates/_choices.html
    and templates/_numbers.html leave the place of seat *sits_out* empty.
    """

    out = SeatField()

    @property
    def somebody(self) -> tuple[str, ...]:
        """What is sent for any player, and where nobody was named yet."""
        return ("", *map(str, range(self.table.seats)))

    @property
    def playing(self) -> int:
        """How many play at a time."""
        return int(self.table.house.playing(self.table.seats))

    @property
    def sits_out(self) -> int | None:
        """Who sits out as far as the form knows: whoever was named, or the dealer."""
        due = due_to_sit_out(self.table)
        if due is None:
            return None
        every = range(self.table.seats)
        named = (self.out.value, self.dealer.value)
        return next((seat for seat in named if seat in every), due)

    @property
    def seats_in_play(self) -> tuple[int, ...]:
        """Everybody else."""
        return tuple(seat for seat in range(self.table.seats) if seat != self.sits_out)

    def apply_button(self, name: str, value: str) -> None:
        """Somebody else sits out."""
        if name == "add" and value in map(str, range(self.table.seats)):
            self.out.data = value


def seats_sat_out(ledger: Ledger) -> tuple[int | None, ...]:
    """The seat that sat out of each round, None where nobody did; of a settled deal its dealer."""
    return tuple(map(_seat_sat_out, ledger.rounds))


def _seat_sat_out(played: LedgerRound) -> int | None:
    if played.beside or played.problems:
        return None
    if played.is_agreed:
        return due_to_sit_out(played.table)
    return seat_sitting_out(played.round.observation, played.table)


def sitting_out_sections(ledger: Ledger) -> Sequence[Section]:
    """That the next dealer sits out, beside the name; and below the form how often everybody has.

    Nothing where all play.
    """
    due = due_to_sit_out(ledger.table)
    if due is None:
        return ()
    now, seats = Section("sheet/_sits_out.html", due, place="beside_dealer"), seats_sat_out(ledger)
    return (now, Section("sheet/_sat_out.html", seats)) if {*seats} - {None} else (now,)
