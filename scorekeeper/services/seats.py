"""Who sits where: names entered wrongly, and substitutes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import same_names
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.change_set import Change
from scorekeeper.services.entries import EntryType, SeatChange, Seating
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.writing import PlainWrite, write
from scorekeeper.store.rows import EntryRow


@dataclass(frozen=True, slots=True)
class SeatsCorrection:
    """Other names at the seats, from the first round on, or another first dealer."""

    names: Sequence[str]
    first_dealer: int
    respells: bool = field(default=True, init=False)

    def changes(self, people: Mapping[str, int]) -> Sequence[Change]:
        """The seating with these people."""
        players = tuple(people[name] for name in self.names)
        seating = Seating(players=players, first_dealer=self.first_dealer)
        return [Change(EntryType.SEATING, 0, EntryType.SEATING.write(seating))]

    def problems(self, state: SheetState) -> Iterable[Problem]:
        """Names that two players would share."""
        return same_names(self.names)


@dataclass(frozen=True, slots=True)
class Substitution:
    """Somebody else at *seat* for every round after round *after* (0: from the first on)."""

    seat: int
    name: str
    after: int
    respells: bool = field(default=False, init=False)

    @property
    def names(self) -> Sequence[str]:
        """The one who sits down."""
        return (self.name,)

    def changes(self, people: Mapping[str, int]) -> Sequence[Change]:
        """A change of the seat."""
        change = SeatChange(seat=self.seat, player=people[self.name])
        data = EntryType.SUBSTITUTE.write(change)
        return [Change(EntryType.SUBSTITUTE, None, data, self.after)]

    def problems(self, state: SheetState) -> Iterable[Problem]:
        """None of its own: who would sit twice is judged for the whole sheet."""
        return ()


def correct_seats(
    state: SheetState, names: Sequence[str], first_dealer: int, token: FormToken
) -> EntryRow:
    """Correct the names at the seats, from the first round on, or the first dealer."""
    return write(state.row, token, SeatsCorrection(names, first_dealer))


def substitute(state: SheetState, seat: int, name: str, after: int, token: FormToken) -> EntryRow:
    """Seat somebody else for every round after round *after* (0: from the first on)."""
    return write(state.row, token, Substitution(seat, name, after))


def remove_substitute(state: SheetState, subject: int, token: FormToken) -> EntryRow:
    """Take a substitute back: whoever sat there before stays."""
    return write(state.row, token, PlainWrite([Change(EntryType.SUBSTITUTE, subject, None)]))


def with_names(state: SheetState, names: Sequence[str], first_dealer: int) -> Sheet:
    """The sheet as it would be with other names, or another first dealer."""
    head = replace(state.sheet.head, first_dealer=first_dealer)
    return replace(state.sheet, players=tuple(names), head=head)
