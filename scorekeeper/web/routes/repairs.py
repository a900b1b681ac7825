"""Saving a change with its repairs: later rounds struck out, corrected, or dealt as before."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games.fields import SHORT_NUMBER
from scorekeeper.services.change_set import (
    dealt_by,
    names_dealer_alone,
    next_edition,
    preview_of,
    with_repair,
)
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.round_entry import filled_form
from scorekeeper.web.request.change_set import FIELD, changes_sent
from scorekeeper.web.request.form_token import (
    address_saved,
    key_sent,
    redirect_saved,
    revision_sent,
)
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.routes.change_preview import preview_answer, save_or_show
from scorekeeper.web.routes.repaired_round import INSERTED, ITEM, RepairedRound
from scorekeeper.web.routes.rounds import answer, form_or_404, show

bp = Blueprint("repairs", __name__, url_prefix="/g/<link>/<int:number>/rounds/batch")


@bp.post("")
@takes_long(FIELD)
def save() -> ResponseReturnValue:
    """Save the change set, or change it by one of the buttons on its page."""
    state = load(g.sheet)
    changes: Sequence[Draft] = changes_sent(state)
    act, _, what = request.form.get("do", "").partition(":")
    late = revision_sent() != state.row.revision
    if act in REPAIRS:
        changes = REPAIRS[act](state, changes, _round_or_400(state, what))
    elif act == "mend" and not late:
        return _repair_form(_item_or_400(state, changes, what))
    elif act != "mend":
        return save_or_show(
            state,
            changes,
            lambda saved: redirect_saved(key_sent(), address_saved(saved), saved.revision),
        )
    page = preview_answer(preview_of(state, changes), changes, late=late)
    return page, 409 if late else 200


@bp.get("")
@bp.get("/<word>")
def leave(word: str = "") -> ResponseReturnValue:
    """A change set lives in its form alone: whoever comes by address is led to the sheet."""
    return redirect(url_for("sheets.show"), 303)


@bp.post("/<word>")
@takes_long(FIELD)
def form(word: str) -> ResponseReturnValue:
    """One round of the change set, by the form it is entered with."""
    state = load(g.sheet)
    entry = _item_or_400(state, changes_sent(state), request.form.get(ITEM, ""))
    return answer(entry, form_or_404(state, word))


def _repair_form(entry: RepairedRound) -> ResponseReturnValue:
    """The form of a round of the change set, filled in with it."""
    dealt = entry.dealt
    filled = filled_form(entry, entry.state.plugin.form_for(dealt.observation), dealt)
    filled.key.data = key_sent()
    return show(entry, filled)


def _item_or_400(state: SheetState, changes: Sequence[Draft], item: str) -> RepairedRound:
    """The round of a change set, or of the sheet, that a form is about."""
    inserts = any(each.subject is None for each in changes)
    if not (inserts and item == INSERTED):
        _round_or_400(state, item)
    return RepairedRound(state, tuple(changes), item)


def _round_or_400(state: SheetState, text: str) -> int:
    if not SHORT_NUMBER.fullmatch(text) or not state.was_written(int(text)):
        abort(400)
    return int(text)


def _strike(state: SheetState, changes: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    return with_repair(changes, next_edition(state, round_id, None))


def _drop(state: SheetState, changes: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    """Take a repair back; what the change set is about stays."""
    return [changes[0], *(each for each in changes[1:] if each.subject != round_id)]


def _keep_dealer(state: SheetState, changes: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    """Whoever dealt that round dealt it, whatever the rotation says now."""
    number = state.number_of(round_id) or abort(400)
    return with_repair(changes, dealt_by(state, state.ledger.rounds[number - 1], round_id))


def _let_rotate(state: SheetState, changes: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    """That round, and every later one, is dealt by whoever's turn it is now."""
    return [changes[0], *(each for each in changes[1:] if not names_dealer_alone(state, each))]


Repair = Callable[[SheetState, Sequence[Draft], int], Sequence[Draft]]
REPAIRS: Mapping[str, Repair] = {
    "strike": _strike,
    "drop": _drop,
    "pin": _keep_dealer,
    "rotate": _let_rotate,
}
