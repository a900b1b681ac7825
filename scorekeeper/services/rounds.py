"""Writing rounds down, and putting them right."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.files.writing import round_data
from scorekeeper.services.sheet_state import ROUND, SheetState
from scorekeeper.services.writing import Change, FormToken, write
from scorekeeper.store.sheet_queries import EntryRow


def save_round(state: SheetState, dealt: Round[Any], slip: FormToken) -> EntryRow:
    """Write down the next round."""
    return write(
        state,
        slip,
        lambda: new_round(state, dealt),
        lambda now, first: [replace(first, after=now.last_round_id)],
    )


def change_rounds(state: SheetState, drafts: Sequence[Change], slip: FormToken) -> EntryRow:
    """Correct, strike out, bring back or put in between, together with the repairs it calls for.

    The first draft is what the change is about.
    """
    return write(state, slip, lambda: drafts[0], lambda *_: drafts)


def new_round(state: SheetState, dealt: Round[Any], after: int | None = None) -> Change:
    """The draft of a round nobody has written down yet, behind another one if so said."""
    return Change(ROUND, None, round_data(dealt, state.sheet.game), after)


def edition(state: SheetState, round_id: int, dealt: Round[Any] | None) -> Change:
    """The draft of the next edition of a round: corrected, or struck out where it is None."""
    data = None if dealt is None else round_data(dealt, state.sheet.game)
    return Change(ROUND, round_id, data)
