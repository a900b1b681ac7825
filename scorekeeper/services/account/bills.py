"""The bills of a group: of all that stands on its account, and of every evening by itself.

They are written for paper and for chats, with the names of people.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import TypeVar

from scorekeeper.core.account import Cost, Payment, Settlement
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.services.sheet.lookup import places_among

D = TypeVar("D", Cost[str], Payment[str], Settlement[str])


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
    places = places_among(account.rows)
    return {
        result.number: places[result.number]
        for result in results
        if result.title is None and alike[result.game, result.day] > 1
    }


def _by_day(posted: Iterable[D]) -> tuple[D, ...]:
    return tuple(sorted(posted, key=lambda posting: posting.date or date.min))


def _of_day(posted: Iterable[D], day: date) -> tuple[D, ...]:
    return tuple(posting for posting in posted if posting.date == day)
