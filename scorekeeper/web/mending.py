"""Saving a change with its repairs: later rounds struck out, mended, or dealt as before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.games.fields import SHORT_NUMBER
from scorekeeper.scorekeeping.rounds import change_rounds, edition
from scorekeeper.scorekeeping.state import ROUND, SheetState, read
from scorekeeper.scorekeeping.writing import Draft, MisfitsError, consequence_of
from scorekeeper.store.sheets import SheetMovedOnError
from scorekeeper.web import slips
from scorekeeper.web.batches import batch_sent, confirm_page, packed, title_of, with_repair
from scorekeeper.web.entry import Errand, filled
from scorekeeper.web.language import current
from scorekeeper.web.rounds import answer, entry_answer, form_or_404

bp = Blueprint("mending", __name__, url_prefix="/g/<link>/<int:number>/rounds/batch")

ITEM = "item"  # which draft of the batch a form is about: a round, or 0 for the one put in


@bp.post("")
def save() -> ResponseReturnValue:
    """Save the batch, or change it by one of the buttons on its page."""
    state = read(g.sheet)
    drafts = batch_sent(state)
    act, _, what = request.form.get("do", "").partition(":")
    if act == "mend":
        return _form(state, drafts, what)
    if act in REPAIRS:
        changed = REPAIRS[act](state, drafts, _round_or_400(state, what))
        return confirm_page(consequence_of(state, changed), changed)
    try:
        change_rounds(state, drafts, slips.slip())
    except MisfitsError as refusal:
        return confirm_page(refusal.consequence, drafts), 422
    except SheetMovedOnError:
        now = read(g.sheet)
        return confirm_page(consequence_of(now, drafts), drafts, late=True), 409
    return slips.saved(slips.key_sent())


@bp.get("")
@bp.get("/<word>")
def show(word: str = "") -> ResponseReturnValue:
    """A batch lives in its form alone: whoever comes by address is led to the sheet."""
    return redirect(url_for("sheets.show"), 303)


@bp.post("/<word>")
def form(word: str) -> ResponseReturnValue:
    """One round of the batch, by the form it is entered with."""
    state = read(g.sheet)
    errand = _errand(state, batch_sent(state), request.form.get(ITEM, ""))
    return answer(errand, form_or_404(state, word))


def _form(state: SheetState, drafts: Sequence[Draft], item: str) -> ResponseReturnValue:
    errand = _errand(state, drafts, item)
    after = consequence_of(state, drafts)
    place = _place(drafts, item)
    round_id = int(item) if place is None else after.rows[place].subject
    dealt = after.after.last_seen(round_id)
    form = filled(errand, state.room.form_for(dealt.seen), dealt)
    form.key.data = slips.key_sent()
    return entry_answer(errand, form)


def _errand(state: SheetState, drafts: Sequence[Draft], item: str) -> Errand:
    """The errand of a form that is about one round of a batch."""
    _round_or_400(state, item, "0")
    consequence = consequence_of(state, drafts)
    place = _place(drafts, item)
    round_id = int(item) if place is None else consequence.rows[place].subject
    after = consequence.after
    table = after.table_of(round_id) or after.table_behind(round_id)
    subject = int(item) or None
    words, number = current(), table.number
    repair = words.text("confirm.take_over", number=number)
    return Errand(
        state,
        table,
        words.text("entry.correct" if subject else "entry.insert", number=number),
        title_of(state, drafts[0]) if place == 0 else repair,
        lambda word: url_for("mending.form", word=word),
        lambda dealt: with_repair(drafts, replace(edition(state, 0, dealt), subject=subject)),
        looked_at_first=True,
        carried=((slips.BATCH, packed(drafts)), (ITEM, item)),
    )


def _place(drafts: Sequence[Draft], item: str) -> int | None:
    """Where in the batch the draft about *item* is."""
    subject = int(item) or None
    places = (place for place, each in enumerate(drafts) if each.subject == subject)
    return next(places, None)


def _round_or_400(state: SheetState, text: str, *also: str) -> int:
    if not SHORT_NUMBER.fullmatch(text) or not (text in also or state.was_written(int(text))):
        abort(400)
    return int(text)


def _strike(state: SheetState, drafts: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    return with_repair(drafts, Draft(ROUND, round_id, None))


def _drop(state: SheetState, drafts: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    """Take a repair back; what the batch is about stays."""
    return [drafts[0], *(each for each in drafts[1:] if each.subject != round_id)]


def _pin(state: SheetState, drafts: Sequence[Draft], round_id: int) -> Sequence[Draft]:
    """Whoever dealt that round dealt it, whatever the rotation says now."""
    if round_id not in state.round_ids:
        abort(400)
    played = state.ledger.rounds[state.round_ids.index(round_id)]
    pinned = replace(played.round, dealer=played.table.dealer)
    return with_repair(drafts, edition(state, round_id, pinned))


Repair = Callable[[SheetState, Sequence[Draft], int], Sequence[Draft]]
REPAIRS: Mapping[str, Repair] = {"strike": _strike, "drop": _drop, "pin": _pin}
