"""A change of a round together with the repairs of later ones: what its page of buttons sends."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games.fields import SHORT_NUMBER
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import preview_of, with_repair
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.request import form_token
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.round.answers import preview_answer, saved_or_previewed
from scorekeeper.web.round.change_set_fields import FIELD, ITEM, changes_sent
from scorekeeper.web.round.entries import INSERTED, RoundEntry, repaired_round
from scorekeeper.web.round.routes import answer, form_or_404, show, to_saved

bp = Blueprint("repairs", __name__, url_prefix="/g/<link>/<int:number>/rounds/batch")

REPAIRS = ("strike", "drop", "pin", "rotate")  # buttons about a round of the change set


@bp.post("")
@takes_long(FIELD)
def save() -> ResponseReturnValue:
    """Save a change together with its repairs, or change them by one of the buttons on its page.

    Later rounds are struck out, corrected, or dealt as before.
    """
    state = load(g.sheet)
    changes: Sequence[Draft] = changes_sent(state)
    if is_gone(state, changes[0]):
        return leave()
    act, _, what = request.form.get("do", "").partition(":")
    late = form_token.revision_sent() != state.row.revision
    if act in REPAIRS:
        changes = _repaired(state, changes, act, _round_or_400(state, what))
    elif act == "mend" and not late:
        return _repair_form(_item_or_400(state, changes, what))
    elif act != "mend":
        return saved_or_previewed(state, changes, to_saved)
    return preview_answer(preview_of(state, changes), late=late), 409 if late else 200


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


def is_gone(state: SheetState, change: Draft) -> bool:
    """Whether a form that was not saved yet strikes out what somebody has struck out already."""
    is_saved = state.entry_with_key(form_token.key_sent()) is not None
    return change.data is None and not is_saved and state.is_struck_out(change.subject or 0)


def _repair_form(entry: RoundEntry) -> ResponseReturnValue:
    """The form of a round of the change set, filled in with it."""
    dealt = entry.dealt or abort(400)
    filled = entry.filled_form(entry.state.plugin.form_for(dealt.observation), dealt)
    filled.key.data = form_token.key_sent()
    return show(entry, filled)


def _item_or_400(state: SheetState, changes: Sequence[Draft], item: str) -> RoundEntry:
    """The round of a change set, or of the sheet, that a form is about."""
    is_new = item == str(INSERTED) and any(change.subject is None for change in changes)
    return repaired_round(state, changes, INSERTED if is_new else _round_or_400(state, item))


def _round_or_400(state: SheetState, text: str) -> int:
    if not SHORT_NUMBER.fullmatch(text) or not state.was_written(int(text)):
        abort(400)
    return int(text)


def _repaired(
    state: SheetState, changes: Sequence[Draft], act: str, round_id: int
) -> Sequence[Draft]:
    """The change set once a button about that round was pressed."""
    match act:
        case "strike":
            return with_repair(changes, state.next_edition(round_id, None))
        case "drop":  # a repair: what the change set is about stays
            return [changes[0], *(change for change in changes[1:] if change.subject != round_id)]
        case "pin":  # whoever dealt it dealt it, whatever the rotation says now
            number = state.number_of(round_id) or abort(400)
            return with_repair(changes, state.dealt_by(state.ledger.rounds[number - 1]))
        case _:  # it, and every later one, is dealt by whoever's turn it is now
            kept = (change for change in changes[1:] if not state.names_dealer_alone(change))
            return [changes[0], *kept]
