"""When a sheet was settled: by which list of payments of its group all of it was counted first."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime

from scorekeeper.core.agreed import is_beside_deals
from scorekeeper.core.days import local_day
from scorekeeper.services.entries import EntryType
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.store.errors import DamagedDatabaseError, reading
from scorekeeper.store.group_entry_queries import days_of_entries
from scorekeeper.summary.sheet_balances import balances


def settled_on(state: SheetState) -> date | None:
    """The day of the first settlement that counts every deal of a sheet, as it was by then.

    None without one, and without money, which is agreed on before the first deal. What was
    corrected or put in since changes nothing about it, nor do points by agreement behind the last
    deal: that is what the account calls new. One query, if the sheet is played for money at all.
    """
    if not state.round_ids or balances(state.sheet) is None:
        return None
    played = zip(state.round_ids, state.sheet.rounds, strict=True)
    deals = [each for each, dealt in played if not is_beside_deals(dealt.observation)]
    last = (EntryType.ROUND, (deals or state.round_ids)[-1])
    written_at = next(e.written_at for e in state.entries if (e.type, e.subject) == last)
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        for moment, day in _settlements(state.row.group_id):
            if moment >= written_at and day >= state.day:
                return day
    return None


def _settlements(group_id: int) -> Iterator[tuple[datetime, date]]:
    """When each settlement that stands was begun, and its day; the oldest first."""
    written = days_of_entries(group_id, GroupEntryType.SETTLEMENT)
    begun = {each.subject: each.written_at for each in reversed(written)}
    latest = {each.subject: each for each in written}
    for subject, moment in reversed(begun.items()):
        if latest[subject].stands:
            day = latest[subject].day
            with reading("the day of a settlement"):
                settled = date.fromisoformat(day) if day else local_day(moment)
            yield moment, settled
