"""Writing rounds down, and putting them right."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.core.game import Round
from scorekeeper.scorekeeping.state import ROUND, SheetState
from scorekeeper.scorekeeping.writing import Draft, Slip, write
from scorekeeper.sheetfile import round_data
from scorekeeper.store.sheets import EntryRow


def save_round(state: SheetState, dealt: Round[Any], slip: Slip) -> EntryRow:
    """Write down the next round."""
    return write(
        state,
        slip,
        lambda: new_round(state, dealt),
        lambda now, first: [replace(first, after=now.last_round_id)],
    )


def change_rounds(state: SheetState, drafts: Sequence[Draft], slip: Slip) -> EntryRow:
    """Correct, strike out, bring back or put in between, together with the repairs it calls for.

    The first draft is what the change is about.
    """
    return write(state, slip, lambda: drafts[0], lambda *_: drafts)


def new_round(state: SheetState, dealt: Round[Any], after: int | None = None) -> Draft:
    """The draft of a round nobody has written down yet, behind another one if so said."""
    return Draft(ROUND, None, round_data(dealt, state.file.game), after)


def edition(state: SheetState, round_id: int, dealt: Round[Any] | None) -> Draft:
    """The draft of the next edition of a round: corrected, or struck out where it is None."""
    data = None if dealt is None else round_data(dealt, state.file.game)
    return Draft(ROUND, round_id, data)
