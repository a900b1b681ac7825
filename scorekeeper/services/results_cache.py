"""What was worked out of whole sheets, kept by the process for the revision of each.

Nothing in here is stored. A result is small, so those of many sheets are kept where their states
would not be.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Flask, current_app

from scorekeeper.services.lookup import in_parts, readable_states_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import SheetRow

EXTENSION = "sheet_results"
SHEETS_AT_MOST = 20_000

Work = Callable[[SheetState], Any]


class ResultsCache:
    """The results of the sheets asked for last, each for the latest known revision."""

    def __init__(self, sheets_at_most: int = SHEETS_AT_MOST) -> None:
        self._sheets_at_most = sheets_at_most
        self._results: OrderedDict[tuple[Work, int], tuple[tuple[str, int], Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, work: Work, sheets: Sequence[SheetRow]) -> dict[int, Any]:
        """The results of these sheets that are kept, by the id of the sheet."""
        found = {}
        with self._lock:
            for sheet in sheets:
                kept = self._results.get((work, sheet.id))
                if kept is not None and kept[0] == (sheet.key, sheet.revision):
                    self._results.move_to_end((work, sheet.id))
                    found[sheet.id] = kept[1]
        return found

    def put(self, work: Work, sheet: SheetRow, result: Any) -> None:
        """Keep a result; where there are too many, drop the one not asked for the longest."""
        with self._lock:
            self._results[work, sheet.id] = ((sheet.key, sheet.revision), result)
            self._results.move_to_end((work, sheet.id))
            while len(self._results) > self._sheets_at_most:
                self._results.popitem(last=False)


def install(app: Flask) -> None:
    """Give the application a cache of its own: its database is its own too."""
    app.extensions[EXTENSION] = ResultsCache()


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
    cache: ResultsCache = current_app.extensions[EXTENSION]
    found = cache.get(work, sheets)
    states = {state.row.id: state for state in at_hand}
    missing = [each for each in sheets if each.id not in found and each.id not in states]
    part = next(in_parts(missing), [])
    fresh = [states[each.id] for each in sheets if each.id in states and each.id not in found]
    for state in (*fresh, *readable_states_of(part, people)):
        found[state.row.id] = work(state)
        cache.put(work, state.row, found[state.row.id])
    return [found[each.id] for each in sheets if each.id in found], len(part) == len(missing)
