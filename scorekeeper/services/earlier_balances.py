"""What sheets had added to the account at an earlier moment, worked out of their entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from scorekeeper.services.results_cache import results_of
from scorekeeper.services.sheet_state import SheetState, state_of
from scorekeeper.store import sheet_queries
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.summary.sheet_balances import balances


@dataclass(frozen=True, slots=True)
class EarlierBalances:
    """The cents that everybody was up or down by on the sheet of this id, by the ids of people.

    *balances* is None where the sheet was not there yet.
    """

    sheet_id: int
    balances: Mapping[int, int] | None


def balances_at(
    group: GroupRow, sheets: Sequence[SheetRow], moment: datetime, names: Mapping[int, str]
) -> tuple[dict[int, EarlierBalances], bool]:
    """By its id, what every one of these sheets had come to at a moment, and whether that is all.

    Only those on which somebody has written since are looked at: any other is left out, as it
    comes to what it came to then. *sheets* are all of the *group*, *names* its people by id.
    """
    since = sheet_queries.written_since(group.id, moment)
    changed = [sheet for sheet in sheets if sheet.id in since]
    younger = {each.id for each in changed if _is_opened_after(each, moment)}
    older = [each for each in changed if each.id not in younger]
    results, are_all = results_of(_BalancesAt(moment), older, names)
    found = {sheet_id: EarlierBalances(sheet_id, None) for sheet_id in younger}
    return found | {each.sheet_id: each for each in results}, are_all


def _is_opened_after(sheet: SheetRow, moment: datetime) -> bool:
    """Whether a sheet is certainly younger; one out of a file has the day that the file says."""
    return sheet.imported is None and sheet.created_at > moment


@dataclass(frozen=True, slots=True)
class _BalancesAt:
    """Works out what a sheet had come to at a moment; equal ones share what is kept."""

    moment: datetime

    def __call__(self, state: SheetState) -> EarlierBalances:
        entries = tuple(takewhile(lambda each: each.written_at <= self.moment, state.entries))
        if not entries:
            return EarlierBalances(state.row.id, None)
        earlier = state_of(state.row, entries, state.players, state)
        money = balances(earlier.sheet, earlier.ledger) or {}
        return EarlierBalances(
            state.row.id, {earlier.ids[name]: cents for name, cents in money.items()}
        )
