"""Striking rounds out, and bringing them back."""

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.rounds import change_rounds, edition
from scorekeeper.services.sheet_state import SheetState, read
from scorekeeper.services.writing import Change, MisfitsError, preview_of
from scorekeeper.web.request import form_token
from scorekeeper.web.request.change_set import confirm_page

bp = Blueprint("strike_out", __name__, url_prefix="/g/<link>/<int:number>/rounds")


@bp.route("/<int:round_id>/strike", methods=["GET", "POST"])
def strike(round_id: int) -> ResponseReturnValue:
    """Strike a round out: the latest at once, an earlier one looked at first."""
    state = read(g.sheet)
    if round_id not in state.round_ids:
        return _gone(state, round_id)
    at_once = round_id == state.round_ids[-1]
    return _without_form(state, edition(state, round_id, None), at_once)


@bp.route("/<int:round_id>/restore", methods=["GET", "POST"])
def restore(round_id: int) -> ResponseReturnValue:
    """Bring a struck-out round back to its place."""
    state = read(g.sheet)
    struck = next((each for each in state.struck if each.id == round_id), None)
    if struck is None:
        return _gone(state, round_id)
    at_once = struck.behind == len(state.round_ids)
    return _without_form(state, edition(state, round_id, struck.round), at_once)


def _gone(state: SheetState, round_id: int) -> ResponseReturnValue:
    """A round that is not where it was: nothing to do for one that exists, 404 for none."""
    if state.was_written(round_id):
        return redirect(url_for("sheets.show"), 303)
    abort(404)


def _without_form(state: SheetState, draft: Change, at_once: bool) -> ResponseReturnValue:
    """A change that needs no form: saved at once, or shown with its consequence first."""
    if request.method == "GET" or not at_once:
        return confirm_page(preview_of(state, [draft]), [draft])
    try:
        change_rounds(state, [draft], form_token.slip())
    except MisfitsError as refusal:
        return confirm_page(refusal.consequence, [draft]), 422
    return redirect(url_for("sheets.show"), 303)
