"""What was just saved on a sheet: in one line, with the way back, and to be read aloud."""

from collections.abc import Iterable, Sequence

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.entries import undoing
from scorekeeper.services.sheet.change_set import preview_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import EntryRow
from scorekeeper.summary.result import result
from scorekeeper.web.shared.rounds import names_in


def saved_notice(state: SheetState, revision: int | None, messages: Messages) -> str:
    """What was saved under a revision; "" where it was no round, or not the latest change."""
    saved = state.rounds_saved_at(revision) if revision == state.row.revision else ()
    return _changed_round(state, saved, messages) if saved else ""


def announcement(state: SheetState, messages: Messages) -> tuple[str, ...]:
    """The latest change as phones that follow the sheet read it aloud; empty where it was no round.

    What happened to which round, how the totals stand now, and who has won if that was the end,
    with names beside all points.
    """
    saved = state.rounds_saved_at(state.row.revision)
    if not saved:
        return ()
    is_struck = state.number_of(saved[0].subject) is None  # what its number was is long to find
    totals = _with_names(state.side_names, state.ledger.totals, state, messages)
    told = (
        messages.text("told.struck")
        if is_struck
        else _changed_round(state, saved, messages, is_aloud=True),
        messages.text("told.totals", totals=totals),
    )
    return (*told, result(state.sheet, messages)) if state.is_over else told


def _with_names(
    sides: Sequence[str], points: Iterable[int], state: SheetState, messages: Messages
) -> str:
    """Every side with its points, one after the other."""
    told = (
        messages.text("told.side", side=side, points=messages.points(number, state.sheet.unit))
        for side, number in zip(sides, points, strict=True)
    )
    return messages.joined("text.comma", told)


def _changed_round(
    state: SheetState, saved: Sequence[EntryRow], messages: Messages, *, is_aloud: bool = False
) -> str:
    """What happened to the first of the rounds: its number, and its points where it stands.

    *is_aloud*: with names beside the points.
    """
    round_id = saved[0].subject
    number = state.number_of(round_id)
    if number is None:
        undone = preview_of(state, undoing(state, saved)).after
        return messages.text("saved.struck", number=undone.label_of(round_id))
    played = state.ledger.rounds[number - 1]
    points = played.score.points
    told = {
        "number": played.label,
        "points": _with_names(names_in(state, number).sides, points, state, messages)
        if is_aloud
        else messages.columns(points, state.sheet.unit),
    }
    replaced = state.edition_before(saved[0])
    if replaced is None:
        is_last = round_id == state.last_round_id
        return messages.text("saved.new" if is_last else "saved.inserted", **told)
    was_struck = replaced.data is None
    return messages.text("saved.restored" if was_struck else "saved.corrected", **told)
