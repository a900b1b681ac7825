"""The bill of a group and of its evenings: to be shared, printed, and as a table."""

from datetime import date

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.bill import Bill
from scorekeeper.core.days import today
from scorekeeper.printing.document import bill_job
from scorekeeper.services.account.state import Account, bill_of, evenings, group_account
from scorekeeper.services.group.state import group_state
from scorekeeper.web.account.bill_pages import bill_page, bill_table
from scorekeeper.web.files.routes import CSV, download
from scorekeeper.web.printing.routes import document_response, messages_or_404
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.errors import busy_response

bp = Blueprint("bills", __name__, url_prefix="/g/<link>/bill")


@bp.get("/", endpoint="show")
@bp.get("/<day>/", endpoint="evening")
@may_be_looked_at
def show(day: str | None = None) -> ResponseReturnValue:
    """The bill of the group and the way to those of its evenings (`?from=`), or that of an evening.

    404 for an evening, by its ISO *day*, with nothing on it.
    """
    account = _account()
    page = bill_page(
        bill_of(account, today()) if day is None else _bill_or_404(account, day),
        current_messages(),
        evenings(account) if day is None else (),
        is_complete=account.is_complete,
        wanted=request.args.get("from", type=int),
    )
    return render_template("account/bill.html", page=page)


@bp.get("/bill.csv", endpoint="csv")
@bp.get("/<day>/bill.csv", endpoint="evening_csv")
@may_be_looked_at
def table(day: str | None = None) -> ResponseReturnValue:
    """The bill of the group, or of an evening, as a table."""
    account = _account()
    bill = _bill_or_404(account, day)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return download(bill_table(bill, current_messages()), f"{_name(bill)}.csv", CSV)


@bp.get("/paper/<language>.pdf", endpoint="pdf")
@bp.get("/<day>/paper/<language>.pdf", endpoint="evening_pdf")
@may_be_looked_at
def paper(language: str, day: str | None = None) -> ResponseReturnValue:
    """The bill of the group, or of an evening, to be printed."""
    account = _account()
    bill = _bill_or_404(account, day)
    messages = messages_or_404(language).in_currency(g.group.currency)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return document_response(bill_job(bill, messages), f"{_name(bill)}.pdf")


def _account() -> Account:
    return group_account(group_state(g.group))


def _bill_or_404(account: Account, day: str | None) -> Bill:
    """The bill; 404 for an empty one, unless what belongs on it may not have been read yet."""
    bill = bill_of(account, today(), None if day is None else _day_or_404(day))
    return abort(404) if account.is_complete and bill.is_empty else bill


def _day_or_404(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        abort(404)
    return day if day.isoformat() == text else abort(404)


def _name(bill: Bill) -> str:
    kind = "evening" if bill.evening else "bill"
    return f"{kind}-{bill.day.isoformat()}"
