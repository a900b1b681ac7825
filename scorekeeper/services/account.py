"""The account of a group: all its sheets with money, costs, payments and settlements together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.core.account import Transfer, account_balances, left_by, payments_owed
from scorekeeper.services.group_money import GroupMoney, money_of
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.lookup import sheets_of
from scorekeeper.services.sheet_results import SheetResult, sheet_results
from scorekeeper.store.rows import SheetRow


@dataclass(frozen=True)
class SheetBalances:
    """What a sheet with money moves, by name."""

    result: SheetResult
    balances: Mapping[str, int]


@dataclass(frozen=True)
class Account:
    """The account of a group at one moment.

    *ids* are those of everybody by name, in the order of the group. *sheets* are those with money,
    the latest first. Not *is_complete*: there are so many sheets
    that not all of them were looked at yet, or some are damaged; then the balances are not true.
    *rows* are all sheets of the group, latest first.
    """

    state: GroupState
    ids: Mapping[str, int]
    sheets: tuple[SheetBalances, ...]
    money: GroupMoney
    is_complete: bool
    rows: Sequence[SheetRow]

    @cached_property
    def balances(self) -> Mapping[str, int]:
        """What everybody is up or down by in cents, in the order of the group; adds up to 0."""
        return account_balances(
            self.ids, (each.balances for each in self.sheets), self.money.postings
        )

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        """Who pays whom to clear it."""
        return payments_owed(self.balances, self.money.open_lines)

    @cached_property
    def since_settling(self) -> Mapping[str, int]:
        """What the open settlement does not clear, by name, where it is not 0.

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


def group_account(state: GroupState) -> Account:
    """The account of a group as it stands; raises DamagedDatabaseError."""
    sheets, names = sheets_of(state.row), state.names
    results, is_complete = sheet_results(sheets, names)
    is_complete = is_complete and len(results) == len(sheets)
    return account_of(state, results, names, sheets, is_complete=is_complete)


def account_of(
    state: GroupState,
    results: Sequence[SheetResult],
    names: Mapping[int, str],
    rows: Sequence[SheetRow],
    *,
    is_complete: bool,
) -> Account:
    """The account that these results of sheets amount to; *rows* are all sheets, latest first."""
    sheets = tuple(
        SheetBalances(each, _named(each.balances, names))
        for each in results
        if each.balances is not None
    )
    ids = {name: person for person, name in state.people.items()}
    return Account(state, ids, sheets, money_of(state, names), is_complete, rows)


def _named(balances: Mapping[int, int], names: Mapping[int, str]) -> Mapping[str, int]:
    return {names[person]: cents for person, cents in balances.items()}
