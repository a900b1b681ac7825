"""Costs that a group shares, and payments outside a settlement: written, corrected, taken back."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.days import today
from scorekeeper.core.phrases import Problem
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import save_with_id
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.lookup import sheets_of
from scorekeeper.services.sheet.opening import latest_states
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.entry_forms import CostForm, MoneyForm, PaymentForm
from scorekeeper.web.account.entry_page import (
    OFFERED_AT_MOST,
    MoneyEntry,
    money_entry_page,
    money_notice,
)
from scorekeeper.web.account.form_fields import person_sent
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.shared.answers import Conflict, act_sent, group_now, saved_or_again

bp = Blueprint("costs", __name__, url_prefix="/g/<link>/account/costs")
payments = Blueprint("payments", __name__, url_prefix="/g/<link>/account/payments")

FORMS: Mapping[GroupEntryType, Callable[..., MoneyForm]] = {
    GroupEntryType.COST: CostForm,
    GroupEntryType.PAYMENT: PaymentForm,
}


@bp.route("/new", methods=["GET", "POST"], endpoint="new")
def new_cost() -> ResponseReturnValue:
    """Write a cost down."""
    cost = MoneyEntry(group_state(g.group), GroupEntryType.COST)
    if request.method == "POST":
        return _save(cost)
    return _page(cost, _form(cost, date=today(), shared_by=_sharing(cost.state.people)))


def _sharing(people: Collection[int]) -> Collection[int]:
    """Who is ticked on a new form: everybody, or in a large group those of the latest evening."""
    if len(people) <= OFFERED_AT_MOST:
        return people
    last = next(latest_states(sheets_of(g.group)), None)
    return () if last is None else last.ids.values()


@bp.route("/<int:cost>", methods=["GET", "POST"], endpoint="show")
@may_be_looked_at
def cost(cost: int) -> ResponseReturnValue:
    """A cost, who pays which part of it, and the form to correct it."""
    return _answer(GroupEntryType.COST, cost)


@payments.route("/new", methods=["GET", "POST"], endpoint="new")
def new_payment() -> ResponseReturnValue:
    """Write a payment down; `?payer=`, `?payee=` (ids) and `?cents=` stand in the form."""
    payment, asked = MoneyEntry(group_state(g.group), GroupEntryType.PAYMENT), request.args
    if request.method == "POST":
        return _save(payment)
    payer, payee = (person_sent(payment.state, asked.get(name, "")) for name in ("payer", "payee"))
    cents = asked.get("cents", 0, type=int)
    amount = cents if 0 < cents <= CENTS_AT_MOST else None
    form = _form(payment, date=today(), payer=payer, payee=payee, amount=amount)
    return _page(payment, form)


@payments.route("/<int:payment>", methods=["GET", "POST"], endpoint="show")
@may_be_looked_at
def payment(payment: int) -> ResponseReturnValue:
    """A payment, and the form to correct it."""
    return _answer(GroupEntryType.PAYMENT, payment)


def _answer(kind: GroupEntryType, subject: int) -> ResponseReturnValue:
    """The page of a cost or payment, or what becomes of its form: whatever its button says."""
    entry = MoneyEntry(group_state(g.group), kind, subject)
    if entry.state.last_value(kind, subject) is None:
        abort(404)
    if request.method != "POST":
        return _page(entry, _standing(entry))
    act = act_sent(kind, subject)
    return _save(entry) if act is None else _written(entry, act)


def _form(entry: MoneyEntry, **shown: Any) -> MoneyForm:
    """A form for a cost or payment in which this stands."""
    return FORMS[entry.kind](entry.state, current_messages().amount_format, **shown)


def _save(entry: MoneyEntry) -> ResponseReturnValue:
    """Save what was sent, or offer somebody else who was named in it."""
    form = _form(entry, formdata=request.form, corrected=entry.last_value)
    if is_language_choice():
        return _page(entry, form)
    if form.is_adding:
        status = 200 if form.add_person() else 422
        return _page(entry, form), status
    if not form.validate():
        return _page(entry, form), 422
    token, value = form_token.token_sent(), form.result
    write = partial(save_with_id, g.group, token, entry.kind, value, entry.subject)
    return _written(entry, write, form)


def _written(
    entry: MoneyEntry, write: Callable[[], EntryRow | None], form: MoneyForm | None = None
) -> ResponseReturnValue:
    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        now = entry._replace(state=group_now()) if conflict else entry
        shown = form or _standing(now)
        if shown is not None:
            shown.refuse(problems)
        return _page(now, shown, conflict)

    return saved_or_again(
        write, lambda saved: url_for("account.show", saved=saved and saved.revision), again
    )


def _page(entry: MoneyEntry, form: MoneyForm | None, conflict: Conflict | None = None) -> str:
    """The page; a form that is only incomplete stays the one that was sent."""
    messages, is_same = current_messages(), request.method == "POST" and conflict is None
    page = money_entry_page(
        entry,
        messages,
        form=form,
        notice=conflict and money_notice(entry, conflict, form_token.token_sent(), messages),
        token=FormToken(form_token.key_sent(), form_token.revision_sent())
        if is_same
        else form_token.fresh_token(entry.state.row),
    )
    return render_template(f"account/{entry.kind}.html", page=page)


def _standing(entry: MoneyEntry) -> MoneyForm | None:
    """The form in which a cost or payment stands, to be corrected; None where none stands."""
    return _form(entry, corrected=entry.last_value) if entry.stands else None
