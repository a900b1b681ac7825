"""What was worked out of whole sheets, kept by the process for the revision of each.

Nothing in here is stored. A result is small, so those of many sheets are kept where their states
would not be.
"""

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from cachetools import LRUCache
from flask import Flask, current_app

from scorekeeper.services.sheet.lookup import in_parts, readable_states_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import SheetRow

EXTENSION = "sheet_results"
RESULTS_AT_MOST = 20_000

Work = Callable[[SheetState], Any]


def install(app: Flask) -> None:
    """Give the application a cache of its own: its database is its own too."""
    results: LRUCache[Hashable, Any] = LRUCache(RESULTS_AT_MOST)
    app.extensions[EXTENSION] = results, threading.Lock()


def results_of(
    work: Work,
    sheets: Sequence[SheetRow],
    people: Mapping[int, str],
    at_hand: Sequence[SheetState] = (),
) -> tuple[list[Any], bool]:
    """What *work* finds for these sheets, in their order, and whether that is all of them.

    *work* may look at nothing but the sheet, and at people by their ids alone. Of the sheets that
    are neither kept nor *at_hand* only so many are read as is no long work; the next call reads
    on. Damaged ones are left out.
    """
    results, lock = current_app.extensions[EXTENSION]
    with lock:
        kept = {sheet.id: results.get(_key(work, sheet)) for sheet in sheets}
    found = {sheet_id: result for sheet_id, result in kept.items() if result is not None}
    states = {state.row.id: state for state in at_hand}
    missing = [sheet for sheet in sheets if sheet.id not in found and sheet.id not in states]
    part = next(in_parts(missing), [])
    fresh = [states[each.id] for each in sheets if each.id in states and each.id not in found]
    for state in (*fresh, *readable_states_of(part, people)):
        found[state.row.id] = work(state)
        with lock:
            results[_key(work, state.row)] = found[state.row.id]
    return [found[each.id] for each in sheets if each.id in found], len(part) == len(missing)


def _key(work: Work, sheet: SheetRow) -> Hashable:
    return work, sheet.id, sheet.key, sheet.revision
