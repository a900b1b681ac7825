"""Who sits where: names entered wrongly, and substitutes."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.scorekeeping.state import SEATING, SUBSTITUTE, SheetState
from scorekeeper.scorekeeping.writing import Draft, ImpossibleError, Slip, write
from scorekeeper.sheetfile import SheetFile
from scorekeeper.sheetreading import same_names
from scorekeeper.store import groups as people
from scorekeeper.store.sheets import EntryRow


def mend_seats(state: SheetState, names: Sequence[str], first_dealer: int, slip: Slip) -> EntryRow:
    """Other names at the seats, from the first round on, or another first dealer."""
    problems = list(same_names(names))
    if problems:
        raise ImpossibleError(problems)

    def seated() -> Draft:
        ids = _people(state, names, respell=True)
        return Draft(
            SEATING, 0, {"players": [ids[name] for name in names], "first_dealer": first_dealer}
        )

    return write(state, slip, seated)


def substitute(state: SheetState, seat: int, name: str, after: int, slip: Slip) -> EntryRow:
    """Somebody else sits at *seat* for every round behind round *after* (0: from the start)."""

    def sitting_down() -> Draft:
        ids = _people(state, [name])
        return Draft(SUBSTITUTE, None, {"seat": seat, "player": ids[name]}, after)

    return write(state, slip, sitting_down)


def send_back(state: SheetState, subject: int, slip: Slip) -> EntryRow:
    """The substitute never sat down: whoever sat there before stays."""
    draft = Draft(SUBSTITUTE, subject, None)
    return write(state, slip, lambda: draft)


def with_names(state: SheetState, names: Sequence[str], first_dealer: int) -> SheetFile:
    """The sheet as it would be with other names, or another first dealer."""
    head = replace(state.file.head, first_dealer=first_dealer)
    return replace(state.file, players=tuple(names), head=head)


def _people(state: SheetState, names: Sequence[str], *, respell: bool = False) -> dict[str, int]:
    people.advance_group(state.row.group_id)
    return people.player_ids(state.row.group_id, names, respell=respell)
