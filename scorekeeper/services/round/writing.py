"""Writing rounds down, putting them right, and taking back what was saved last."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.change_set import new_round, next_edition
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store.rows import EntryRow


def append_round(state: SheetState, dealt: Round[Any], token: FormToken) -> EntryRow:
    """Write down the next round."""
    return write_on_sheet(state, [new_round(state, dealt)], token)


def correct_round(
    state: SheetState, round_id: int, dealt: Round[Any], token: FormToken
) -> EntryRow:
    """Write down what a round really was; one that was struck out stands again."""
    return write_on_sheet(state, [next_edition(state, round_id, dealt)], token)


def rounds_saved_at(state: SheetState, revision: int) -> Sequence[EntryRow]:
    """The entries of rounds that were saved under a revision, first what the change was about.

    Empty where something else was written under it, as when the sheet was opened.
    """
    written = state.written_at(revision)
    if not written or written[0].type != EntryType.ROUND:
        return ()
    return [entry for entry in written if entry.type == EntryType.ROUND]


def was_entered_since(state: SheetState, observation: Any, revision: int) -> bool:
    """Whether the same was observed of a round written behind a revision that still stands."""
    return any(
        state.last_edition(entry.subject).observation == observation
        for entry in state.entries
        if entry.revision > revision
        and entry.type == EntryType.ROUND
        and state.number_of(entry.subject) is not None
    )
