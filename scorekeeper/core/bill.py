"""The bill of a group or of an evening: what stands on it, and what everybody is up or down by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from scorekeeper.core.account import Cost, Payment, Posting, Settlement, Transfer, account_balances


class BillSheet(NamedTuple):
    """A sheet with money: its *game* by slug, and what it moves, in cents by name.

    *number* is that among the sheets of its day, where another one of its game has no title
    either; else None.
    """

    day: date
    game: str
    title: str | None
    number: int | None
    is_over: bool
    balances: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Bill:
    """What a group or an evening comes to; everything on it the oldest first.

    *evening* is the day of an evening, None on the bill of the whole group. Payments and
    settlements clear the whole *account* (that of everybody in the group, as it stood on the day
    *made_on*), so on the bill of an evening they are listed but not counted. *transfers* say who
    pays whom to clear that account.
    """

    name: str | None
    made_on: date
    evening: date | None
    sheets: tuple[BillSheet, ...]
    costs: tuple[Cost[str], ...]
    payments: tuple[Payment[str], ...]
    settlements: tuple[Settlement[str], ...]
    account: Mapping[str, int]
    transfers: tuple[Transfer[str], ...]

    @property
    def day(self) -> date:
        """The day of the evening, or that of the account."""
        return self.evening or self.made_on

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played, bought or paid anything."""
        return not self.balances and not self.payments

    @cached_property
    def balances(self) -> Mapping[str, int]:
        """What everybody on it is up (above 0) or down by in cents, in the order of the group."""
        moved = account_balances((), (sheet.balances for sheet in self.sheets), self._postings)
        return {name: moved[name] for name in self.account if name in moved}

    @property
    def uncounted_payments(self) -> tuple[Payment[str], ...]:
        """Those that are listed and not counted."""
        return self.payments if self.evening else ()

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Everybody it names in its balances and payments, in the order of the group."""
        paid = account_balances((), (), self.uncounted_payments)
        return tuple(name for name in self.account if name in self.balances or name in paid)

    @property
    def _postings(self) -> Iterator[Posting[str]]:
        if self.evening:
            return iter(self.costs)
        return chain(self.costs, self.payments, self.settlements)
