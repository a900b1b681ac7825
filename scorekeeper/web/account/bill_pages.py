"""The bill of a group or an evening on a page, and as a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.bill import Bill
from scorekeeper.files.spreadsheet import csv_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.bill_rows import BillRow, bill_rows, uncounted_rows
from scorekeeper.summary.chat_texts import bill_text
from scorekeeper.web.shared.paging import ListPage, list_page

EVENINGS_SHOWN = 24


@dataclass(frozen=True, slots=True)
class BillPage:
    """Everything on the page; *day* is that of an evening, None for the group.

    *text* is empty where there is no bill: nothing is on it, or not *is_complete*.
    The latest of the *evenings* come first, and *pages* is which part of them they are.
    """

    day: date | None
    is_complete: bool
    text: str
    evenings: tuple[date, ...]
    pages: ListPage

    @property
    def lines(self) -> int:
        """How many the text has."""
        return self.text.count("\n") + 1


def bill_page(
    bill: Bill,
    messages: Messages,
    evenings: Sequence[date] = (),
    *,
    is_complete: bool,
    wanted: int | None = None,
) -> BillPage:
    """The page of a bill; that of the group lists its *evenings* from number *wanted* on."""
    text = bill_text(bill, messages) if is_complete and not bill.is_empty else ""
    pages = list_page(len(evenings), wanted, EVENINGS_SHOWN)
    return BillPage(
        bill.evening,
        is_complete,
        text,
        tuple(reversed(evenings[pages.start : pages.end])),
        pages,
    )


def bill_table(bill: Bill, messages: Messages) -> str:
    """The bill as CSV: day, kind and words, a column for everybody, and the balances at the end.

    Payments that are not counted stand below the balances, without amounts in the columns.
    """
    return csv_text(_rows(bill, messages), messages)


def _rows(bill: Bill, messages: Messages) -> Iterator[tuple[list[str], list[str]]]:
    """The texts of every row and the numbers behind them."""
    unit = f" ({messages.currency})"
    heads = [messages.text("bill.day"), messages.text("bill.kind"), messages.text("bill.what")]
    yield [*heads, *(name + unit for name in bill.balances)], []
    for row in sorted(bill_rows(bill, messages), key=lambda row: row.day or date.min):
        yield _told(row, row.what, messages), _amounts(bill, row.cents, messages)
    yield ["", messages.text("bill.balance"), ""], _amounts(bill, bill.balances, messages)
    for row in uncounted_rows(bill, messages):
        note = messages.text("bill.not_counted")
        what = messages.text("text.with_note", text=row.what, note=note)
        yield _told(row, what, messages), _amounts(bill, {}, messages)


def _told(row: BillRow, what: str, messages: Messages) -> list[str]:
    """Day, kind and words of a row."""
    return [row.day.isoformat() if row.day else "", messages.text(row.kind, count=1), what]


def _amounts(bill: Bill, cents: Mapping[str, int], messages: Messages) -> list[str]:
    form = messages.amount_format
    return [typed_cents(cents[name], form) if name in cents else "" for name in bill.balances]
