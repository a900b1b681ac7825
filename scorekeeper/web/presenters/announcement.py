"""What is read aloud on phones that follow a sheet when somebody else has changed it."""

from collections.abc import Iterable, Sequence

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.rounds import rounds_saved_at
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.summary.result import result
from scorekeeper.web.presenters.rounds import names_in
from scorekeeper.web.presenters.saved_notice import changed_round


def announcement(state: SheetState, messages: Messages) -> tuple[str, ...]:
    """The latest change in sentences, with names beside all points; empty where it was no round.

    What happened to which round, how the totals stand now, and who has won if that was the end.
    """
    saved = rounds_saved_at(state, state.row.revision)
    if not saved:
        return ()

    def points_of(number: int) -> str:
        sides = names_in(state, number).sides
        return _with_names(sides, state.ledger.rounds[number - 1].score.points, state, messages)

    is_struck = state.number_of(saved[0].subject) is None  # what its number was is long to find
    totals = _with_names(state.side_names, state.ledger.totals, state, messages)
    told = (
        messages.text("told.struck")
        if is_struck
        else changed_round(state, saved, messages, points_of),
        messages.text("told.totals", totals=totals),
    )
    return (*told, result(state.sheet, state.ledger, messages)) if state.is_over else told


def _with_names(
    sides: Sequence[str], points: Iterable[int], state: SheetState, messages: Messages
) -> str:
    """Every side with its points, one after the other."""
    told = (
        messages.text("told.side", side=side, points=messages.points(each, state.sheet.unit))
        for side, each in zip(sides, points, strict=True)
    )
    return messages.joined("text.comma", told)
