"""The statement of one person: their balance in the account of a group, and what it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from scorekeeper.core.account import Settlement
from scorekeeper.core.days import local_day
from scorekeeper.services.account import Account, account_of
from scorekeeper.services.earlier_balances import balances_at
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_money import GroupMoney, money_of
from scorekeeper.services.group_state import GroupState, first_editions
from scorekeeper.services.lookup import names_of, places_among, sheets_of
from scorekeeper.services.sheet_results import sheet_results
from scorekeeper.services.statement_lines import EarlierAccount, LineFinder, StatementLine


@dataclass(frozen=True, slots=True)
class SettledMoment:
    """The latest settlement: its *subject*, its *day*, and when it was written."""

    subject: int
    day: date
    moment: datetime
    revision: int


@dataclass(frozen=True)
class Statement:
    """The *lines* behind the balance of a *person* (an id of the group), latest first.

    Not *is_complete*: the account of the group is not, so neither balance nor sum are true.
    *settled* is None where nothing was settled so far. *places* are those of untitled sheets among
    the ones of their day, by number.
    """

    account: Account
    person: int
    name: str
    lines: tuple[StatementLine, ...]
    settled: SettledMoment | None
    is_complete: bool
    places: Mapping[int, int]

    @property
    def balance(self) -> int:
        """What the person is up or down by, in cents."""
        return self.account.balances[self.name]

    @property
    def new_difference(self) -> int:
        """What came on top of the latest settlement: the balance without what is open on its list.

        As the list clears what everybody was up or down by then, that is also what all lines come
        to now less what they came to then, those of the list itself left out.
        """
        if self.settled is None:
            return self.balance
        return self.balance - _open_on(
            self.account.money.settlements[self.settled.subject], self.name
        )


def statement_of(state: GroupState, person: int) -> Statement | None:
    """The statement of the person of this id; None where the group knows nobody by it.

    Raises DamagedDatabaseError.
    """
    if state.persons.get(person) not in state.people:
        return None
    names, rows = names_of(state.row), sheets_of(state.row)
    results, is_complete = sheet_results(rows, names)
    is_complete = is_complete and len(results) == len(rows)
    account = account_of(state, results, names, rows, is_complete=is_complete)
    settled, earlier = latest_settlement(account), None
    if settled is not None:
        sheets, are_all = balances_at(state.row, rows, settled.moment, names)
        earlier = EarlierAccount(_money_at(state, settled.revision, names), sheets)
        is_complete = is_complete and are_all
    finder = LineFinder(account, names, names[person], earlier)
    lines = sorted(
        finder.all_lines(rows, results), key=lambda line: (line.day, line.moment), reverse=True
    )
    return Statement(
        account, person, names[person], tuple(lines), settled, is_complete, places_among(rows)
    )


def latest_settlement(account: Account) -> SettledMoment | None:
    """The settlement that was written last and stands."""
    if not account.money.settlements:
        return None
    subject, settlement = list(account.money.settlements.items())[-1]
    entry = first_editions(account.state)[GroupEntryType.SETTLEMENT, subject]
    day = settlement.date or local_day(entry.written_at)
    return SettledMoment(subject, day, entry.written_at, entry.revision)


def _money_at(state: GroupState, revision: int, names: Mapping[int, str]) -> GroupMoney:
    """The money of the group as it stood at an earlier revision."""
    before = tuple(each for each in state.entries if each.revision <= revision)
    return money_of(replace(state, entries=before), names)


def _open_on(settlement: Settlement, name: str) -> int:
    """What a list still promises somebody (above 0), or asks of them."""
    promised = sum(each.cents - each.paid for each in settlement.transfers if each.payee == name)
    owed = sum(each.cents - each.paid for each in settlement.transfers if each.payer == name)
    return promised - owed
