"""Who sits where: mending names and seats, and substitutes."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.files.reading import SEAT, players_of
from scorekeeper.files.sheet import NAME, Sheet
from scorekeeper.services import seats
from scorekeeper.services.entries import EntryType
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import people_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store.errors import SheetMovedOnError
from scorekeeper.web.presenters.page_values import Substitute
from scorekeeper.web.presenters.rounds import Totals, columns
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages

bp = Blueprint("seats", __name__, url_prefix="/g/<link>/<int:number>/seats")


@bp.get("")
def show() -> ResponseReturnValue:
    """Who sits where, and the forms to change it."""
    return _page(load(g.sheet))


@bp.post("")
def mend() -> ResponseReturnValue:
    """Other names at the seats from the first round on, or another first dealer."""
    state, problems = load(g.sheet), list[Problem]()
    count = len(state.sheet.players)
    sent = [request.form.get(f"name_{seat}", "") for seat in range(count)]
    names = players_of(sent, state.sheet.game, problems)
    dealer = _seat("first_dealer", state, problems)
    if not problems and state.round_ids and "confirmed" not in request.form:
        if form_token.revision_sent() != state.row.revision:
            raise SheetMovedOnError
        return _look_first(state, names, dealer)
    if not problems:
        try:
            seats.correct_seats(state, names, dealer, form_token.token_sent())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, names=sent, dealer=dealer, mending=problems), 422


@bp.post("/substitute")
def substitute() -> ResponseReturnValue:
    """Somebody else sits down, from some deal on."""
    state, problems = load(g.sheet), list[Problem]()
    seat = _seat("seat", state, problems)
    name = request.form.get("player", "")
    before = typed_number(request.form.get("round"))
    try:
        name = NAME.read(name, 0)
    except MalformedError as malformed:
        problems.append(malformed.problem("player"))
    last = len(state.round_ids) + 1
    if not isinstance(before, int) or not 1 <= before <= last:
        problems.append(Problem("range", {"low": 1, "high": last}, "round"))
    if not problems:
        after = state.round_ids[before - 2] if before > 1 else 0
        if before == last:
            after = state.last_round_id
        try:
            seats.substitute(state, seat, name, after, form_token.token_sent())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, substituting=problems), 422


@bp.post("/<int:subject>/back")
def send_back(subject: int) -> ResponseReturnValue:
    """The substitute never sat down."""
    state = load(g.sheet)
    if not any(
        (each.type, each.subject) == (EntryType.SUBSTITUTE, subject) for each in state.entries
    ):
        abort(404)
    if any(each.subject == subject for each in state.substitutes):
        seats.remove_substitute(state, subject, form_token.token_sent())
    return redirect(url_for("seats.show"), 303)


def _seat(key: str, state: SheetState, problems: list[Problem]) -> int:
    try:
        seat: int = SEAT.read(typed_number(request.form.get(key)), len(state.sheet.players))
    except MalformedError as malformed:
        problems.append(malformed.problem(key))
        return -1
    return seat


def _totals(sheet: Sheet) -> Totals:
    """The columns under the names that sat down at first."""
    return list(zip(sheet.game.side_names(sheet.players), sheet.ledger.totals, strict=True))


def _look_first(state: SheetState, names: tuple[str, ...], dealer: int) -> str:
    """Whose column would be whose, before it is saved."""
    mended = seats.with_names(state, names, dealer)
    return render_template(
        "sheets/seats_confirm.html",
        columns=columns(_totals(state.sheet), _totals(mended), mended.unit, current_messages()),
        dealers=(
            state.sheet.players[state.sheet.setup.first_dealer],
            names[dealer],
        ),
        typed=form_token.fields_sent("confirmed"),
        key=form_token.key_sent(),
        based_on=state.row.revision,
    )


def _page(
    state: SheetState,
    *,
    names: list[str] | None = None,
    dealer: int | None = None,
    mending: list[Problem] | None = None,
    substituting: list[Problem] | None = None,
) -> str:
    messages, slug = current_messages(), state.sheet.game.slug

    def texts(problems: list[Problem] | None) -> dict[Any, str]:
        return {each.field: messages.problem(slug, each) for each in problems or []}

    substitutes = [
        Substitute(each.subject, each.number, state.sheet.players[each.seat], each.player)
        for each in state.substitutes
    ]
    return render_template(
        "sheets/seats.html",
        names=names or list(state.sheet.players),
        dealer=state.sheet.setup.first_dealer if dealer is None else dealer,
        substitutes=substitutes,
        next=len(state.round_ids) + 1,
        known=list(people_of(g.group).values()),
        mending=texts(mending),
        substituting=texts(substituting),
        sent=request.form,
        key=new_key(),
        based_on=state.row.revision,
    )
