"""Sitting out in forms and on the page of a sheet: the same for every game that knows it."""

from collections.abc import Sequence

from scorekeeper.core.ledger import Ledger
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


def times_sat_out(ledger: Ledger) -> tuple[int, ...]:
    """How often each seat has sat out; of a deal settled by agreement only the dealer is known."""
    out = [
        due_to_sit_out(played.table)
        if played.is_agreed
        else seat_sitting_out(played.round.observation, played.table)
        for played in ledger.rounds
        if not (played.beside or played.problems)
    ]
    return tuple(out.count(seat) for seat in range(ledger.table.seats))


def sitting_out_sections(ledger: Ledger) -> Sequence[Section]:
    """That the next dealer sits out, beside the name; and below the form how often everybody has.

    Nothing where all play.
    """
    due = due_to_sit_out(ledger.table)
    if due is None:
        return ()
    now, often = Section("sheet/_sits_out.html", due, place="beside_dealer"), times_sat_out(ledger)
    return (now, Section("sheet/_sat_out.html", often)) if any(often) else (now,)
