"""Payments outside a settlement: a new one, and what stands, to be corrected or taken back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.account import Payment
from scorekeeper.core.days import local_day
from scorekeeper.services.group_entries import GroupEntryType, StoredPayment
from scorekeeper.services.group_state import group_state
from scorekeeper.services.money_entries import last_value
from scorekeeper.services.money_writing import save_payment
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.forms.money_fields import FormContext
from scorekeeper.web.forms.payment import PaymentForm
from scorekeeper.web.presenters.money_page import written_lines
from scorekeeper.web.presenters.payment_page import PaymentPage, payment_facts, payment_fields
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.money_entries import MoneyEntries, Shown, form_context

bp = Blueprint("payments", __name__, url_prefix="/g/<link>/account/payments")

KIND = GroupEntryType.PAYMENT


@bp.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Write a payment down; `?payer=`, `?payee=` (ids) and `?cents=` stand in the form."""
    if request.method == "POST":
        return PAYMENTS.save(None, PaymentForm(form_context(), request.form))
    today = local_day(datetime.now().astimezone())
    asked = {name: request.args.get(name, "") for name in ("payer", "payee")}
    form = PaymentForm(form_context(), date=today.isoformat(), **asked)
    form.suggest_cents(request.args.get("cents", type=int))
    return PAYMENTS.show(None, form)


@bp.route("/<int:payment>", methods=["GET", "POST"])
@may_be_looked_at
def show(payment: int) -> ResponseReturnValue:
    """A payment, and the form to correct it."""
    if group_state(g.group).latest(KIND, payment) is None:
        abort(404)
    if request.method == "POST":
        return PAYMENTS.change(payment, PaymentForm(form_context(), request.form))
    return PAYMENTS.show(payment)


def _write(fields: Mapping[str, Any], subject: int | None) -> EntryRow:
    return save_payment(g.group, form_token.token_sent(), StoredPayment(**fields), subject)


def _page(shown: Shown) -> str:
    messages, state, subject = current_messages(), shown.state, shown.subject
    payment = None
    if subject is not None:
        payment = last_value(state, KIND, subject, shown.people.every_name)
    stands = subject in state.standing(KIND)
    form = shown.form
    if form is None and isinstance(payment, Payment) and stands:
        form = PaymentForm.of(payment, FormContext(shown.people, messages.amount_format))
    page = PaymentPage(
        payment=payment_facts(payment, messages) if isinstance(payment, Payment) else None,
        struck=subject is not None and not stands,
        form=payment_fields(form, messages, shown.problems) if form is not None else None,
        conflict=shown.conflict,
        lines=() if subject is None else written_lines(state, KIND, subject, messages),
        key=shown.key,
        based_on=shown.based_on,
    )
    return render_template("account/payment.html", page=page)


PAYMENTS = MoneyEntries(KIND, _write, _page)
