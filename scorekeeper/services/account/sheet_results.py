"""What a sheet adds to its group, to the standing and to the account, and how it was settled."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from scorekeeper.core.account import Settlement
from scorekeeper.core.agreed_points import is_beside_deals
from scorekeeper.core.days import local_day
from scorekeeper.core.standings import FinishedSheet
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.sheet.entries import ABOUT_SEATS, EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.errors import DamagedDatabaseError, reading
from scorekeeper.store.group_queries import entries_of
from scorekeeper.store.rows import EntryRow
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
    """A settlement that stands, and the entry that has begun it.

    One that was begun here has the key of that form for its id; where it does not say which sheets
    it counts, it counts what was played by then.
    """

    settlement: Settlement[int]
    begun: EntryRow

    @property
    def day(self) -> date:
        """Its day."""
        return self.settlement.date or local_day(self.begun.written_at)

    def may_count(self, state: SheetState) -> bool:
        """Whether it counts what was written on a sheet before it; by days where nothing says."""
        if self.settlement.sheets is not None:
            return state.row.file_id in self.settlement.sheets
        return self.settlement.id == self.begun.key or self.day >= state.day


def settled_by(state: SheetState) -> Settled | None:
    """How a sheet was settled, with others; None without a settlement, and without money.

    That is agreed on before the first deal. One query, if the sheet is for money at all.
    """
    if balances(state.sheet) is None:
        return None
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        group = state.row.group
        written = GroupState(group, entries_of(group, GroupEntryType.SETTLEMENT))
        listed, is_part = counted_by(state, begun_settlements(written))
        if listed is not None:
            about = [each for each in state.entries if each.type in (EntryType.ROUND, *ABOUT_SEATS)]
            is_changed = any(entry.written_at > listed.begun.written_at for entry in about)
            return Settled(listed.day, is_part, None if is_changed else listed.begun.subject)
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
        moment = listed.begun.written_at
        if moment >= first and listed.may_count(state):
            found = listed
            if moment >= last:
                return listed, False
    return found, found is not None


def begun_settlements(group: GroupState) -> Iterator[BegunSettlement]:
    """The settlements of a group that stand, the oldest first; raises DamagedDatabaseError."""
    kind = GroupEntryType.SETTLEMENT
    with reading("the settlements of a group"):
        for number, settlement in group.standing(kind).items():
            yield BegunSettlement(settlement, group.first(kind, number))
