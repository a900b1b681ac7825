"""The bill of a group or of an evening: what stands on it, and what everybody is up or down by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain

from scorekeeper.core.account import (
    Cost,
    Payment,
    Posting,
    Settlement,
    Transfer,
    account_balances,
    fewest_transfers,
)


@dataclass(frozen=True, slots=True)
class BillSheet:
    """A sheet with money: its *game* by slug, and what it moves, in cents by name."""

    day: date
    game: str
    title: str | None
    is_over: bool
    balances: Mapping[str, int]


@dataclass(frozen=True)
class Bill:
    """What a group or an evening comes to; everything on it the oldest first.

    *evening* is the day of an evening, None on the bill of the whole group. Settlements clear the
    whole *account* (that of everybody in the group, as it stood on the day *made_on*), so on the
    bill of an evening they are listed but not counted.
    """

    name: str | None
    made_on: date
    evening: date | None
    sheets: tuple[BillSheet, ...]
    costs: tuple[Cost, ...]
    payments: tuple[Payment, ...]
    settlements: tuple[Settlement, ...]
    account: Mapping[str, int]

    @property
    def day(self) -> date:
        """The day of the evening, or that of the account."""
        return self.evening or self.made_on

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played, bought or paid anything."""
        return not self.balances

    @cached_property
    def balances(self) -> Mapping[str, int]:
        """What everybody on it is up (above 0) or down by in cents, in the order of the group."""
        moved = account_balances((), (each.balances for each in self.sheets), self._postings)
        return {name: moved[name] for name in self.account if name in moved}

    @cached_property
    def transfers(self) -> tuple[Transfer, ...]:
        """The fewest payments that clear these balances."""
        return fewest_transfers(self.balances)

    @property
    def _postings(self) -> Iterator[Posting]:
        counted = () if self.evening else self.settlements
        return chain(self.costs, self.payments, counted)
