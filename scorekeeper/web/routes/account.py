"""The account of a group: looking at it, settling it, and ticking payments off."""

from datetime import datetime
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.core.account import ListedTransfer
from scorekeeper.core.phrases import Problem
from scorekeeper.services.account import Account, group_account
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group_state import group_state
from scorekeeper.services.group_version import group_version
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.lookup import group_by_link, sheets_of
from scorekeeper.services.money_writing import drop_settlement, pay_transfer, start_settling
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.forms.paid_part import ALL, BACK, PaidPartForm
from scorekeeper.web.presenters.account_page import account_page, settlement_page
from scorekeeper.web.presenters.form_fields import FieldValue, texts_by_field
from scorekeeper.web.presenters.settlement_part import NOTHING_TYPED, PartialPayment, fingerprint
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.page_tag import unless_unchanged

bp = Blueprint("account", __name__, url_prefix="/g/<link>/account")


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """Balances, who should pay whom, costs and payments.

    `?saved=` is the revision under which something was just saved; `?from=` begins a page of very
    many people and payments with those of this number.
    """

    def page() -> str:
        return _page(_account_now(), saved=form_token.revision_saved())

    return unless_unchanged(group_version(g.group, sheets_of(g.group)), page)


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

    def html() -> str:
        page = settlement_page(
            _account_now(), settlement, current_messages(), key=new_key(), wanted=_wanted_page()
        )
        if page is None:
            abort(404)
        return render_template("account/settlement.html", page=page)

    return unless_unchanged(group_version(g.group, sheets_of(g.group)), html)


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
    account, form = _account_now(), PaidPartForm(request.form)
    found, at = account.money.settlements.get(settlement), form.place_and_paid
    if found is None or at is None or at[0] >= len(found.transfers):
        abort(404)
    place, paid_before = at
    typed = PartialPayment(form.line.data or "", FieldValue(form.amount.data or ""))
    if is_language_choice():
        return _page(account, part=typed)
    if form.currency.data not in ("", g.group.currency):
        return _page(account, notice=_changed(), part=typed), 409
    problems: list[Problem] = []
    cents = _wanted(form, found.transfers[place], paid_before, problems)
    if cents is None:
        texts = texts_by_field(problems, "", current_messages())
        field = FieldValue(form.amount.data or "", texts.get("amount", ()))
        return _page(account, part=PartialPayment(form.line.data or "", field)), 422
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


def _back_to_lines(saved: int | None = None) -> Response:
    """To the page of the account on which the line was that has been ticked off."""
    at: dict[str, Any] = {"saved": saved, "from": _wanted_page()}
    return redirect(url_for("account.show", _anchor="settlement", **at), 303)


def _wanted_page() -> int | None:
    return request.args.get("from", type=int)


def _wanted(
    form: PaidPartForm, line: ListedTransfer, paid_before: int, problems: list[Problem]
) -> int | None:
    """How much will have been paid of a line; None with what is wrong added to *problems*."""
    if form.do.data == ALL:
        return line.cents
    if form.do.data == BACK:
        return 0
    left = max(0, line.cents - paid_before)
    part = form.amount.read(current_messages().amount_format, problems, high=left)
    return None if part is None else paid_before + part


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
        problems=tuple(messages.form_problem("", each) for each in problems),
        saved=saved,
        part=part,
        wanted=_wanted_page(),
    )
    return render_template("account/show.html", page=page)
