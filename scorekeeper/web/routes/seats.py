"""Who sits where: putting names and seats right, and substitutes."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import SEAT, players_of
from scorekeeper.files.sheet import Substitution
from scorekeeper.services import seats
from scorekeeper.services.entries import EntryType
from scorekeeper.services.form_token import new_key
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.lookup import people_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.forms.buttons import ConfirmForm
from scorekeeper.web.forms.seats import SeatsForm
from scorekeeper.web.forms.substitute import SubstituteForm
from scorekeeper.web.presenters.seats_page import seats_page, seats_preview_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages, is_language_choice

bp = Blueprint("seats", __name__, url_prefix="/g/<link>/<int:number>/seats")


@bp.get("")
def show() -> ResponseReturnValue:
    """Who sits where, and the forms to change it; `?from=` begins with that substitute."""
    return _page(load(g.sheet))


@bp.post("")
def correct() -> ResponseReturnValue:
    """Other names at the seats from the first round on, or another first dealer."""
    state, problems = load(g.sheet), list[Problem]()
    count = len(state.sheet.players)
    form = SeatsForm(count, request.form)
    if is_language_choice():
        return _page(state, seats=form)
    names = players_of(form.names_read, state.sheet.game, problems)
    dealer = form.first_dealer.read(SEAT, count, problems)
    if not problems and state.round_ids and not ConfirmForm(request.form).confirmed.data:
        if form_token.revision_sent() != state.row.revision:
            raise MovedOnError
        return _preview(state, names, dealer)
    if not problems:
        try:
            seats.correct_seats(state, names, dealer, form_token.token_sent())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, seats=form, seats_problems=problems), 422


@bp.post("/substitute")
def substitute() -> ResponseReturnValue:
    """Somebody else sits down, from some round on."""
    state, problems = load(g.sheet), list[Problem]()
    form = SubstituteForm(request.form)
    wanted = form.substitution(len(state.sheet.players), state.ledger.deals + 1, problems)
    if wanted is not None:
        after = _round_before(state, wanted)
        try:
            seats.substitute(state, wanted.seat, wanted.player, after, form_token.token_sent())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, substitute=form, substitute_problems=problems), 422


@bp.post("/<int:subject>/back")
def remove_substitute(subject: int) -> ResponseReturnValue:
    """The substitute never sat down."""
    state = load(g.sheet)
    known = (EntryType.SUBSTITUTE, subject)
    if not any((each.type, each.subject) == known for each in state.entries):
        abort(404)
    if any(each.subject == subject for each in state.substitutes):
        seats.remove_substitute(state, subject, form_token.token_sent())
    return redirect(url_for("seats.show"), 303)


def _round_before(state: SheetState, wanted: Substitution) -> int:
    """The id of the round after which somebody sits down; 0 for the front."""
    number = state.number_of_deal(wanted.round)
    if number > len(state.round_ids):
        return state.last_round_id
    return state.round_ids[number - 2] if number > 1 else 0


def _preview(state: SheetState, names: tuple[str, ...], dealer: int) -> str:
    """Whose column would be whose, before it is saved."""
    page = seats_preview_page(
        state,
        seats.with_names(state, names, dealer),
        current_messages(),
        carried=form_token.fields_sent("confirmed"),
        key=form_token.key_sent(),
    )
    return render_template("sheets/seats_confirm.html", page=page)


def _page(state: SheetState, **refused: Any) -> str:
    """The page; *refused* is one of its forms with the problems it has, as `seats_page` takes."""
    known = people_of(g.group).values()
    wanted = request.args.get("from", type=int)
    page = seats_page(
        state, current_messages(), known=known, key=new_key(), wanted=wanted, **refused
    )
    return render_template("sheets/seats.html", page=page)
