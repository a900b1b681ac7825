"""The account of a group: all its sheets with money, costs, payments and settlements together.

People stand in it by the ids of their own; `names` are what they are called. Its bills, of all that
stands on it and of every evening by itself, are written for paper and for chats, with the names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import chain
from typing import TypeVar

from scorekeeper.core.account import Cost, Payment, Settlement, account_balances
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.core.fewest_payments import Transfer, left_by, payments_owed
from scorekeeper.services.account.money import GroupMoney, money_of
from scorekeeper.services.account.sheet_results import SheetResult, sheet_result
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.sheet.lookup import places_among, results_of, sheets_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import SheetRow

Dated = TypeVar("Dated", Cost[str], Payment[str], Settlement[str])


@dataclass(frozen=True)
class Account:
    """The account of a group at one moment.

    *rows* are all sheets of the group, latest first, and *results* what they add to it, in their
    order. Not *are_all*: there are so many sheets that not all of them were looked at yet.
    """

    state: GroupState
    money: GroupMoney
    rows: Sequence[SheetRow]
    results: Sequence[SheetResult]
    are_all: bool

    @property
    def names(self) -> Mapping[int, str]:
        """The names of everybody by id."""
        return self.state.names

    def named(self, cents: Mapping[int, int]) -> dict[str, int]:
        """Cents by person with the names of people."""
        return {self.names[person]: moved for person, moved in cents.items()}

    @property
    def is_complete(self) -> bool:
        """Whether all sheets could be read: where not, the balances are not true."""
        return self.are_all and len(self.results) == len(self.rows)

    @property
    def sheets(self) -> Sequence[SheetResult]:
        """What the sheets with money add to it."""
        return [result for result in self.results if result.balances is not None]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The place of every sheet among those of its day, by number."""
        return places_among(self.rows)

    @cached_property
    def balances(self) -> Mapping[int, int]:
        """What everybody is up or down by in cents, in the order of the group; adds up to 0."""
        persons = self.state.persons
        moved = [
            {persons[player]: cents for player, cents in (result.balances or {}).items()}
            for result in self.results
        ]
        return account_balances(self.state.people, moved, self.money.postings)

    @cached_property
    def transfers(self) -> tuple[Transfer[int], ...]:
        """Who pays whom to clear it."""
        return payments_owed(self.balances, self.money.open_lines)

    @cached_property
    def since_settling(self) -> Mapping[int, int]:
        """What the open settlement does not clear, by person, where it is not 0.

        Costs and rounds since, and corrections of what it had counted.
        """
        return left_by(self.balances, self.money.open_lines)

    @property
    def is_list_outdated(self) -> bool:
        """Whether a settlement is open that is not what the account owes any more."""
        is_open = self.money.open_settlement is not None
        return is_open and self.is_complete and bool(self.since_settling)

    @property
    def is_used(self) -> bool:
        """Whether anything about money was ever written."""
        return bool(self.sheets) or any(True for _ in self.money.postings)


def group_account(
    state: GroupState,
    rows: Sequence[SheetRow] | None = None,
    at_hand: Sequence[SheetState] = (),
) -> Account:
    """The account of a group as it stands; raises DamagedDatabaseError.

    *rows* are all its sheets, latest first, for whoever has asked for them already, *at_hand* those
    of them that were read.
    """
    sheets = sheets_of(state.row) if rows is None else rows
    results, are_all = results_of(sheet_result, sheets, state.names, at_hand)
    return Account(state, money_of(state), sheets, results, are_all)


def group_bill(account: Account, today: date) -> Bill:
    """The bill of the whole group; its balances are those of the *account*."""
    names, money = account.names, account.money
    return Bill(
        name=account.state.name,
        made_on=today,
        evening=None,
        sheets=tuple(_sheets(account)),
        costs=_by_day(cost.among(names) for cost in money.costs.values()),
        payments=_by_day(payment.among(names) for payment in money.payments.values()),
        settlements=_by_day(listed.among(names) for listed in money.settlements.values()),
        account=account.named(account.balances),
        open_lines=tuple(line.among(names) for line in money.open_lines if line.open_cents),
    )


def evening_bill(account: Account, day: date, today: date) -> Bill:
    """The bill of what was played, bought and paid on a *day*; empty where nothing was."""
    bill = group_bill(account, today)
    return replace(
        bill,
        evening=day,
        sheets=tuple(sheet for sheet in bill.sheets if sheet.day == day),
        costs=_of_day(bill.costs, day),
        payments=_of_day(bill.payments, day),
        settlements=_of_day(bill.settlements, day),
    )


def evenings(account: Account) -> tuple[date, ...]:
    """The days on which somebody has played for money, bought something or paid, oldest first."""
    days = chain(
        (result.day for result in _played(account)),
        (cost.date for cost in account.money.costs.values()),
        (payment.date for payment in account.money.payments.values()),
    )
    return tuple(sorted({day for day in days if day is not None}))


def _played(account: Account) -> Sequence[SheetResult]:
    """The sheets with money on which something was played, the oldest first."""
    played = [result for result in account.sheets if result.rounds]
    return sorted(played, key=lambda result: (result.day, result.number))


def _sheets(account: Account) -> Iterator[BillSheet]:
    played = _played(account)
    numbers = _numbers_in_day(account, played)
    for result in played:
        yield BillSheet(
            result.day,
            result.game,
            result.title,
            numbers.get(result.number),
            result.is_over,
            account.named(result.balances or {}),
        )


def _numbers_in_day(account: Account, results: Sequence[SheetResult]) -> Mapping[int, int]:
    """What tells untitled sheets of one game and day apart, by the number of the sheet.

    That is the place of a sheet among those of its day, as in its name everywhere else.
    """
    alike = Counter((result.game, result.day) for result in results if result.title is None)
    return {
        result.number: account.places[result.number]
        for result in results
        if result.title is None and alike[result.game, result.day] > 1
    }


def _by_day(posted: Iterable[Dated]) -> tuple[Dated, ...]:
    return tuple(sorted(posted, key=lambda posting: posting.date or date.min))


def _of_day(posted: Iterable[Dated], day: date) -> tuple[Dated, ...]:
    return tuple(posting for posting in posted if posting.date == day)
