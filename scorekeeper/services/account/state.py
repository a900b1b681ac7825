"""The account of a group: all its sheets with money, costs, payments and settlements together.

People stand in it by the ids of their own; `names` are what they are called. Its bills, of all that
stands on it and of every evening by itself, are written for paper and for chats, with the names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, wraps
from typing import TypeVar, TypeVarTuple

from flask import current_app

from scorekeeper.core.account import Cost, Payment, Settlement, Transfer, account_balances
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.core.days import day_key
from scorekeeper.core.fewest_payments import fewest_transfers, left_by, unpaid
from scorekeeper.services.account.group_money import GroupMoney, money_of
from scorekeeper.services.account.sheet_results import SheetResult, sheet_result
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.sheet.lookup import group_version, places_among, results_of, sheets_of
from scorekeeper.services.sheet.state_cache import RESULTS
from scorekeeper.store.rows import SheetRow

Dated = TypeVar("Dated", Cost[str], Payment[str], Settlement[str])
Result = TypeVar("Result")
Asked = TypeVarTuple("Asked")


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
        return [result for result in self.results if result.is_for_money]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The place of every sheet among those of its day, by number."""
        return places_among(self.rows)

    @cached_property
    def balances(self) -> Mapping[int, int]:
        """What everybody is up or down by in cents, in the order of the group; adds up to 0."""
        persons = self.state.persons
        moved = [
            {persons[player]: cents for player, cents in result.cents.items()}
            for result in self.results
        ]
        return account_balances(self.state.people, moved, self.money.postings)

    @cached_property
    def transfers(self) -> tuple[Transfer[int], ...]:
        """Who pays whom to clear it: the one answer, wherever somebody asks.

        As the open settlement says as long as that holds; else as `fewest_transfers` says.
        """
        if self.is_list_good:
            return unpaid(self.money.open_lines)
        return fewest_transfers(self.balances)

    @cached_property
    def since_settling(self) -> Mapping[int, int]:
        """What the open settlement does not clear, by person, where it is not 0.

        Costs and rounds since, and corrections of what it had counted.
        """
        return left_by(self.balances, self.money.open_lines)

    @cached_property
    def is_list_good(self) -> bool:
        """Whether the open settlement clears it, and nobody on it both pays and gets.

        That is so of whoever was two people when it was begun.
        """
        lines = unpaid(self.money.open_lines)
        payees = {line.payee for line in lines}
        return not self.since_settling and payees.isdisjoint(line.payer for line in lines)

    @property
    def is_list_outdated(self) -> bool:
        """Whether a settlement is open that is not what the account owes any more."""
        is_open = self.money.open_settlement is not None
        return is_open and self.is_complete and not self.is_list_good

    def is_owed(self, payer: int, payee: int) -> bool:
        """Whether a line of the open settlement is still owed, be it another amount."""
        pairs = ((owed.payer, owed.payee) for owed in self.transfers)
        return not self.is_list_outdated or (payer, payee) in pairs

    @property
    def is_used(self) -> bool:
        """Whether anything about money was ever written."""
        return bool(self.sheets) or any(True for _ in self.money.postings)


def group_account(state: GroupState, rows: Sequence[SheetRow] | None = None) -> Account:
    """The account of a group as it stands; raises DamagedDatabaseError.

    *rows* are all its sheets, latest first, for whoever has asked for them already.
    """
    sheets = sheets_of(state.row) if rows is None else rows
    results, are_all = results_of(sheet_result, sheets, state.names)
    return Account(state, money_of(state), sheets, results, are_all)


def kept_for_group(
    work: Callable[[Account, *Asked], Result],
) -> Callable[[Account, *Asked], Result]:
    """Keep what *work* finds for what is asked of an account until its group or a sheet changes.

    What says that it is not all yet (`are_all`) is not kept.
    """

    @wraps(work)
    def kept(account: Account, *asked: *Asked) -> Result:
        (results, lock), row = current_app.extensions[RESULTS], account.state.row
        key = work, asked, row.id, group_version(row, account.rows)
        with lock:
            known: Result | None = results.get(key)
        if known is not None:
            return known
        result = work(account, *asked)
        if getattr(result, "are_all", False):
            with lock:
                results[key] = result
        return result

    return kept


def bill_of(account: Account, today: date, evening: date | None = None) -> Bill:
    """The bill of the whole group, whose balances are those of the *account*.

    Or that of what was played, bought and paid on the day of an *evening*; empty where nothing was.
    """
    names, money = account.names, account.money
    return Bill(
        name=account.state.name,
        made_on=today,
        evening=evening,
        sheets=tuple(sheet for sheet in _sheets(account) if evening in (None, sheet.day)),
        costs=_dated((cost.among(names) for cost in money.costs.values()), evening),
        payments=_dated((paid.among(names) for paid in money.payments.values()), evening),
        settlements=_dated((listed.among(names) for listed in money.settlements.values()), evening),
        account=account.named(account.balances),
        transfers=tuple(owed.among(names) for owed in account.transfers),
    )


def _dated(posted: Iterable[Dated], day: date | None) -> tuple[Dated, ...]:
    """What was posted, the oldest first; where a *day* is meant, only what is of that."""
    of_day = (posting for posting in posted if day is None or posting.date == day)
    return tuple(sorted(of_day, key=lambda posting: day_key(posting.date)))


def evenings(account: Account) -> tuple[date, ...]:
    """The days on which somebody has played for money, bought something or paid, oldest first."""
    paid = {posting.date for posting in account.money.by_hand.values() if posting.date}
    return tuple(sorted(paid | {result.day for result in _played(account)}))


def _played(account: Account) -> Sequence[SheetResult]:
    """The sheets with money on which something was played, the oldest first."""
    played = [result for result in account.sheets if result.rounds]
    return sorted(played, key=lambda result: (result.day, result.number))


def _sheets(account: Account) -> Iterator[BillSheet]:
    """Untitled ones of one game and day are told apart by their place among the sheets of the day.

    So they are in their names everywhere else.
    """
    played = _played(account)
    untitled = Counter((result.game, result.day) for result in played if result.title is None)
    for result in played:
        is_alike = result.title is None and untitled[result.game, result.day] > 1
        place = account.places[result.number] if is_alike else None
        cents = account.named(result.cents)
        yield BillSheet(result.day, result.game, result.title, place, result.is_over, cents)
