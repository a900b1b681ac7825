"""A bill as a table for spreadsheets: one row for everything that moves money."""

from collections.abc import Iterator, Mapping
from datetime import date

from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.bill import Bill
from scorekeeper.files.spreadsheet import csv_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.bill_rows import bill_rows, kind_text, uncounted_rows


def bill_table(bill: Bill, messages: Messages) -> str:
    """The bill as CSV: day, kind and words, a column for everybody, and the balances at the end.

    Payments that are not counted stand below the balances, without amounts in the columns.
    """
    return csv_text(_rows(bill, messages), messages)


def _rows(bill: Bill, messages: Messages) -> Iterator[tuple[list[str], list[str]]]:
    """The texts of every row and the numbers behind them."""
    unit = f" ({messages.currency})"
    heads = [
        messages.text("bill.day"),
        messages.text("bill.kind"),
        messages.text("bill.what"),
        *(name + unit for name in bill.balances),
    ]
    yield heads, []
    for row in sorted(bill_rows(bill, messages), key=lambda each: each.day or date.min):
        day = row.day.isoformat() if row.day else ""
        told = [day, kind_text(row.kind, 1, messages), row.what]
        yield told, _amounts(bill, row.cents, messages)
    last = ["", messages.text("bill.balance"), ""]
    yield last, _amounts(bill, bill.balances, messages)
    for row in uncounted_rows(bill, messages):
        day = row.day.isoformat() if row.day else ""
        note = messages.text("bill.not_counted")
        what = messages.text("text.with_note", text=row.what, note=note)
        yield [day, kind_text(row.kind, 1, messages), what], _amounts(bill, {}, messages)


def _amounts(bill: Bill, cents: Mapping[str, int], messages: Messages) -> list[str]:
    form = messages.amount_format
    return [typed_cents(cents[name], form) if name in cents else "" for name in bill.balances]
