"""Saving a change with its repairs: later rounds struck out, mended, or dealt as before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.game import Round
from scorekeeper.games.fields import SHORT_NUMBER
from scorekeeper.services.rounds import change_rounds, edition, new_round
from scorekeeper.services.sheet_state import ROUND, SheetState, read
from scorekeeper.services.writing import Change, MisfitsError, preview_of
from scorekeeper.store.sheet_queries import SheetMovedOnError
from scorekeeper.web.presenters.round_entry import Errand, filled
from scorekeeper.web.request import form_token
from scorekeeper.web.request.change_set import (
    batch_sent,
    confirm_page,
    packed,
    title_of,
    with_repair,
)
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.rounds import answer, entry_answer, form_or_404

bp = Blueprint("repairs", __name__, url_prefix="/g/<link>/<int:number>/rounds/batch")

ITEM = "item"  # which round of the batch a form is about
INSERTED = "0"  # the one that is put in: it has no number yet


@bp.post("")
def save() -> ResponseReturnValue:
    """Save the batch, or change it by one of the buttons on its page."""
    state = read(g.sheet)
    drafts: Sequence[Change] = batch_sent(state)
    act, _, what = request.form.get("do", "").partition(":")
    late = form_token.revision_sent() != state.row.revision
    if act in REPAIRS:
        drafts = REPAIRS[act](state, drafts, _round_or_400(state, what))
    elif act == "mend" and not late:
        return _form(state, drafts, what)
    elif act != "mend":
        return _saved_or_shown(state, drafts)
    page = confirm_page(preview_of(state, drafts), drafts, late=late)
    return page, 409 if late else 200


def _saved_or_shown(state: SheetState, drafts: Sequence[Change]) -> ResponseReturnValue:
    try:
        change_rounds(state, drafts, form_token.slip())
    except MisfitsError as refusal:
        return confirm_page(refusal.consequence, drafts), 422
    except SheetMovedOnError:
        now = read(g.sheet)
        return confirm_page(preview_of(now, drafts), drafts, late=True), 409
    return form_token.saved(form_token.key_sent())


@bp.get("")
@bp.get("/<word>")
def show(word: str = "") -> ResponseReturnValue:
    """A batch lives in its form alone: whoever comes by address is led to the sheet."""
    return redirect(url_for("sheets.show"), 303)


@bp.post("/<word>")
def form(word: str) -> ResponseReturnValue:
    """One round of the batch, by the form it is entered with."""
    state = read(g.sheet)
    item = _Item(state, batch_sent(state), request.form.get(ITEM, ""))
    return answer(item.errand, form_or_404(state, word))


def _form(state: SheetState, drafts: Sequence[Change], what: str) -> ResponseReturnValue:
    item = _Item(state, drafts, what)
    dealt = item.consequence.after.last_seen(item.round_id)
    form = filled(item.errand, state.plugin.form_for(dealt.observation), dealt)
    form.key.data = form_token.key_sent()
    return entry_answer(item.errand, form)


class _Item:
    """One round of a batch: a draft of it, or a round of the sheet that gets one. 400 for none."""

    def __init__(self, state: SheetState, drafts: Sequence[Change], what: str) -> None:
        inserted = [INSERTED] if any(each.subject is None for each in drafts) else []
        self.subject = _round_or_400(state, what, *inserted) or None
        self.state, self.drafts, self.what = state, drafts, what
        self.consequence = preview_of(state, drafts)
        places = (at for at, each in enumerate(drafts) if each.subject == self.subject)
        self.place = next(places, None)
        rows = self.consequence.rows
        self.round_id = int(what) if self.place is None else rows[self.place].subject

    @property
    def errand(self) -> Errand:
        """The errand of its form: back to the page that shows the whole batch."""
        after, messages = self.consequence.after, current_messages()
        table = after.table_of(self.round_id) or after.table_behind(self.round_id)
        number = (self.state.table_of(self.round_id) or table).number
        taken_over = messages.text("confirm.take_over", number=number)
        return Errand(
            self.state,
            table,
            messages.text("entry.correct" if self.subject else "entry.insert", number=number),
            title_of(self.state, self.drafts[0]) if self.place == 0 else taken_over,
            lambda word: url_for("repairs.form", word=word),
            lambda dealt: with_repair(self.drafts, self._draft(dealt)),
            looked_at_first=True,
            carried=((form_token.BATCH, packed(self.drafts)), (ITEM, self.what)),
        )

    def _draft(self, dealt: Round[Any]) -> Change:
        if self.subject is None:
            return new_round(self.state, dealt)
        return edition(self.state, self.subject, dealt)


def _round_or_400(state: SheetState, text: str, *also: str) -> int:
    if not SHORT_NUMBER.fullmatch(text) or not (text in also or state.was_written(int(text))):
        abort(400)
    return int(text)


def _strike(state: SheetState, drafts: Sequence[Change], round_id: int) -> Sequence[Change]:
    return with_repair(drafts, Change(ROUND, round_id, None))


def _drop(state: SheetState, drafts: Sequence[Change], round_id: int) -> Sequence[Change]:
    """Take a repair back; what the batch is about stays."""
    return [drafts[0], *(each for each in drafts[1:] if each.subject != round_id)]


def _pin(state: SheetState, drafts: Sequence[Change], round_id: int) -> Sequence[Change]:
    """Whoever dealt that round dealt it, whatever the rotation says now."""
    if round_id not in state.round_ids:
        abort(400)
    played = state.ledger.rounds[state.round_ids.index(round_id)]
    pinned = replace(played.round, dealer=played.table.dealer)
    return with_repair(drafts, edition(state, round_id, pinned))


Repair = Callable[[SheetState, Sequence[Change], int], Sequence[Change]]
REPAIRS: Mapping[str, Repair] = {"strike": _strike, "drop": _drop, "pin": _pin}
