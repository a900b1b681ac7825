"""Writing rounds down, and putting them right."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.services.change_set import Change, new_round
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.writing import PlainWrite, write
from scorekeeper.store.rows import EntryRow


def append_round(state: SheetState, dealt: Round[Any], token: FormToken) -> EntryRow:
    """Write down the next round."""
    return write(state.row, token, PlainWrite([new_round(state, dealt)]))


def change_rounds(state: SheetState, changes: Sequence[Change], token: FormToken) -> EntryRow:
    """Correct, strike out, bring back or insert rounds, together with the repairs it calls for.

    The first change is what it is about.
    """
    return write(state.row, token, PlainWrite(changes))
