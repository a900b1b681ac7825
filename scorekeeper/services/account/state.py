"""The account of a group: all its sheets with money, costs, payments and settlements together.

People stand in it by the ids of their own; `names` are what they are called.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.core.account import account_balances
from scorekeeper.core.fewest_payments import Transfer, left_by, payments_owed
from scorekeeper.services.account.money import GroupMoney, money_of
from scorekeeper.services.account.sheet_results import SheetResult, sheet_result
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.sheet.lookup import results_of, sheets_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import SheetRow


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
