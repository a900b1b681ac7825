"""Costs that a group shares, and payments outside a settlement: written, corrected, taken back."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.days import today
from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.money import last_value
from scorekeeper.services.account.writing import bring_back, save_money, take_back
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.lookup import sheets_of
from scorekeeper.services.sheet.opening import latest_states
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.account.entry_forms import CostForm, MoneyForm, PaymentForm
from scorekeeper.web.account.entry_page import (
    OFFERED_AT_MOST,
    MoneyNotice,
    money_entry_page,
    money_notice,
)
from scorekeeper.web.account.form_fields import person_sent
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.shared.answers import Conflict, group_now, saved_or_again

bp = Blueprint("costs", __name__, url_prefix="/g/<link>/account/costs")
payments = Blueprint("payments", __name__, url_prefix="/g/<link>/account/payments")

# What a button says in the field `do`, and what it does.
ACTS: Mapping[str, Callable[..., EntryRow | None]] = {
    "take_back": take_back,
    "bring_back": bring_back,
}


@bp.route("/new", methods=["GET", "POST"], endpoint="new")
def new_cost() -> ResponseReturnValue:
    """Write a cost down."""
    state = group_state(g.group)
    if request.method == "POST":
        return COSTS.save(state, None, COSTS.sent(state))
    form = COSTS.filled_in(state, date=today(), shared_by=_sharing(state.people))
    return COSTS.page(state, None, form)


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
    return COSTS.answer(cost)


@payments.route("/new", methods=["GET", "POST"], endpoint="new")
def new_payment() -> ResponseReturnValue:
    """Write a payment down; `?payer=`, `?payee=` (ids) and `?cents=` stand in the form."""
    state, asked = group_state(g.group), request.args
    if request.method == "POST":
        return PAYMENTS.save(state, None, PAYMENTS.sent(state))
    payer, payee = (person_sent(state, asked.get(name, "")) for name in ("payer", "payee"))
    cents = asked.get("cents", 0, type=int)
    amount = cents if 0 < cents <= CENTS_AT_MOST else None
    form = PAYMENTS.filled_in(state, date=today(), payer=payer, payee=payee, amount=amount)
    return PAYMENTS.page(state, None, form)


@payments.route("/<int:payment>", methods=["GET", "POST"], endpoint="show")
@may_be_looked_at
def payment(payment: int) -> ResponseReturnValue:
    """A payment, and the form to correct it."""
    return PAYMENTS.answer(payment)


@dataclass(frozen=True, slots=True)
class MoneyEntries:
    """Costs or payments: how they are answered for."""

    kind: GroupEntryType
    form: Callable[..., MoneyForm]
    template: str

    def sent(self, state: GroupState, subject: int | None = None) -> MoneyForm:
        """The form that was sent for a new one, or to correct the one of number *subject*."""
        corrected = None if subject is None else last_value(state, self.kind, subject)
        return self.form(state, current_messages().amount_format, request.form, corrected=corrected)

    def filled_in(self, state: GroupState, **shown: object) -> MoneyForm:
        """A form in which this stands."""
        return self.form(state, current_messages().amount_format, **shown)

    def answer(self, subject: int) -> ResponseReturnValue:
        """The page of one of them, or what becomes of a form of it: whatever its button says."""
        state = group_state(g.group)
        if state.last_standing(self.kind, subject) is None:
            abort(404)
        if request.method != "POST":
            return self.page(state, subject)
        act, token = ACTS.get(request.form.get("do", "")), form_token.token_sent()
        if act is None:
            return self.save(state, subject, self.sent(state, subject))
        return self._written(
            state, subject, None, token, lambda: act(g.group, token, self.kind, subject)
        )

    def save(self, state: GroupState, subject: int | None, form: MoneyForm) -> ResponseReturnValue:
        """Save what was sent, or offer somebody else who was named in it."""
        if is_language_choice():
            return self.page(state, subject, form)
        if form.is_adding:
            status = 200 if form.add_person() else 422
            return self.page(state, subject, form), status
        if not form.validate():
            return self.page(state, subject, form), 422
        token = form_token.token_sent()
        return self._written(
            state, subject, form, token, lambda: save_money(g.group, token, form.result, subject)
        )

    def _written(
        self,
        state: GroupState,
        subject: int | None,
        form: MoneyForm | None,
        token: FormToken,
        write: Callable[[], EntryRow | None],
    ) -> ResponseReturnValue:
        def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
            if conflict is not None:
                now, is_new = group_now(), subject is None
                notice = money_notice(now, conflict, token, current_messages(), is_new=is_new)
                return self.page(now, subject, form, notice)
            refused = form or self._standing(state, subject)
            if refused is not None:
                refused.refuse(problems)
            return self.page(state, subject, refused)

        return saved_or_again(write, _to_account, again)

    def page(
        self,
        state: GroupState,
        subject: int | None,
        form: MoneyForm | None = None,
        notice: MoneyNotice | None = None,
    ) -> str:
        """The page; a form that is only incomplete stays the one that was sent."""
        is_same = request.method == "POST" and notice is None
        page = money_entry_page(
            state,
            self.kind,
            subject,
            current_messages(),
            form=form or self._standing(state, subject),
            notice=notice,
            token=FormToken(form_token.key_sent(), form_token.revision_sent())
            if is_same
            else form_token.fresh_token(state.row),
        )
        return render_template(self.template, page=page)

    def _standing(self, state: GroupState, subject: int | None) -> MoneyForm | None:
        """The form in which one of them stands, to be corrected; None where none stands."""
        if subject is None or subject not in state.standing(self.kind):
            return None
        return self.filled_in(state, corrected=last_value(state, self.kind, subject))


COSTS = MoneyEntries(GroupEntryType.COST, CostForm, "account/cost.html")
PAYMENTS = MoneyEntries(GroupEntryType.PAYMENT, PaymentForm, "account/payment.html")


def _to_account(entry: EntryRow | None) -> Response:
    """To the page that says what was just written about the group."""
    address = url_for("account.show", saved=entry and entry.revision)
    return form_token.redirect_saved(form_token.key_sent(), address)
