"""The bills of a group: of all that stands on its account, and of every evening by itself."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol, TypeVar

from scorekeeper.core.account import ListedTransfer
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.services.account import Account, SheetBalances
from scorekeeper.services.lookup import places_among
from scorekeeper.services.sheet_results import SheetResult


class Dated(Protocol):
    """Something on a bill that may have a day."""

    @property
    def date(self) -> date | None:
        """The day it was written down for."""


D = TypeVar("D", bound=Dated)


def group_bill(account: Account, today: date) -> Bill:
    """The bill of the whole group; its balances are those of the *account*."""
    return Bill(
        name=account.state.name,
        made_on=today,
        evening=None,
        sheets=tuple(_sheets(account)),
        costs=_by_day(account.money.costs.values()),
        payments=_by_day(account.money.payments.values()),
        settlements=_by_day(account.money.settlements.values()),
        account=account.balances,
        open_lines=_open_lines(account),
    )


def evening_bill(account: Account, day: date, today: date) -> Bill:
    """The bill of what was played, bought and paid on a *day*; empty where nothing was."""
    return Bill(
        name=account.state.name,
        made_on=today,
        evening=day,
        sheets=tuple(each for each in _sheets(account) if each.day == day),
        costs=tuple(_of_day(account.money.costs.values(), day)),
        payments=tuple(_of_day(account.money.payments.values(), day)),
        settlements=tuple(_of_day(account.money.settlements.values(), day)),
        account=account.balances,
        open_lines=_open_lines(account),
    )


def evenings(account: Account) -> tuple[date, ...]:
    """The days on which somebody has played for money, bought something or paid, oldest first."""
    money = account.money
    days = {each.result.day for each in _played(account)}
    days |= {each.date for each in money.costs.values() if each.date is not None}
    days |= {each.date for each in money.payments.values() if each.date is not None}
    return tuple(sorted(days))


def _played(account: Account) -> Iterator[SheetBalances]:
    """The sheets on which something was played."""
    return (each for each in account.sheets if each.result.rounds)


def _sheets(account: Account) -> Iterator[BillSheet]:
    """Those sheets, the oldest first."""
    played = sorted(_played(account), key=lambda each: (each.result.day, each.result.number))
    numbers = _numbers_in_day(account, [each.result for each in played])
    for each in played:
        found = each.result
        number = numbers.get(found.number)
        yield BillSheet(found.day, found.game, found.title, number, found.is_over, each.balances)


def _numbers_in_day(account: Account, results: Sequence[SheetResult]) -> Mapping[int, int]:
    """What tells untitled sheets of one game and day apart, by the number of the sheet.

    That is the place of a sheet among those of its day, as in its name everywhere else.
    """
    alike = Counter((each.game, each.day) for each in results if each.title is None)
    places = places_among(account.rows)
    return {
        each.number: places[each.number]
        for each in results
        if each.title is None and alike[each.game, each.day] > 1
    }


def _open_lines(account: Account) -> tuple[ListedTransfer, ...]:
    return tuple(each for each in account.money.open_lines if each.open_cents)


def _by_day(posted: Iterable[D]) -> tuple[D, ...]:
    return tuple(sorted(posted, key=lambda each: each.date or date.min))


def _of_day(posted: Iterable[D], day: date) -> Iterator[D]:
    return (each for each in posted if each.date == day)
