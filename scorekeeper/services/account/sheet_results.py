"""What a sheet adds to its group, to the standing and to the account, and how it was settled."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from scorekeeper.core.agreed_points import is_beside_deals
from scorekeeper.core.days import local_day
from scorekeeper.core.seasons import FinishedSheet
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.sheet.entries import ABOUT_SEATS, EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.errors import DamagedDatabaseError, reading
from scorekeeper.store.group_queries import days_of_entries
from scorekeeper.summary.result import Settled, balances, points_by_person, stretches, winners


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetResult(FinishedSheet[int]):
    """A sheet at one revision, finished or not; people stand in it by id.

    *points* are what everybody wrote, *winners* who has won (nobody before the end), *cents* what
    everybody is up or down by; empty where it is not *for money*.
    """

    day: date
    is_over: bool
    rounds: int
    is_for_money: bool


def sheet_result(state: SheetState, as_if: Sheet | None = None) -> SheetResult:
    """What a sheet adds as it stands, or would add if it were *as_if*, with the same people."""
    ids, sheet = state.ids, as_if or state.sheet
    points, money = points_by_person(stretches(sheet)), balances(sheet)
    return SheetResult(
        number=state.row.number,
        game=state.row.game,
        title=sheet.head.title,
        day=state.day,
        unit=sheet.unit,
        is_over=state.is_over,
        rounds=len(sheet.rounds),
        points={ids[name]: written for name, written in points.items()},
        winners=frozenset(ids[name] for name in winners(sheet)) if state.is_over else frozenset(),
        cents={ids[name]: cents for name, cents in (money or {}).items()},
        is_for_money=money is not None,
    )


def settled_by(state: SheetState) -> Settled | None:
    """The first settlement that counts every deal of a sheet, or else the last that counts some.

    A deal that was put in since before the last one does not matter, nor do points by agreement
    behind it: that is what the account calls new. None without a settlement, and without money,
    which is agreed on before the first deal. One query, if the sheet is for money at all.
    """
    if not state.round_ids or balances(state.sheet) is None:
        return None
    played = zip(state.round_ids, state.sheet.rounds, strict=True)
    deals = [number for number, dealt in played if not is_beside_deals(dealt.observation)]
    deals = deals or list(state.round_ids)
    about = [each for each in state.entries if each.type in (EntryType.ROUND, *ABOUT_SEATS)]
    written = [state.first(EntryType.ROUND, deal).written_at for deal in deals]
    first, last = min(written), written[-1]
    settled = None
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        for number, moment, day in _settlements(state.row.group_id):
            if moment >= first and day >= state.day:
                is_changed = any(entry.written_at > moment for entry in about)
                settled = Settled(day, moment < last, None if is_changed else number)
                if not settled.is_part:
                    break
    return settled


def _settlements(group_id: int) -> Iterator[tuple[int, datetime, date]]:
    """The number of each settlement that stands, when it was begun, and its day; oldest first."""
    written = days_of_entries(group_id, GroupEntryType.SETTLEMENT)
    begun = {entry.subject: entry.written_at for entry in reversed(written)}
    latest = {entry.subject: entry for entry in written}
    for subject, moment in reversed(begun.items()):
        if latest[subject].stands:
            day = latest[subject].day
            with reading("the day of a settlement"):
                settled = date.fromisoformat(day) if day else local_day(moment)
            yield subject, moment, settled
