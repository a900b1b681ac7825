"""The bill of a group and of its evenings: to be shared, printed, and as a table."""

from datetime import date, datetime

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.bill import Bill
from scorekeeper.printing.document import bill_job
from scorekeeper.services.account import Account, group_account
from scorekeeper.services.bills import evening_bill, evenings, group_bill
from scorekeeper.services.group_state import group_state
from scorekeeper.web.presenters.bill_page import bill_page
from scorekeeper.web.presenters.bill_table import bill_table
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.errors import busy_response
from scorekeeper.web.routes.files import CSV, download
from scorekeeper.web.routes.printing import document_response, messages_or_404

bp = Blueprint("bills", __name__, url_prefix="/g/<link>/bill")


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The bill of the group, and the way to those of its evenings (`?from=`)."""
    account = _account()
    page = bill_page(
        group_bill(account, _today()),
        current_messages(),
        evenings(account),
        is_complete=account.is_complete,
        wanted=request.args.get("from", type=int),
    )
    return render_template("bills/show.html", page=page)


@bp.get("/<day>/")
@may_be_looked_at
def evening(day: str) -> ResponseReturnValue:
    """The bill of an evening by its ISO day; 404 for one with nothing on it."""
    account = _account()
    page = bill_page(
        _evening_or_404(account, day), current_messages(), is_complete=account.is_complete
    )
    return render_template("bills/show.html", page=page)


@bp.get("/bill.csv", endpoint="csv")
@may_be_looked_at
def group_table() -> ResponseReturnValue:
    """The bill of the group as a table."""
    account = _account()
    return _table(account, _group_or_404(account))


@bp.get("/<day>/bill.csv", endpoint="evening_csv")
@may_be_looked_at
def evening_table(day: str) -> ResponseReturnValue:
    """The bill of an evening as a table."""
    account = _account()
    return _table(account, _evening_or_404(account, day))


@bp.get("/paper/<language>.pdf", endpoint="pdf")
@may_be_looked_at
def group_paper(language: str) -> ResponseReturnValue:
    """The bill of the group, to be printed."""
    account = _account()
    return _paper(account, _group_or_404(account), language)


@bp.get("/<day>/paper/<language>.pdf", endpoint="evening_pdf")
@may_be_looked_at
def evening_paper(day: str, language: str) -> ResponseReturnValue:
    """The bill of an evening, to be printed."""
    account = _account()
    return _paper(account, _evening_or_404(account, day), language)


def _account() -> Account:
    return group_account(group_state(g.group))


def _today() -> date:
    return datetime.now().astimezone().date()


def _group_or_404(account: Account) -> Bill:
    return _used_or_404(account, group_bill(account, _today()))


def _evening_or_404(account: Account, day: str) -> Bill:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        abort(404)
    if found.isoformat() != day:
        abort(404)
    return _used_or_404(account, evening_bill(account, found, _today()))


def _used_or_404(account: Account, bill: Bill) -> Bill:
    """The bill; 404 for an empty one, unless what belongs on it may not have been read yet."""
    return abort(404) if account.is_complete and bill.is_empty else bill


def _table(account: Account, bill: Bill) -> ResponseReturnValue:
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return download(bill_table(bill, current_messages()), f"{_name(bill)}.csv", CSV)


def _paper(account: Account, bill: Bill, language: str) -> ResponseReturnValue:
    messages = messages_or_404(language).in_currency(g.group.currency)
    if not account.is_complete:
        return busy_response("error.incomplete_bill")
    return document_response(bill_job(bill, messages), f"{_name(bill)}.pdf")


def _name(bill: Bill) -> str:
    kind = "evening" if bill.evening else "bill"
    return f"{kind}-{bill.day.isoformat()}"
