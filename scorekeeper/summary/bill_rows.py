"""What a bill says: its rows, each in words with what it moves in cents, and who pays whom."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.core.account import Payment, Settlement, Transfer, account_balances
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.i18n.messages import Messages


class RowKind(StrEnum):
    """What a row is about: the key of what so many rows of the kind are called."""

    SHEET = "bill.sheets"
    COST = "bill.costs"
    PAYMENT = "bill.payments"
    SETTLEMENT = "bill.settlements"


class BillRow(NamedTuple):
    """What a row moves: *cents* by name, all together 0."""

    kind: RowKind
    day: date | None
    what: str
    cents: Mapping[str, int]


def settlement_text(settlement: Settlement[str], messages: Messages) -> str:
    """What a list of payments is called."""
    if settlement.date is None:
        return messages.text("account.settlement")
    return messages.text("account.settlement_of", day=messages.day(settlement.date))


def paid_text(payer: str, payee: str, cents: int, messages: Messages) -> str:
    """Who has paid whom how much, as a sentence."""
    return messages.text("bill.paid", payer=payer, payee=payee, amount=messages.money(cents))


def ticked_off(lines: Iterable[Transfer[str]], messages: Messages) -> tuple[str, ...]:
    """Who has paid whom of these lines, in words; nothing between two names of one person."""
    paid = (line for line in lines if line.paid and line.payer != line.payee)
    return tuple(paid_text(line.payer, line.payee, line.paid, messages) for line in paid)


def payments_heading(bill: Bill, messages: Messages) -> str:
    """What stands above who pays whom: on the bill of an evening, that it is for the account."""
    if bill.evening:
        return messages.text("bill.account_payments", day=messages.day(bill.made_on))
    return messages.text("money.heading")


def bill_rows(bill: Bill, messages: Messages) -> Iterator[BillRow]:
    """The rows that together are the balances of a bill: kind by kind, the oldest first."""
    for sheet in bill.sheets:
        yield BillRow(RowKind.SHEET, sheet.day, _sheet_text(sheet, messages), sheet.balances)
    for cost in bill.costs:
        cents = account_balances((), (), [cost])
        amount = messages.money(cost.cents)
        told = messages.text("bill.cost", what=cost.what, payer=cost.paid_by, amount=amount)
        yield BillRow(RowKind.COST, cost.date, told, cents)
    if bill.evening:
        return
    yield from payment_rows(bill.payments, messages)
    for settlement in bill.settlements:
        moved = account_balances((), (), [settlement])
        if any(moved.values()):
            what, note = settlement_text(settlement, messages), messages.text("bill.paid_so_far")
            told = messages.text("text.with_note", text=what, note=note)
            cents = {name: moved[name] for name in moved if moved[name]}
            yield BillRow(RowKind.SETTLEMENT, settlement.date, told, cents)


def payment_rows(payments: Iterable[Payment[str]], messages: Messages) -> Iterator[BillRow]:
    """A row for every payment; those of an evening are no part of the balances of its bill."""
    for payment in payments:
        told = paid_text(payment.payer, payment.payee, payment.cents, messages)
        yield BillRow(RowKind.PAYMENT, payment.date, told, account_balances((), (), [payment]))


def _sheet_text(sheet: BillSheet, messages: Messages) -> str:
    text, game = messages.text, messages.text(f"{sheet.game}.name")
    title = sheet.title
    if not title and sheet.number is not None:
        title = text("sheet.untitled_again", number=sheet.number, day=messages.day(sheet.day))
    told = text("text.pair", name=game, value=title) if title else game
    if sheet.is_over:
        return told
    return text("text.with_note", text=told, note=text("bill.running"))
