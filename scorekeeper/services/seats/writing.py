"""Who sits where: names entered wrongly, and substitutes."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.files.sheet import Sheet
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import write
from scorekeeper.services.sheet.entries import EntryType, SeatChange, Seating
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.writing import Ids, SheetChange, write_on_sheet
from scorekeeper.store.rows import EntryRow


def correct_seats(
    state: SheetState, names: Sequence[str], first_dealer: int, token: FormToken
) -> EntryRow:
    """Correct the names at the seats, from the first round on, or the first dealer."""

    def seating(_: SheetState, ids: Ids) -> Sequence[Draft]:
        seated = Seating(players=tuple(ids[name] for name in names), first_dealer=first_dealer)
        return [Draft(EntryType.SEATING, 0, EntryType.SEATING.write(seated))]

    return write(state, SheetChange(seating, names, respells=True), token)


def substitute(state: SheetState, seat: int, name: str, after: int, token: FormToken) -> EntryRow:
    """Seat somebody else for every round after round *after* (0: from the first on)."""

    def seat_change(_: SheetState, ids: Ids) -> Sequence[Draft]:
        data = EntryType.SUBSTITUTE.write(SeatChange(seat=seat, player=ids[name]))
        return [Draft(EntryType.SUBSTITUTE, None, data, after)]

    return write(state, SheetChange(seat_change, (name,)), token)


def remove_substitute(state: SheetState, subject: int, token: FormToken) -> EntryRow:
    """Take a substitute back: whoever sat there before stays."""
    return write_on_sheet(state, [Draft(EntryType.SUBSTITUTE, subject, None)], token)


def with_names(state: SheetState, names: Sequence[str], first_dealer: int) -> Sheet:
    """The sheet as it would be with other names, or another first dealer."""
    head = replace(state.sheet.head, first_dealer=first_dealer)
    return replace(state.sheet, players=tuple(names), head=head)
