"""What a sheet adds to its group, to the standing and to the account, and how it was settled."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from scorekeeper.core.agreed_points import is_beside_deals
from scorekeeper.core.days import local_day
from scorekeeper.core.standings import FinishedSheet
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


class BegunSettlement(NamedTuple):
    """A settlement that stands, by its *number*: when it was begun, and its day.

    *sheets* are the ids of those that it counts, as the text of JSON; None where nothing says so,
    as of one that was begun here (*is_own*): that counts what was played by then.
    """

    number: int
    moment: datetime
    day: date
    is_own: bool
    sheets: str | None

    def may_count(self, state: SheetState) -> bool:
        """Whether it counts what was written on a sheet before it; by days where nothing says."""
        if self.sheets is not None:
            return f'"{state.row.file_id}"' in self.sheets
        return self.is_own or self.day >= state.day


def settled_by(state: SheetState) -> Settled | None:
    """How a sheet was settled, with others; None without a settlement, and without money.

    That is agreed on before the first deal. One query, if the sheet is for money at all.
    """
    if balances(state.sheet) is None:
        return None
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        listed, is_part = counted_by(state, begun_settlements(state.row.group_id))
        if listed is not None:
            about = [each for each in state.entries if each.type in (EntryType.ROUND, *ABOUT_SEATS)]
            is_changed = any(entry.written_at > listed.moment for entry in about)
            return Settled(listed.day, is_part, None if is_changed else listed.number)
    return None


def counted_by(
    state: SheetState, settlements: Iterable[BegunSettlement]
) -> tuple[BegunSettlement | None, bool]:
    """The first settlement that counts every deal of a sheet, or else the last that counts some.

    And whether it counts only some. A deal that was put in since before the last one does not
    matter, nor do points by agreement behind it: that is what the account calls new.
    """
    if not state.round_ids:
        return None, False
    played = zip(state.round_ids, state.sheet.rounds, strict=True)
    deals = [number for number, dealt in played if not is_beside_deals(dealt.observation)]
    deals = deals or list(state.round_ids)
    written = [state.first(EntryType.ROUND, deal).written_at for deal in deals]
    first, last, found = min(written), written[-1], None
    for listed in settlements:
        if listed.moment >= first and listed.may_count(state):
            found = listed
            if listed.moment >= last:
                return listed, False
    return found, found is not None


def begun_settlements(group_id: int) -> Iterator[BegunSettlement]:
    """The settlements of a group that stand, the oldest first."""
    written = days_of_entries(group_id, GroupEntryType.SETTLEMENT)
    begun = {entry.subject: entry for entry in reversed(written)}
    latest = {entry.subject: entry for entry in written}
    for subject, last in latest.items():
        if last.stands:
            first = begun[subject]
            with reading("the day of a settlement"):
                day = date.fromisoformat(last.day) if last.day else local_day(first.written_at)
            yield BegunSettlement(subject, first.written_at, day, bool(first.is_own), last.sheets)
