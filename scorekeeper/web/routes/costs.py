"""Costs that a group shares: a new one, and what stands, to be corrected or taken back."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.account import Cost
from scorekeeper.core.days import local_day
from scorekeeper.services.group_entries import GroupEntryType, StoredCost
from scorekeeper.services.group_state import group_state
from scorekeeper.services.lookup import sheets_of
from scorekeeper.services.money_entries import last_value
from scorekeeper.services.money_writing import save_cost
from scorekeeper.services.next_sheet import last_sheet
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.forms.cost import CostForm
from scorekeeper.web.forms.money_fields import FormContext
from scorekeeper.web.forms.person_fields import KnownPeople
from scorekeeper.web.presenters.cost_page import CostPage, cost_facts, cost_fields
from scorekeeper.web.presenters.money_page import written_lines
from scorekeeper.web.presenters.person_choices import OFFERED_AT_MOST
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.money_entries import MoneyEntries, Shown, form_context

bp = Blueprint("costs", __name__, url_prefix="/g/<link>/account/costs")

KIND = GroupEntryType.COST


@bp.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Write a cost down."""
    if request.method == "POST":
        return COSTS.save(None, CostForm(form_context(), request.form))
    today, around = local_day(datetime.now().astimezone()), form_context()
    sharing = [str(person) for person in _sharing(around.people)]
    return COSTS.show(None, CostForm(around, date=today.isoformat(), shared_by=sharing))


def _sharing(people: KnownPeople) -> Collection[int]:
    """Who is ticked on a new form: everybody, or in a large group those of the latest evening."""
    if len(people.names) <= OFFERED_AT_MOST:
        return people.names
    last = last_sheet(sheets_of(g.group))
    return () if last is None else last.ids.values()


@bp.route("/<int:cost>", methods=["GET", "POST"])
@may_be_looked_at
def show(cost: int) -> ResponseReturnValue:
    """A cost, who pays which part of it, and the form to correct it."""
    around = form_context()
    corrected = last_value(group_state(g.group), KIND, cost, around.people.every_name)
    if not isinstance(corrected, Cost):
        abort(404)
    if request.method == "POST":
        return COSTS.change(cost, CostForm(around, request.form, corrected=corrected))
    return COSTS.show(cost)


def _write(fields: Mapping[str, Any], subject: int | None) -> EntryRow:
    return save_cost(g.group, form_token.token_sent(), StoredCost(**fields), subject)


def _page(shown: Shown) -> str:
    messages, state, subject = current_messages(), shown.state, shown.subject
    cost = None
    if subject is not None:
        cost = last_value(state, KIND, subject, shown.people.every_name)
    stands = subject in state.standing(KIND)
    form = shown.form
    if form is None and isinstance(cost, Cost) and stands:
        form = CostForm.of(cost, FormContext(shown.people, messages.amount_format))
    page = CostPage(
        cost=cost_facts(cost, messages) if isinstance(cost, Cost) else None,
        struck=subject is not None and not stands,
        form=cost_fields(form, messages, shown.problems) if form is not None else None,
        conflict=shown.conflict,
        lines=() if subject is None else written_lines(state, KIND, subject, messages),
        key=shown.key,
        based_on=shown.based_on,
    )
    return render_template("account/cost.html", page=page)


COSTS = MoneyEntries(KIND, _write, _page)
