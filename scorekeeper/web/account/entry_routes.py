"""Costs that a group shares, and payments outside a settlement: written, corrected, taken back."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.account import CENTS_AT_MOST
from scorekeeper.core.days import local_day
from scorekeeper.services.account.money import last_value
from scorekeeper.services.account.writing import bring_back, save_money, take_back
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.lookup import group_by_link, sheets_of
from scorekeeper.services.sheet.opening import latest_states
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow
from scorekeeper.web.account.entry_forms import CostForm, PaymentForm
from scorekeeper.web.account.entry_page import Conflict, money_entry_page, moved_on, saved_before
from scorekeeper.web.account.field_values import OFFERED_AT_MOST
from scorekeeper.web.account.form_fields import FormContext
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice

bp = Blueprint("costs", __name__, url_prefix="/g/<link>/account/costs")
payments = Blueprint("payments", __name__, url_prefix="/g/<link>/account/payments")

# What a button says in the field `do`, and what it does.
ACTS: Mapping[str, Callable[..., EntryRow | None]] = {
    "take_back": take_back,
    "bring_back": bring_back,
}
AnyForm = CostForm | PaymentForm


@bp.route("/new", methods=["GET", "POST"], endpoint="new")
def new_cost() -> ResponseReturnValue:
    """Write a cost down."""
    state = group_state(g.group)
    around = form_context(state)
    if request.method == "POST":
        return COSTS.save(state, None, CostForm(around, request.form))
    form = CostForm(around, date=_today(), shared_by=_sharing(around.names))
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
    state = group_state(g.group)
    around, asked = form_context(state), request.args
    if request.method == "POST":
        return PAYMENTS.save(state, None, PaymentForm(around, request.form))
    payer, payee = (around.by_id(asked.get(name, "")) for name in ("payer", "payee"))
    cents = asked.get("cents", 0, type=int)
    suggested = cents if 0 < cents <= CENTS_AT_MOST else None
    form = PaymentForm(around, date=_today(), payer=payer, payee=payee, cents=suggested)
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
    form: Callable[..., AnyForm]
    template: str

    def answer(self, subject: int) -> ResponseReturnValue:
        """The page of one of them, or what becomes of a form of it: whatever its button says."""
        state = group_state(g.group)
        known = last_value(state, self.kind, subject)
        if known is None:
            abort(404)
        if request.method != "POST":
            return self.page(state, subject)
        act, token = ACTS.get(request.form.get("do", "")), form_token.token_sent()
        if act is not None:
            return self._written(
                state, subject, None, lambda: act(g.group, token, self.kind, subject)
            )
        form = self.form(form_context(state), request.form, corrected=known)
        return self.save(state, subject, form)

    def save(self, state: GroupState, subject: int | None, form: AnyForm) -> ResponseReturnValue:
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
            state, subject, form, lambda: save_money(g.group, token, form.result, subject)
        )

    def _written(
        self,
        state: GroupState,
        subject: int | None,
        form: AnyForm | None,
        write: Callable[[], EntryRow | None],
    ) -> ResponseReturnValue:
        try:
            entry = write()
        except ImpossibleError as refusal:
            form = form or self._standing(state, subject)
            if form is not None:
                form.refuse(refusal.problems)
            return self.page(state, subject, form), 422
        except MovedOnError:
            state = group_state(_group_now())
            told = moved_on(state, form_token.revision_sent(), current_messages())
        except AlreadySavedError as error:
            state = group_state(_group_now())
            told = saved_before(error.saved, current_messages(), is_new=subject is None)
        else:
            return form_token.redirect_saved(form_token.key_sent(), address_saved(entry))
        return self.page(state, subject, form, told), 409

    def page(
        self,
        state: GroupState,
        subject: int | None,
        form: AnyForm | None = None,
        conflict: Conflict | None = None,
    ) -> str:
        """The page; a form that is only incomplete stays the one that was sent."""
        is_same = request.method == "POST" and conflict is None
        page = money_entry_page(
            state,
            self.kind,
            subject,
            current_messages(),
            form=form or self._standing(state, subject),
            conflict=conflict,
            key=form_token.key_sent() if is_same else new_key(),
            based_on=form_token.revision_sent() if is_same else state.row.revision,
        )
        return render_template(self.template, page=page)

    def _standing(self, state: GroupState, subject: int | None) -> AnyForm | None:
        """The form in which one of them stands, to be corrected; None where none stands."""
        if subject is None or subject not in state.standing(self.kind):
            return None
        return self.form(form_context(state), corrected=last_value(state, self.kind, subject))


COSTS = MoneyEntries(GroupEntryType.COST, CostForm, "account/cost.html")
PAYMENTS = MoneyEntries(GroupEntryType.PAYMENT, PaymentForm, "account/payment.html")


def _group_now() -> GroupRow:
    """The group as others have left it meanwhile, from now on that of this request."""
    group: GroupRow = group_by_link(g.group.link) or g.group
    g.group = group
    return group


def form_context(state: GroupState) -> FormContext:
    """What a form of this request is read with."""
    own_ids = {player: own for player, own in state.persons.items() if own in state.people}
    return FormContext(state.people, own_ids, current_messages().amount_format)


def address_saved(entry: EntryRow | None) -> str:
    """The page that says what was just written about the group."""
    return url_for("account.show", saved=None if entry is None else entry.revision)


def _today() -> date:
    return local_day(datetime.now().astimezone())
