"""Whether what one phone is about to save is what another one has saved already."""

from typing import Any

from scorekeeper.services.entries import EntryType
from scorekeeper.services.sheet_state import SheetState


def was_entered_since(state: SheetState, observation: Any, revision: int) -> bool:
    """Whether the same was observed of a round written behind a revision that still stands."""
    return any(
        state.last_edition(entry.subject).observation == observation
        for entry in state.entries
        if entry.revision > revision
        and entry.type == EntryType.ROUND
        and state.number_of(entry.subject) is not None
    )
