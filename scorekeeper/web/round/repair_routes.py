"""Changes of rounds that need no form of a round: struck out, restored, taken back, repaired."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games.fields import SHORT_NUMBER
from scorekeeper.services.account.sheet_payments import settled_with_others
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet.change_set import preview_of, restored, struck_out, with_repair
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.request import form_token
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.round.answers import ask_to_look, preview_answer, saved_or_previewed
from scorekeeper.web.round.change_set_fields import FIELD, ITEM, changes_sent
from scorekeeper.web.round.entries import INSERTED, RoundEntry, repaired_round
from scorekeeper.web.round.routes import answer, form_or_404, show, to_saved

strike_out = Blueprint("strike_out", __name__, url_prefix="/g/<link>/<int:number>/rounds")
bp = Blueprint("repairs", __name__, url_prefix="/g/<link>/<int:number>/rounds/batch")

REPAIRS = ("strike", "drop", "pin", "rotate")  # buttons about a round of the change set


@strike_out.route("/<int:round_id>/strike", methods=["GET", "POST"])
def strike(round_id: int) -> ResponseReturnValue:
    """Strike a round out: the latest at once, an earlier one after a preview."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    if state.number_of(round_id) is None:
        return leave()
    return _change(state, struck_out(state, round_id), at_once=round_id == state.round_ids[-1])


@strike_out.route("/<int:round_id>/restore", methods=["GET", "POST"])
def restore(round_id: int) -> ResponseReturnValue:
    """Bring a struck-out round back to its place."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    if not state.is_struck_out(round_id):
        return leave()
    at_once = state.place_of(round_id) > len(state.round_ids)
    return _change(state, [restored(state, round_id)], at_once)


@strike_out.post("/undo")
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
    return leave() if _is_gone(state, changes[0]) else saved_or_previewed(state, changes, _shown)


def _is_gone(state: SheetState, change: Draft) -> bool:
    """Whether a form that was not saved yet strikes out what somebody has struck out already."""
    is_saved = state.entry_with_key(form_token.key_sent()) is not None
    return change.data is None and not is_saved and state.is_struck_out(change.subject or 0)


def _change(state: SheetState, changes: Sequence[Draft], at_once: bool) -> ResponseReturnValue:
    """A change that needs no form: saved at once, or shown with its consequences first.

    Nothing of a settled evening is saved at once.
    """
    if request.method == "GET" or not at_once or settled_with_others(state) is not None:
        return preview_answer(preview_of(state, changes))
    return saved_or_previewed(state, changes, _shown, ask_to_look)


def _shown(entry: EntryRow) -> ResponseReturnValue:
    return redirect(form_token.address_saved(entry), 303)


# ---- A change with its repairs ------------------------------------------------------------------


@bp.post("")
@takes_long(FIELD)
def save() -> ResponseReturnValue:
    """Save a change together with its repairs, or change them by one of the buttons on its page.

    Later rounds are struck out, corrected, or dealt as before.
    """
    state = load(g.sheet)
    changes: Sequence[Draft] = changes_sent(state)
    if _is_gone(state, changes[0]):
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
