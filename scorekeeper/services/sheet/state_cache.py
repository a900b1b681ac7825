"""Sheets as they stand, kept by the process so that a further round replays only itself.

Nothing in here is stored: a sheet that another process has written on is read again, and what it
has in common with the one that is kept is not replayed. What was worked out of a whole sheet is
small, so that of many is kept where their states would not be.
"""

import threading
from dataclasses import replace
from typing import Any

from cachetools import LRUCache
from flask import Flask, current_app

from scorekeeper.services.sheet.entries_to_sheet import stored_state
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.sheet_queries import content_of, sheet_by_id

STATES, RESULTS = "sheet_states", "sheet_results"
ENTRIES_AT_MOST = 20_000  # of all sheets together: about 50 MB
RESULTS_AT_MOST = 20_000


class StateCache:
    """The latest known state of the sheets looked at last, up to so many entries in all.

    The one kept last stays however long it is, or every look at it would replay it.
    """

    def __init__(self, entries_at_most: int = ENTRIES_AT_MOST) -> None:
        self._states: LRUCache[int, SheetState] = LRUCache(
            entries_at_most, getsizeof=lambda state: min(len(state.entries), entries_at_most)
        )
        self._lock = threading.Lock()

    def get(self, sheet_id: int) -> SheetState | None:
        """The state that is kept of a sheet, whether it is still the latest or not."""
        with self._lock:
            return self._states.get(sheet_id)

    def put(self, state: SheetState) -> None:
        """Keep a state, unless a later one is kept."""
        with self._lock:
            known = self._states.get(state.row.id)
            if known is None or _age(known.row) <= _age(state.row):
                self._states[state.row.id] = state


def _age(row: SheetRow) -> tuple[int, int]:
    return row.revision, row.group_revision


def install(app: Flask) -> None:
    """Give the application caches of its own: its database is its own too."""
    app.extensions[STATES] = StateCache()
    # A large result may say how many small ones take as much memory; the largest is kept alone.
    results: LRUCache[Any, Any] = LRUCache(
        RESULTS_AT_MOST,
        getsizeof=lambda result: min(int(getattr(result, "weight", 1)), RESULTS_AT_MOST),
    )
    app.extensions[RESULTS] = results, threading.Lock()


def load(row: SheetRow) -> SheetState:
    """The sheet as it stands at the revision of *row*: from the cache, or in one query."""
    state = kept(row)
    if state is None:
        known, (entries, names) = _states().get(row.id), content_of(row)
        if known and known.entries[-1] not in entries:
            known = None  # the sheet of another database, or of this one before it lost something
        state = stored_state(row, entries, names, known)
        keep(state)
    return state


def load_latest(row: SheetRow) -> SheetState:
    """The sheet as it stands now, whatever was written since *row* was read."""
    latest = sheet_by_id(row.id)
    return load(row if latest is None else row._replace(revision=latest.revision))


def kept(row: SheetRow) -> SheetState | None:
    """The sheet as it stands at the revision of *row*, if it is in the cache.

    It has the link and the access by which it is asked for now.
    """
    known = _states().get(row.id)
    if known is None or not known.row.says_the_same_as(row):
        return None
    return known if known.row._replace(digest=row.digest) == row else replace(known, row=row)


def keep(state: SheetState) -> None:
    """Keep a state that has just been written."""
    _states().put(state)


def _states() -> StateCache:
    states: StateCache = current_app.extensions[STATES]
    return states
