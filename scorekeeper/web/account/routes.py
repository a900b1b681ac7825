"""The account of a group: looking at it, why it is so, settling it, and ticking payments off."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.days import today
from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import drop_settlement, pay_transfer, start_settling
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.entry_forms import PaidPartForm
from scorekeeper.web.account.pages import account_page, fingerprint, settlement_page
from scorekeeper.web.account.statement_pages import statement_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.page_cache import mark_partial
from scorekeeper.web.shared.answers import (
    Conflict,
    followed_account,
    group_now,
    refusal_texts,
    saved_or_again,
)
from scorekeeper.web.shared.errors import busy_response

bp = Blueprint("account", __name__, url_prefix="/g/<link>/account")
statements = Blueprint("account_statements", __name__, url_prefix="/g/<link>/account")


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Balances, who should pay whom, costs and payments.

    `?saved=` is the revision under which something was just saved; `?from=` begins a page of very
    many people and payments with those of this number.
    """
    return followed_account(lambda account: _page(account, saved=form_token.revision_saved()))


@statements.get("/people/<int:person>")
@may_be_looked_at
def person(person: int) -> ResponseReturnValue:
    """Every line of the balance of a person; `?from=` begins a page with that line."""

    def html(account: Account) -> str:
        statement = statement_of(account, person) or abort(404)
        if account.is_complete and not statement.is_complete:
            mark_partial()
        page = statement_page(statement, current_messages(), _wanted_page())
        return render_template("account/statement.html", page=page)

    return followed_account(html)


@bp.post("/settlements")
def settle() -> ResponseReturnValue:
    """Freeze who should pay whom, as the form has shown it."""
    account, token = group_account(group_state(g.group)), form_token.token_sent()
    is_known = account.state.entry_with_key(token.key) is not None
    if not (is_known or account.are_all):
        return busy_response("error.incomplete_bill")
    if not is_known and request.form.get("list") != fingerprint(account):
        return _page(account, [current_messages().text("account.changed")]), 409
    return _settled_or_again(lambda: start_settling(account, token, today()), _lines)


@bp.get("/settlements/<int:settlement>")
@may_be_looked_at
def settlement(settlement: int) -> ResponseReturnValue:
    """A settlement by itself, with what was paid of it."""

    def html(account: Account) -> str:
        token, messages = form_token.fresh_token(account.state.row), current_messages()
        page = settlement_page(account, settlement, messages, token, _wanted_page())
        return render_template("account/settlement.html", page=page or abort(404))

    return followed_account(html)


@bp.post("/settlements/<int:settlement>")
def drop(settlement: int) -> ResponseReturnValue:
    """Take a settlement back of which nothing was paid."""
    if settlement not in group_state(g.group).standing(GroupEntryType.SETTLEMENT):
        return redirect(url_for("account.show"), 303)
    return _settled_or_again(
        lambda: drop_settlement(g.group, form_token.token_sent(), settlement),
        lambda saved: url_for("account.show", saved=saved and saved.revision),
    )


@bp.post("/settlements/<int:settlement>/payments")
def pay(settlement: int) -> ResponseReturnValue:
    """Say that a line was paid, wholly or in part, or take that back.

    `?sheet=` is the number of the sheet on whose page that is said: there it goes back to.
    """
    account = group_account(group_state(g.group))
    form = PaidPartForm(request.form, meta={"written": current_messages().amount_format})
    listed, at = account.money.settlements.get(settlement), form.place_and_paid
    if is_language_choice():
        return _page(account, part=form)
    if listed is not None and form.names_no_line:
        return _page(account, refusal_texts([Problem("nobody_paid")], None), form), 422
    if listed is None or at is None or at[0] >= len(listed.transfers):
        abort(404)
    place, paid_before = at
    if form.currency.data not in ("", g.group.currency):
        return _page(account, [current_messages().text("account.changed")], form), 409
    line, token = listed.transfers[place], form_token.token_sent()
    is_new = account.state.entry_with_key(token.key) is None
    cents = form.cents(line, paid_before)
    if cents is None:
        if not is_new or not (listed.closed or line.paid != paid_before):
            return _page(account, part=form), 422
        key = "account.changed" if listed.closed else "account.paid_meanwhile"
        return _page(account, [current_messages().text(key)], form), 409
    is_new = is_new and line.paid == paid_before < cents
    if is_new and not (listed.closed or account.is_owed(line.payer, line.payee)):
        return _page(account, [current_messages().text("account.changed")], form), 409
    paid = PaidTransfer(settlement=settlement, transfer=place, cents=cents)
    sheet = request.args.get("sheet", type=int)
    return _settled_or_again(
        lambda: pay_transfer(g.group, token, paid, paid_before=paid_before),
        _lines if sheet is None else lambda _: url_for("sheets.show", number=sheet),
        form,
    )


def _settled_or_again(
    save: Callable[[], EntryRow | None],
    there: Callable[[EntryRow | None], str],
    part: PaidPartForm | None = None,
) -> ResponseReturnValue:
    """Save something about a settlement and go *there*, or show the account with what is wrong.

    *part* is the form for a part of a payment that was sent.
    """

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        told = refusal_texts(problems, conflict)
        if part is None and conflict is not None:
            told = [current_messages().text("account.changed")]
        elif conflict is Conflict.MOVED_ON:
            told = [current_messages().text("account.paid_meanwhile")]
        return _page(group_account(group_now()), told, part)

    return saved_or_again(save, there, again)


def _lines(saved: EntryRow | None) -> str:
    """The page of the account on which the line is that was ticked off."""
    at: dict[str, Any] = {"saved": saved and saved.revision, "from": _wanted_page()}
    return url_for("account.show", _anchor="settlement", **at)


def _wanted_page() -> int | None:
    return request.args.get("from", type=int)


def _page(
    account: Account,
    refusals: Sequence[str] = (),
    part: PaidPartForm | None = None,
    saved: int | None = None,
) -> str:
    page = account_page(
        account,
        current_messages(),
        token=form_token.fresh_token(account.state.row),
        refusals=refusals,
        part=part,
        part_of=(request.view_args or {}).get("settlement"),
        saved=saved,
        wanted=_wanted_page(),
    )
    return render_template("account/show.html", page=page)
