"""The account of a group: looking at it, why it is so, settling it, and ticking payments off."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.state import Account, group_account
from scorekeeper.services.account.statements import statement_of
from scorekeeper.services.account.writing import drop_settlement, pay_transfer, start_settling
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.lookup import group_by_link, group_version, sheets_of
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.account.entry_forms import PaidPartForm
from scorekeeper.web.account.pages import account_page, settlement_page
from scorekeeper.web.account.settlement_part import NOTHING_TYPED, PartialPayment, fingerprint
from scorekeeper.web.account.statement_page import statement_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.page_tag import unless_unchanged
from scorekeeper.web.shared.field_values import FieldValue, texts_by_field

bp = Blueprint("account", __name__, url_prefix="/g/<link>/account")
statements = Blueprint("account_statements", __name__, url_prefix="/g/<link>/account")


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Balances, who should pay whom, costs and payments.

    `?saved=` is the revision under which something was just saved; `?from=` begins a page of very
    many people and payments with those of this number.
    """
    return _followed(lambda account: _page(account, saved=form_token.revision_saved()))


@statements.get("/people/<int:person>")
@may_be_looked_at
def person(person: int) -> ResponseReturnValue:
    """Every line of the balance of a person; `?from=` begins a page with that line."""

    def html(account: Account) -> str:
        statement = statement_of(account, person) or abort(404)
        page = statement_page(statement, current_messages(), _wanted_page())
        return render_template("account/statement.html", page=page)

    return _followed(html)


@bp.post("/settlements")
def settle() -> ResponseReturnValue:
    """Freeze who should pay whom, as the form has shown it."""
    account, token = group_account(group_state(g.group)), form_token.token_sent()
    is_known = account.state.entry_with_key(token.key) is not None
    if not is_known and request.form.get("list") != fingerprint(account):
        return _page(account, notice=_changed()), 409
    try:
        saved = start_settling(account, token, datetime.now().astimezone().date())
    except ImpossibleError as refusal:
        return _page(account, problems=refusal.problems), 422
    except (MovedOnError, AlreadySavedError):
        return _page(_account_now(), notice=_changed()), 409
    return redirect(url_for("account.show", saved=saved.revision, _anchor="settlement"), 303)


@bp.get("/settlements/<int:settlement>")
@may_be_looked_at
def settlement(settlement: int) -> ResponseReturnValue:
    """A settlement by itself, with what was paid of it."""

    def html(account: Account) -> str:
        page = settlement_page(
            account, settlement, current_messages(), key=new_key(), wanted=_wanted_page()
        )
        return render_template("account/settlement.html", page=page or abort(404))

    return _followed(html)


@bp.post("/settlements/<int:settlement>")
def drop(settlement: int) -> ResponseReturnValue:
    """Take a settlement back of which nothing was paid."""
    if settlement not in group_state(g.group).standing(GroupEntryType.SETTLEMENT):
        return redirect(url_for("account.show"), 303)
    try:
        saved = drop_settlement(g.group, form_token.token_sent(), settlement)
    except ImpossibleError as refusal:
        return _page(_account_now(), problems=refusal.problems), 422
    except (MovedOnError, AlreadySavedError):
        return _page(_account_now(), notice=_changed()), 409
    return redirect(url_for("account.show", saved=saved.revision), 303)


@bp.post("/settlements/<int:settlement>/payments")
def pay(settlement: int) -> ResponseReturnValue:
    """Say that a line was paid, wholly or in part, or take that back."""
    account = _account_now()
    form = PaidPartForm(request.form, meta={"written": current_messages().amount_format})
    listed, at = account.money.settlements.get(settlement), form.place_and_paid
    if listed is None or at is None or at[0] >= len(listed.transfers):
        abort(404)
    place, paid_before = at
    typed = _typed(form)
    if is_language_choice():
        return _page(account, part=typed)
    if form.currency.data not in ("", g.group.currency):
        return _page(account, notice=_changed(), part=typed), 409
    cents = form.cents(listed.transfers[place], paid_before)
    if cents is None:
        return _page(account, part=_typed(form)), 422
    paid = PaidTransfer(settlement=settlement, transfer=place, cents=cents)
    try:
        saved = pay_transfer(g.group, form_token.token_sent(), paid, paid_before=paid_before)
    except ImpossibleError as refusal:
        return _page(_account_now(), problems=refusal.problems, part=typed), 422
    except AlreadySavedError:
        return _page(_account_now(), notice=_changed(), part=typed), 409
    except MovedOnError:
        account = _account_now()
        now = account.money.settlements.get(settlement)
        if now is None or now.transfers[place].paid != cents:
            told = current_messages().text("account.paid_meanwhile")
            return _page(account, notice=told, part=typed), 409
        return _back_to_lines()
    return _back_to_lines(saved.revision)


def _followed(html: Callable[[Account], str]) -> Response:
    """A page about the account, for a phone that may have seen it before."""
    sheets = sheets_of(g.group)
    return unless_unchanged(
        group_version(g.group, sheets), lambda: html(group_account(group_state(g.group), sheets))
    )


def _typed(form: PaidPartForm) -> PartialPayment:
    """What was typed for a part of a line, with what is wrong with it."""
    errors: Any = form.amount.errors
    texts = texts_by_field(errors, "", current_messages())
    field = FieldValue(form.amount.data or "", texts.get("amount", ()))
    return PartialPayment(form.line.data or "", field)


def _back_to_lines(saved: int | None = None) -> Response:
    """To the page of the account on which the line was that has been ticked off."""
    at: dict[str, Any] = {"saved": saved, "from": _wanted_page()}
    return redirect(url_for("account.show", _anchor="settlement", **at), 303)


def _wanted_page() -> int | None:
    return request.args.get("from", type=int)


def _changed() -> str:
    return current_messages().text("account.changed")


def _account_now() -> Account:
    return group_account(group_state(group_by_link(g.group.link) or g.group))


def _page(
    account: Account,
    *,
    notice: str | None = None,
    problems: tuple[Problem, ...] = (),
    saved: int | None = None,
    part: PartialPayment = NOTHING_TYPED,
) -> str:
    messages = current_messages()
    page = account_page(
        account,
        messages,
        key=new_key(),
        notice=notice,
        problems=tuple(messages.form_problem("", problem) for problem in problems),
        saved=saved,
        part=part,
        wanted=_wanted_page(),
    )
    return render_template("account/show.html", page=page)
