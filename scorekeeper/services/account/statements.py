"""The statement of one person: their balance in the account of a group, and what it is made of.

Each of its lines also says what it came to at the moment of the latest settlement, so that what was
corrected since is told from what was settled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.core.account import Cost, Payment, Transfer
from scorekeeper.core.days import local_day
from scorekeeper.core.fewest_payments import left_by
from scorekeeper.services.account.group_money import GroupMoney, money_of
from scorekeeper.services.account.sheet_results import BegunSettlement, SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.sheet.entries_to_sheet import state_of
from scorekeeper.services.sheet.lookup import results_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store import sheet_queries
from scorekeeper.summary.result import balances

Balances = Mapping[int, int]  # cents by the id of a person
Moving = Cost[int] | Payment[int] | Transfer[int]


class StatementLine(NamedTuple):
    """Something that moves a balance by so many *cents*; written at *moment*, for a *day*.

    It is *about* a sheet, a cost, a payment, or what was paid of a line of a settlement; *number*
    is that of the sheet, cost, payment or settlement. *is_gone*: a cost or payment was taken back
    since. *then* is what it came to when the latest settlement was written: None where it was not
    there yet, or nothing was ever settled.
    """

    about: SheetResult | Moving
    number: int
    day: date
    moment: datetime
    cents: int
    then: int | None
    is_gone: bool = False

    @property
    def is_corrected(self) -> bool:
        """Whether it was settled as something else than it comes to now."""
        return self.then is not None and self.then != self.cents


@dataclass(frozen=True)
class Statement:
    """The lines behind the balance of a *person*, by their own id.

    Not *are_all_read*: not all sheets could be looked at as they were when it was settled.
    *settled* is the latest settlement, or the one that none has replaced; None where nothing was
    settled so far. *money_then* is the money of the group when it was settled,
    *sheets_then* what its sheets had come to by then: both are empty where it never was.
    """

    account: Account
    person: int
    settled: BegunSettlement | None = None
    money_then: GroupMoney = GroupMoney()  # noqa: RUF009 - frozen
    sheets_then: Mapping[int, Balances | None] = field(default_factory=dict)
    are_all_read: bool = True

    @property
    def is_complete(self) -> bool:
        """Whether all could be read, as it is and as it was: else balance and sum are not true."""
        return self.account.is_complete and self.are_all_read

    @property
    def name(self) -> str:
        """What the person is called."""
        return self.account.names[self.person]

    @property
    def balance(self) -> int:
        """What the person is up or down by, in cents."""
        return self.account.balances[self.person]

    @property
    def new_difference(self) -> int:
        """What came on top of the latest settlement: the balance without what is open on its list.

        As the list clears what everybody was up or down by then, that is also what all lines come
        to now less what they came to then, those of the list itself left out.
        """
        if self.settled is None:
            return self.balance
        lines = self.settled.settlement.transfers
        return left_by(self.account.balances, lines).get(self.person, 0)

    @cached_property
    def lines(self) -> Sequence[StatementLine]:
        """What moves the balance, or moved it when it was settled, latest first."""
        found = [*self._sheets(), *self._by_hand(), *self._transfers()]
        return sorted(found, key=lambda line: (line.day, line.moment), reverse=True)

    def _sheets(self) -> Iterator[StatementLine]:
        """The sheets with money at which the person sits, or had sat when it was settled."""
        opened = {row.number: row.created_at for row in self.account.rows}
        for result in self.account.results:
            cents, before = self._of_person(result.cents), self.sheets_then.get(result.number)
            then = None if before is None else self._of_person(before) or 0
            if cents is not None or then:
                number, day, moment = result.number, result.day, opened[result.number]
                yield StatementLine(result, number, day, moment, cents or 0, then)

    def _by_hand(self) -> Iterator[StatementLine]:
        """Costs and payments that move the balance, or moved it when it was settled."""
        now, then = self.account.money.by_hand, self.money_then.by_hand
        for at in dict.fromkeys([*then, *now]):
            begun = self.account.state.first(*at)
            yield from self._moving(now.get(at), then.get(at), begun.subject, begun.written_at)

    def _transfers(self) -> Iterator[StatementLine]:
        """What was paid of the lines of every list."""
        for subject, settlement in self.account.money.settlements.items():
            known = self.money_then.settlements.get(subject)
            for place, transfer in enumerate(settlement.transfers):
                before = known.transfers[place] if known and known.transfers[place].paid else None
                if transfer.paid or before:
                    moment = self._ticked_at[subject, place]
                    yield from self._moving(transfer, before, subject, moment)

    def _moving(
        self, now: Moving | None, then: Moving | None, number: int, moment: datetime
    ) -> Iterator[StatementLine]:
        """The line of what moves the balance, or moved it when it was settled; else none."""
        cents, before, about = self._moved(now), self._moved(then), now or then
        if about is not None and (cents or before):
            written = None if isinstance(about, Transfer) else about.date
            day, is_gone = written or local_day(moment), now is None
            yield StatementLine(about, number, day, moment, cents or 0, before, is_gone)

    @cached_property
    def _ticked_at(self) -> Mapping[tuple[int, int], datetime]:
        """When it was said last how much was paid, by the settlement and the place of the line."""
        return {
            value.line: entry.written_at
            for entry, value in self.account.state.said
            if isinstance(value, PaidTransfer)
        }

    def _moved(self, posting: Moving | None) -> int | None:
        """What something moves the balance of the person by."""
        if posting is None:
            return None
        return sum(cents for person, cents in posting.moved() if person == self.person)

    def _of_person(self, balances: Balances) -> int | None:
        """The cents of the person; None where they did not sit there for money."""
        persons = self.account.state.persons
        own = [cents for id_, cents in balances.items() if persons.get(id_) == self.person]
        return sum(own) if own else None


def statement_of(account: Account, person: int) -> Statement | None:
    """The statement of the person of this id; None where the group knows nobody by it.

    Raises DamagedDatabaseError.
    """
    own, settlements = account.state.person(person), account.money.settlements
    if own is None:
        return None
    if not settlements:
        return Statement(account, own)
    latest = max(settlements, key=lambda number: (not settlements[number].closed, number))
    begun = account.state.first(GroupEntryType.SETTLEMENT, latest)
    sheets, are_all = _sheets_at(account, begun.written_at)
    money, settled = money_of(account.state, begun.revision), settlements[latest]
    return Statement(account, own, BegunSettlement(settled, begun), money, sheets, are_all)


def _sheets_at(account: Account, moment: datetime) -> tuple[Mapping[int, Balances | None], bool]:
    """What sheets had come to at a moment, by their numbers, and whether all could be read.

    Only sheets on which somebody has written since are looked at: any other comes to what it came
    to then. None: not there yet.
    """
    since = sheet_queries.written_since(account.state.row.id, moment)
    changed = [sheet for sheet in account.rows if sheet.id in since]
    # One out of a file has the day that the file says: of that it is not certain.
    new = {each.number for each in changed if each.imported is None and each.created_at > moment}
    older = [sheet for sheet in changed if sheet.number not in new]
    results, are_all = results_of(_balances_at, older, account.names, more=(moment,))
    unchanged = {result.number: result.cents for result in account.results}
    return unchanged | dict.fromkeys(new) | dict(results), are_all


def _balances_at(state: SheetState, moment: datetime) -> tuple[int, Balances | None]:
    """The number of a sheet, and what everybody on it had at a moment; None: it was not there."""
    entries = tuple(takewhile(lambda entry: entry.written_at <= moment, state.entries))
    if not entries:
        return state.row.number, None
    earlier = state_of(state.row, entries, state.players, state)
    money = balances(earlier.sheet) or {}
    return state.row.number, {earlier.ids[name]: cents for name, cents in money.items()}
