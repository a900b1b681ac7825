"""Striking rounds out and back; and showing what a change does before it is made."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.scorekeeping.rounds import change_rounds, edition
from scorekeeper.scorekeeping.state import SheetState, read
from scorekeeper.scorekeeping.writing import (
    Consequence,
    Draft,
    MisfitsError,
    consequence_of,
)
from scorekeeper.web import slips
from scorekeeper.web.language import current
from scorekeeper.web.telling import change_page, names_in, reason_of

FORMS = ("rounds.insert", "rounds.correct")  # there is a form to go back to

bp = Blueprint("striking", __name__, url_prefix="/g/<link>/<int:number>/rounds")


@bp.route("/<int:round_id>/strike", methods=["GET", "POST"])
def strike(round_id: int) -> ResponseReturnValue:
    """Strike a round out: the latest at once, an earlier one looked at first."""
    state = read(g.sheet)
    if round_id not in state.round_ids:
        return _gone(state, round_id)
    number = state.round_ids.index(round_id) + 1
    played = state.ledger.rounds[number - 1]
    names = names_in(state, number)
    title = current().text(
        "strike.title",
        number=number,
        reason=reason_of(state, played, current(), names),
        points=current().columns(played.score.points, names.unit),
    )
    at_once = number == len(state.round_ids)
    return _without_form(state, [edition(state, round_id, None)], title, at_once)


@bp.route("/<int:round_id>/restore", methods=["GET", "POST"])
def restore(round_id: int) -> ResponseReturnValue:
    """Bring a struck-out round back to its place."""
    state = read(g.sheet)
    struck = next((each for each in state.struck if each.id == round_id), None)
    if struck is None:
        return _gone(state, round_id)
    title = current().text("restore.title", number=struck.behind + 1)
    at_once = struck.behind == len(state.round_ids)
    return _without_form(state, [edition(state, round_id, struck.round)], title, at_once)


def _gone(state: SheetState, round_id: int) -> ResponseReturnValue:
    """A round that is not where it was: nothing to do for one that exists, 404 for none."""
    if state.was_written(round_id):
        return redirect(url_for("sheets.show"), 303)
    abort(404)


def _without_form(
    state: SheetState, drafts: Sequence[Draft], title: str, at_once: bool
) -> ResponseReturnValue:
    """A change that needs no form: saved at once, or shown with its consequence first."""
    wanted = [*drafts, *repairs_sent(state)]
    if request.method == "GET" or not (at_once or "confirmed" in request.form):
        return confirm_page(consequence_of(state, wanted), title)
    try:
        change_rounds(state, wanted, slips.slip())
    except MisfitsError as refusal:
        return confirm_page(refusal.consequence, title), 422
    return redirect(url_for("sheets.show"), 303)


def repairs_sent(state: SheetState) -> Sequence[Draft]:
    """The rounds that are struck out together with the change, because they no longer fit."""
    wanted = set(request.form.getlist("strike"))
    return [edition(state, each, None) for each in state.round_ids if str(each) in wanted]


def confirm_page(consequence: Consequence, save: str) -> str:
    """What a change would do, with the button called *save* that makes it."""
    return render_template(
        "sheets/confirm.html",
        changes=change_page(consequence, current()),
        save=save,
        typed=slips.typed("confirmed", "do", "strike"),
        key=slips.key_sent(),
        based_on=consequence.before.row.revision,
        from_form=request.method == "POST" and request.endpoint in FORMS,
        repairs=request.form.getlist("strike"),
    )
