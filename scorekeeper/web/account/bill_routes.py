"""The bill of a group and of its evenings: to be shared, printed, and as a table."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.bill import Bill
from scorekeeper.core.days import day_in, day_key, today
from scorekeeper.files.spreadsheet import csv_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.printing.document import bill_job
from scorekeeper.services.account.state import Account, bill_of, evenings
from scorekeeper.summary.bill_rows import BillRow, bill_rows, payment_rows
from scorekeeper.summary.chat_texts import bill_text
from scorekeeper.web.files.routes import CSV, download
from scorekeeper.web.printing.routes import document_response, messages_or_404
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import account_shown
from scorekeeper.web.shared.errors import busy_response
from scorekeeper.web.shared.paging import ListPage, list_page

bp = Blueprint("bills", __name__, url_prefix="/g/<link>/bill")

EVENINGS_SHOWN = 24


class BillPage(NamedTuple):
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


@bp.get("/", endpoint="show")
@bp.get("/<day>/", endpoint="evening")
@may_be_looked_at
def show(day: str | None = None) -> ResponseReturnValue:
    """The bill of the group and the way to those of its evenings (`?from=`), or that of an evening.

    404 for an evening, by its ISO *day*, with nothing on it.
    """
    account = account_shown()
    bill = bill_of(account, today()) if day is None else _bill_or_404(account, day)
    page = bill_page(account, bill, current_messages(), request.args.get("from", type=int))
    return render_template("account/bill.html", page=page)


@bp.get("/bill.csv", endpoint="csv")
@bp.get("/<day>/bill.csv", endpoint="evening_csv")
@may_be_looked_at
def table(day: str | None = None) -> ResponseReturnValue:
    """The bill of the group, or of an evening, as a table."""
    account = account_shown()
    bill = _bill_or_404(account, day)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return download(bill_table(bill, current_messages()), f"{_name(bill)}.csv", CSV)


@bp.get("/paper/<language>.pdf", endpoint="pdf")
@bp.get("/<day>/paper/<language>.pdf", endpoint="evening_pdf")
@may_be_looked_at
def paper(language: str, day: str | None = None) -> ResponseReturnValue:
    """The bill of the group, or of an evening, to be printed."""
    account = account_shown()
    bill = _bill_or_404(account, day)
    messages = messages_or_404(language).in_currency(g.group.currency)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return document_response(bill_job(bill, messages), f"{_name(bill)}.pdf")


def _bill_or_404(account: Account, day: str | None) -> Bill:
    """The bill; 404 for an empty one, unless what belongs on it may not have been read yet."""
    bill = bill_of(account, today(), None if day is None else _day_or_404(day))
    return abort(404) if account.is_complete and bill.is_empty else bill


def _day_or_404(text: str) -> date:
    day = day_in(text)
    return day if day and day.isoformat() == text else abort(404)


def _name(bill: Bill) -> str:
    kind = "evening" if bill.evening else "bill"
    return f"{kind}-{bill.day.isoformat()}"


def bill_page(account: Account, bill: Bill, messages: Messages, wanted: int | None) -> BillPage:
    """The page of a *bill* of the account; that of the group lists its evenings from *wanted* on.

    *wanted* is the number of an evening; None: the latest are listed.
    """
    days = evenings(account) if bill.evening is None else ()
    pages = list_page(len(days), wanted, EVENINGS_SHOWN)
    shown = tuple(reversed(days[pages.start : pages.end]))
    text = bill_text(bill, messages) if account.is_complete and not bill.is_empty else ""
    return BillPage(bill.evening, account.is_complete, text, shown, pages)


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
    for row in sorted(bill_rows(bill, messages), key=lambda row: day_key(row.day)):
        yield _told(row, row.what, messages), _amounts(bill, row.cents, messages)
    yield ["", messages.text("bill.balance"), ""], _amounts(bill, bill.balances, messages)
    for row in payment_rows(bill.uncounted_payments, messages):
        note = messages.text("bill.not_counted")
        what = messages.text("text.with_note", text=row.what, note=note)
        yield _told(row, what, messages), _amounts(bill, {}, messages)


def _told(row: BillRow, what: str, messages: Messages) -> list[str]:
    """Day, kind and words of a row."""
    return [row.day.isoformat() if row.day else "", messages.text(row.kind, count=1), what]


def _amounts(bill: Bill, cents: Mapping[str, int], messages: Messages) -> list[str]:
    form = messages.amount_format
    return [typed_cents(cents[name], form) if name in cents else "" for name in bill.balances]
