"""Writing rounds down, and putting them right."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.services.change_set import Change, new_round, next_edition
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.writing import PlainWrite, write
from scorekeeper.store.rows import EntryRow


def append_round(state: SheetState, dealt: Round[Any], token: FormToken) -> EntryRow:
    """Write down the next round."""
    return change_rounds(state, [new_round(state, dealt)], token)


def insert_round(state: SheetState, dealt: Round[Any], after: int, token: FormToken) -> EntryRow:
    """Write down a round that was forgotten, after round *after* (0: before the first)."""
    return change_rounds(state, [new_round(state, dealt, after)], token)


def correct_round(
    state: SheetState, round_id: int, dealt: Round[Any], token: FormToken
) -> EntryRow:
    """Write down what a round really was; one that was struck out stands again."""
    return change_rounds(state, [next_edition(state, round_id, dealt)], token)


def change_rounds(state: SheetState, changes: Sequence[Change], token: FormToken) -> EntryRow:
    """Write a change of rounds together with the repairs it calls for; it is the first change."""
    return write(state.row, token, PlainWrite(changes))
