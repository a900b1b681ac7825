"""Rounds that are struck out, restored and taken back: changes that need no form of a round."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.account.sheet_payments import settled_with_others
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import preview_of, restored, struck_out
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.request import form_token
from scorekeeper.web.round.answers import ask_to_look, preview_answer, saved_or_previewed
from scorekeeper.web.round.repair_routes import is_gone, leave

bp = Blueprint("strike_out", __name__, url_prefix="/g/<link>/<int:number>/rounds")


@bp.route("/<int:round_id>/strike", methods=["GET", "POST"])
def strike(round_id: int) -> ResponseReturnValue:
    """Strike a round out: the latest at once, an earlier one after a preview."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    if state.number_of(round_id) is None:
        return leave()
    return _change(state, struck_out(state, round_id), at_once=round_id == state.round_ids[-1])


@bp.route("/<int:round_id>/restore", methods=["GET", "POST"])
def restore(round_id: int) -> ResponseReturnValue:
    """Bring a struck-out round back to its place."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    if not state.is_struck_out(round_id):
        return leave()
    at_once = state.place_of(round_id) > len(state.round_ids)
    return _change(state, [restored(state, round_id)], at_once)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back what was saved under the revision that the form names.

    Where something was written since, it is looked at first; a repair of a round that somebody has
    put right since stays out of it.
    """
    state = load(g.sheet)
    first, *repairs = state.rounds_saved_at(form_token.number_sent("undone")) or abort(400)
    if state.entry_with_key(form_token.key_sent()) is None:
        repairs = [each for each in repairs if state.latest(each.type, each.subject) is each]
    changes = state.undoing([first, *repairs])
    is_latest = state.latest(first.type, first.subject) is first
    if first.data is None and is_latest and first.revision < state.row.revision:
        changes[0] = restored(state, first.subject)
    return leave() if is_gone(state, changes[0]) else saved_or_previewed(state, changes, _shown)


def _change(state: SheetState, changes: Sequence[Draft], at_once: bool) -> ResponseReturnValue:
    """A change that needs no form: saved at once, or shown with its consequences first.

    Nothing of a settled evening is saved at once.
    """
    if request.method == "GET" or not at_once or settled_with_others(state) is not None:
        return preview_answer(preview_of(state, changes))
    return saved_or_previewed(state, changes, _shown, ask_to_look)


def _shown(entry: EntryRow) -> ResponseReturnValue:
    return redirect(form_token.address_saved(entry), 303)
