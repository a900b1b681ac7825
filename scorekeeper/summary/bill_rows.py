"""The rows of a bill: what each moves, in words and in cents."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from scorekeeper.core.account import Cost, Payment, Posting, Settlement
from scorekeeper.core.bill import Bill, BillSheet
from scorekeeper.i18n.messages import Messages


class RowKind(StrEnum):
    """What a row is about."""

    SHEET = "sheet"
    COST = "cost"
    PAYMENT = "payment"
    SETTLEMENT = "settlement"


@dataclass(frozen=True, slots=True)
class BillRow:
    """What a row moves: *cents* by name, all together 0."""

    kind: RowKind
    day: date | None
    what: str
    cents: Mapping[str, int]


def bill_rows(bill: Bill, messages: Messages) -> tuple[BillRow, ...]:
    """The rows that together are the balances of a bill: kind by kind, the oldest first."""
    return tuple(_rows(bill, messages))


def uncounted_rows(bill: Bill, messages: Messages) -> tuple[BillRow, ...]:
    """The payments of an evening, which are no part of its balances; none for a group."""
    return tuple(_payment_rows(bill.uncounted_payments, messages))


def kind_text(kind: RowKind, count: int, messages: Messages) -> str:
    """What so many rows of a kind are called."""
    match kind:
        case RowKind.SHEET:
            return messages.text("bill.sheets", count=count)
        case RowKind.COST:
            return messages.text("bill.costs", count=count)
        case RowKind.PAYMENT:
            return messages.text("bill.payments", count=count)
    return messages.text("bill.settlements", count=count)


def settlement_text(settlement: Settlement[str], messages: Messages) -> str:
    """What a list of payments is called."""
    if settlement.date is None:
        return messages.text("account.settlement")
    return messages.text("account.settlement_of", day=messages.day(settlement.date))


def _rows(bill: Bill, messages: Messages) -> Iterator[BillRow]:
    for sheet in bill.sheets:
        yield BillRow(RowKind.SHEET, sheet.day, _sheet_text(sheet, messages), sheet.balances)
    for cost in bill.costs:
        yield BillRow(RowKind.COST, cost.date, _cost_text(cost, messages), _cents(cost))
    if not bill.evening:
        yield from _payment_rows(bill.payments, messages)
    for settlement in () if bill.evening else bill.settlements:
        cents = {name: each for name, each in _cents(settlement).items() if each}
        if cents:
            what = settlement_text(settlement, messages)
            told = messages.text(
                "text.with_note", text=what, note=messages.text("bill.paid_so_far")
            )
            yield BillRow(RowKind.SETTLEMENT, settlement.date, told, cents)


def _payment_rows(payments: Iterable[Payment[str]], messages: Messages) -> Iterator[BillRow]:
    for payment in payments:
        told = _payment_text(payment, messages)
        yield BillRow(RowKind.PAYMENT, payment.date, told, _cents(payment))


def _sheet_text(sheet: BillSheet, messages: Messages) -> str:
    text, game = messages.text, messages.text(f"{sheet.game}.name")
    title = sheet.title
    if not title and sheet.number is not None:
        title = text("sheet.untitled_again", number=sheet.number, day=messages.day(sheet.day))
    told = text("text.pair", name=game, value=title) if title else game
    if sheet.is_over:
        return told
    return text("text.with_note", text=told, note=text("bill.running"))


def _cost_text(cost: Cost[str], messages: Messages) -> str:
    amount = messages.money(cost.cents)
    return messages.text("bill.cost", what=cost.what, payer=cost.paid_by, amount=amount)


def _payment_text(payment: Payment[str], messages: Messages) -> str:
    amount = messages.money(payment.cents)
    return messages.text("bill.paid", payer=payment.payer, payee=payment.payee, amount=amount)


def _cents(posting: Posting[str]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for name, cents in posting.moved():
        found[name] = found.get(name, 0) + cents
    return found
