"""Everybody's balance in the account of a group, as several pages show it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.core.account import Settlement, account_balances
from scorekeeper.core.fewest_payments import unpaid
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.web.shared.paging import ListPage, page_of_people
from scorekeeper.web.shared.titles import number_in_day

BAR = 50  # the longest bar, of 100 across
RUNNING_AT_MOST = 3  # links to sheets that are still played


class BalanceRow(NamedTuple):
    """What *name* is up or down by; *bar* is how long it is drawn, below 0 to the left."""

    person: int
    name: str
    amount: str
    bar: float


@dataclass(frozen=True, slots=True)
class Balances:
    """Everybody's balance. Not *complete*: some sheets were not looked at, and it is not true.

    Of very many people only those of *pages* are in *rows*.
    *running* are the latest sheets that are still played and count already, in words by number,
    *more_running* is how many others are.
    *to_pay* is how many payments are still to be made since people have begun to settle up.
    """

    rows: tuple[BalanceRow, ...]
    pages: ListPage
    running: Mapping[int, str] = field(default_factory=dict)
    more_running: int = 0
    complete: bool = True
    to_pay: int = 0


def balances_part(account: Account, messages: Messages, pages: ListPage | None = None) -> Balances:
    """Everybody's balance, as the group's page shows it too; of very many those of *pages*."""
    rows = tuple(balance_rows(account, account.balances, messages))
    pages = pages or page_of_people(len(rows), None)
    running = [result for result in account.sheets if not result.is_over and result.rounds]
    return Balances(
        rows[pages.start : pages.end],
        pages,
        dict(_running(account, running[:RUNNING_AT_MOST], messages)),
        max(0, len(running) - RUNNING_AT_MOST),
        account.is_complete,
        len(account.transfers if account.is_list_outdated else unpaid(account.money.open_lines)),
    )


def balance_rows(
    account: Account, balances: Mapping[int, int], messages: Messages
) -> Iterator[BalanceRow]:
    """What everybody of these is up or down by, the longest bar for the largest amount."""
    largest = max((abs(cents) for cents in balances.values()), default=0) or 1
    for person, cents in balances.items():
        bar = round(BAR * cents / largest, 1)
        yield BalanceRow(person, account.names[person], messages.signed_money(cents), bar)


def rows_then(
    account: Account, settlement: Settlement[int], messages: Messages
) -> tuple[BalanceRow, ...]:
    """What everybody was up or down by when a settlement was begun: what it clears."""
    paid = (replace(line, paid=line.cents) for line in settlement.lines.values())
    moved = account_balances((), (), paid)
    in_order = {person: -moved[person] for person in account.state.people if person in moved}
    return tuple(balance_rows(account, in_order, messages))


def _running(
    account: Account, results: Iterable[SheetResult], messages: Messages
) -> Iterator[tuple[int, str]]:
    """Sheets by number, with what tells them apart: their title, or their day and place in it."""
    for result in results:
        number, day = result.number, result.day
        again = number_in_day(account.places[number], day, messages)
        title = result.title or again or messages.day(day)
        game = messages.text(f"{result.game}.name")
        yield number, messages.text("text.comma", first=game, second=title)
