"""Striking rounds out, restoring them, and taking back what was saved last."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.change_set import next_edition, preview_of, struck_out
from scorekeeper.services.journal.entries import Draft, undoing
from scorekeeper.services.rounds import rounds_saved_at
from scorekeeper.services.sheet_results import settled_on
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.sheet_writing import MisfitsError, write_on_sheet
from scorekeeper.services.state_cache import load
from scorekeeper.web.request.form_token import address_saved, revision_undone, token_sent
from scorekeeper.web.routes.change_preview import preview_answer, save_or_show

bp = Blueprint("strike_out", __name__, url_prefix="/g/<link>/<int:number>/rounds")


@bp.route("/<int:round_id>/strike", methods=["GET", "POST"])
def strike(round_id: int) -> ResponseReturnValue:
    """Strike a round out: the latest at once, an earlier one after a preview."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    if state.number_of(round_id) is None:
        return _back()
    at_once = round_id == state.round_ids[-1]
    return _change(state, struck_out(state, round_id), at_once)


@bp.route("/<int:round_id>/restore", methods=["GET", "POST"])
def restore(round_id: int) -> ResponseReturnValue:
    """Bring a struck-out round back to its place."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    struck = state.struck_round(round_id)
    if struck is None:
        return _back()
    at_once = struck.rounds_before == len(state.round_ids)
    return _change(state, [next_edition(state, round_id, struck.round)], at_once)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back what was saved under the revision that the form names.

    Where something was written since, it is looked at first.
    """
    state = load(g.sheet)
    changes = undoing(state, rounds_saved_at(state, revision_undone()) or abort(400))
    return save_or_show(state, changes, lambda saved: redirect(address_saved(saved), 303))


def _back() -> ResponseReturnValue:
    return redirect(url_for("sheets.show"), 303)


def _change(state: SheetState, changes: Sequence[Draft], at_once: bool) -> ResponseReturnValue:
    """A change that needs no form: saved at once, or shown with its consequences first.

    Nothing of a settled evening is saved at once.
    """
    if request.method == "GET" or not at_once or settled_on(state) is not None:
        return preview_answer(preview_of(state, changes), changes)
    try:
        saved = write_on_sheet(state, changes, token_sent())
    except MisfitsError as refusal:
        return preview_answer(refusal.preview, changes), 422
    return redirect(address_saved(saved), 303)
