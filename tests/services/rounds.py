"""Writing rounds of a sheet as its forms do: the next one, or what an earlier one really was."""

from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.writing import write_on_sheet
from scorekeeper.store.rows import EntryRow


def append_round(state: SheetState, dealt: Round[Any], token: FormToken) -> EntryRow:
    """Write down the next round."""
    return write_on_sheet(state, [state.new_round(dealt)], token)


def correct_round(
    state: SheetState, round_id: int, dealt: Round[Any], token: FormToken
) -> EntryRow:
    """Write down what a round really was; one that was struck out stands again."""
    return write_on_sheet(state, [state.next_edition(round_id, dealt)], token)
