"""The statement of one person: their balance in the account of a group, and what it is made of."""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile

from scorekeeper.core.days import local_day
from scorekeeper.services.account.money import money_of
from scorekeeper.services.account.state import Account
from scorekeeper.services.account.statement_lines import (
    Balances,
    EarlierAccount,
    LineFinder,
    StatementLine,
)
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import first_editions
from scorekeeper.services.sheet.lookup import results_of
from scorekeeper.services.sheet.state import SheetState, state_of
from scorekeeper.store import sheet_queries
from scorekeeper.store.rows import SheetRow
from scorekeeper.summary.sheet_balances import balances


@dataclass(frozen=True, slots=True)
class SettledMoment:
    """The latest settlement: its *subject*, its *day*, and when it was written."""

    subject: int
    day: date
    moment: datetime
    revision: int


@dataclass(frozen=True)
class Statement:
    """The *lines* behind the balance of a *person* (their own id), latest first.

    Not *is_complete*: the account of the group is not, so neither balance nor sum are true.
    *settled* is None where nothing was settled so far.
    """

    account: Account
    person: int
    lines: tuple[StatementLine, ...]
    settled: SettledMoment | None
    is_complete: bool

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
        lines = self.account.money.settlements[self.settled.subject].transfers
        promised = sum(line.cents - line.paid for line in lines if line.payee == self.person)
        owed = sum(line.cents - line.paid for line in lines if line.payer == self.person)
        return self.balance - promised + owed


def statement_of(account: Account, person: int) -> Statement | None:
    """The statement of the person of this id; None where the group knows nobody by it.

    Raises DamagedDatabaseError.
    """
    own = account.state.persons.get(person)
    if own is None or own not in account.state.people:
        return None
    settled, earlier, is_complete = latest_settlement(account), None, account.is_complete
    if settled is not None:
        earlier, are_all = _account_at(account, settled)
        is_complete = is_complete and are_all
    lines = sorted(
        LineFinder(account, own, earlier).all_lines(),
        key=lambda line: (line.day, line.moment),
        reverse=True,
    )
    return Statement(account, own, tuple(lines), settled, is_complete)


def latest_settlement(account: Account) -> SettledMoment | None:
    """The settlement that was written last and stands."""
    if not account.money.settlements:
        return None
    subject, settlement = list(account.money.settlements.items())[-1]
    entry = first_editions(account.state)[GroupEntryType.SETTLEMENT, subject]
    day = settlement.date or local_day(entry.written_at)
    return SettledMoment(subject, day, entry.written_at, entry.revision)


def _account_at(account: Account, settled: SettledMoment) -> tuple[EarlierAccount, bool]:
    """The account when it was settled, and whether all its sheets could be read.

    Only sheets on which somebody has written since are looked at: any other comes to what it came
    to then.
    """
    state, moment = account.state, settled.moment
    since = sheet_queries.written_since(state.row.id, moment)
    changed = [sheet for sheet in account.rows if sheet.id in since]
    sheets: dict[int, Balances | None] = {
        sheet.id: None for sheet in changed if _is_opened_after(sheet, moment)
    }
    older = [sheet for sheet in changed if sheet.id not in sheets]
    results, are_all = results_of(_BalancesAt(moment), older, account.names)
    return EarlierAccount(money_of(state, settled.revision), sheets | dict(results)), are_all


def _is_opened_after(sheet: SheetRow, moment: datetime) -> bool:
    """Whether a sheet is certainly younger; one out of a file has the day that the file says."""
    return sheet.imported is None and sheet.created_at > moment


@dataclass(frozen=True, slots=True)
class _BalancesAt:
    """Works out what a sheet had come to at a moment; equal ones share what is kept."""

    moment: datetime

    def __call__(self, state: SheetState) -> tuple[int, Balances | None]:
        """The id of the sheet, and the cents of everybody on it; None where it was not there."""
        entries = tuple(takewhile(lambda entry: entry.written_at <= self.moment, state.entries))
        if not entries:
            return state.row.id, None
        earlier = state_of(state.row, entries, state.players, state)
        money = balances(earlier.sheet) or {}
        return state.row.id, {earlier.ids[name]: cents for name, cents in money.items()}
