"""What a sheet adds to its group: to the standing over evenings, and to the account.

What was worked out is kept by the process for the revision of each sheet; nothing of it is stored.
A result is small, so those of many sheets are kept where their states would not be.
"""

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from cachetools import LRUCache
from flask import Flask, current_app

from scorekeeper.core.game import Unit
from scorekeeper.services.lookup import in_parts, readable_states_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.rows import SheetRow
from scorekeeper.summary.player_results import player_results
from scorekeeper.summary.sheet_balances import balances

EXTENSION = "sheet_results"
RESULTS_AT_MOST = 20_000

Work = Callable[[SheetState], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetResult:
    """A sheet at one revision; people stand in it by id.

    *points* are what everybody wrote, *winners* who has won (nobody before the end), *balances*
    the cents everybody is up or down by; None where nobody plays for money.
    """

    number: int
    game: str
    title: str | None
    day: date
    unit: Unit
    is_over: bool
    rounds: int
    points: Mapping[int, int]
    winners: frozenset[int]
    balances: Mapping[int, int] | None


def sheet_result(state: SheetState) -> SheetResult:
    """What a sheet adds as it stands."""
    sheet, ids = state.sheet, state.ids
    found, money = player_results(sheet, state.ledger), balances(sheet, state.ledger)
    return SheetResult(
        number=state.row.number,
        game=state.row.game,
        title=sheet.head.title,
        day=state.day,
        unit=sheet.unit,
        is_over=state.is_over,
        rounds=len(sheet.rounds),
        points={ids[name]: points for name, points in found.points.items()},
        winners=frozenset(ids[name] for name in found.winners) if state.is_over else frozenset(),
        balances=None if money is None else {ids[name]: cents for name, cents in money.items()},
    )


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


def sheet_results(
    sheets: Sequence[SheetRow], names: Mapping[int, str], at_hand: Sequence[SheetState] = ()
) -> tuple[list[SheetResult], bool]:
    """The results of these sheets in their order, and whether that is all of them.

    *names* are those of the group by id. See `results_of` for what is left out.
    """
    return results_of(sheet_result, sheets, names, at_hand)
