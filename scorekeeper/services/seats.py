"""Who sits where: names entered wrongly, and substitutes."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.files.reading import same_names
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.sheet_state import SEATING, SUBSTITUTE, SheetState
from scorekeeper.services.writing import Change, FormToken, ImpossibleError, write
from scorekeeper.store import group_queries as people
from scorekeeper.store.sheet_queries import EntryRow


def mend_seats(
    state: SheetState, names: Sequence[str], first_dealer: int, slip: FormToken
) -> EntryRow:
    """Other names at the seats, from the first round on, or another first dealer."""
    problems = list(same_names(names))
    if problems:
        raise ImpossibleError(problems)

    def seated() -> Change:
        ids = _people(state, names, respell=True)
        return Change(
            SEATING, 0, {"players": [ids[name] for name in names], "first_dealer": first_dealer}
        )

    return write(state, slip, seated)


def substitute(state: SheetState, seat: int, name: str, after: int, slip: FormToken) -> EntryRow:
    """Somebody else sits at *seat* for every round behind round *after* (0: from the start)."""

    def sitting_down() -> Change:
        ids = _people(state, [name])
        return Change(SUBSTITUTE, None, {"seat": seat, "player": ids[name]}, after)

    return write(state, slip, sitting_down)


def send_back(state: SheetState, subject: int, slip: FormToken) -> EntryRow:
    """The substitute never sat down: whoever sat there before stays."""
    draft = Change(SUBSTITUTE, subject, None)
    return write(state, slip, lambda: draft)


def with_names(state: SheetState, names: Sequence[str], first_dealer: int) -> Sheet:
    """The sheet as it would be with other names, or another first dealer."""
    head = replace(state.sheet.head, first_dealer=first_dealer)
    return replace(state.sheet, players=tuple(names), head=head)


def _people(state: SheetState, names: Sequence[str], *, respell: bool = False) -> dict[str, int]:
    people.advance_group(state.row.group_id)
    return people.player_ids(state.row.group_id, names, respell=respell)
