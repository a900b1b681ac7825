"""Who sits where: mending names and seats, and substitutes."""

from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.game import Problem
from scorekeeper.core.shapes import MalformedError
from scorekeeper.games.room import number
from scorekeeper.scorekeeping import seats
from scorekeeper.scorekeeping.opening import new_key
from scorekeeper.scorekeeping.state import SUBSTITUTE, SheetState, read
from scorekeeper.scorekeeping.writing import ImpossibleError
from scorekeeper.sheetfile import NAME, SheetFile
from scorekeeper.sheetreading import SEAT, players_of
from scorekeeper.store import groups as people
from scorekeeper.store.sheets import SheetMovedOnError
from scorekeeper.web import slips
from scorekeeper.web.language import current
from scorekeeper.web.pages import Substitute
from scorekeeper.web.telling import Totals, columns

bp = Blueprint("seats", __name__, url_prefix="/g/<link>/<int:number>/seats")


@bp.get("")
def show() -> ResponseReturnValue:
    """Who sits where, and the forms to change it."""
    return _page(read(g.sheet))


@bp.post("")
def mend() -> ResponseReturnValue:
    """Other names at the seats from the first round on, or another first dealer."""
    state, problems = read(g.sheet), list[Problem]()
    count = len(state.file.players)
    sent = [request.form.get(f"name_{seat}", "") for seat in range(count)]
    names = players_of(sent, state.file.game, problems)
    dealer = _seat("first_dealer", state, problems)
    if not problems and state.round_ids and "confirmed" not in request.form:
        if slips.revision_sent() != state.row.revision:
            raise SheetMovedOnError
        return _look_first(state, names, dealer)
    if not problems:
        try:
            seats.mend_seats(state, names, dealer, slips.slip())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, names=sent, dealer=dealer, mending=problems), 422


@bp.post("/substitute")
def substitute() -> ResponseReturnValue:
    """Somebody else sits down, from some deal on."""
    state, problems = read(g.sheet), list[Problem]()
    seat = _seat("seat", state, problems)
    name = request.form.get("player", "")
    before = number(request.form.get("round"))
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
            seats.substitute(state, seat, name, after, slips.slip())
            return redirect(url_for("sheets.show"), 303)
        except ImpossibleError as refusal:
            problems = list(refusal.problems)
    return _page(state, substituting=problems), 422


@bp.post("/<int:subject>/back")
def send_back(subject: int) -> ResponseReturnValue:
    """The substitute never sat down."""
    state = read(g.sheet)
    if not any((each.type, each.subject) == (SUBSTITUTE, subject) for each in state.entries):
        abort(404)
    if any(each.subject == subject for each in state.substitutes):
        seats.send_back(state, subject, slips.slip())
    return redirect(url_for("seats.show"), 303)


def _seat(key: str, state: SheetState, problems: list[Problem]) -> int:
    try:
        seat: int = SEAT.read(number(request.form.get(key)), len(state.file.players))
    except MalformedError as malformed:
        problems.append(malformed.problem(key))
        return -1
    return seat


def _totals(file: SheetFile) -> Totals:
    """The columns under the names that sat down at first."""
    return list(zip(file.game.side_names(file.players), file.ledger.totals, strict=True))


def _look_first(state: SheetState, names: tuple[str, ...], dealer: int) -> str:
    """Whose column would be whose, before it is saved."""
    mended = seats.with_names(state, names, dealer)
    return render_template(
        "sheets/seats_confirm.html",
        columns=columns(_totals(state.file), _totals(mended), mended.unit, current()),
        dealers=(
            state.file.players[state.file.setup.first_dealer],
            names[dealer],
        ),
        typed=slips.typed("confirmed"),
        key=slips.key_sent(),
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
    words, slug = current(), state.file.game.slug

    def texts(problems: list[Problem] | None) -> dict[Any, str]:
        return {each.field: words.problem(slug, each) for each in problems or []}

    substitutes = [
        Substitute(each.subject, each.number, state.file.players[each.seat], each.player)
        for each in state.substitutes
    ]
    return render_template(
        "sheets/seats.html",
        names=names or list(state.file.players),
        dealer=state.file.setup.first_dealer if dealer is None else dealer,
        substitutes=substitutes,
        next=len(state.round_ids) + 1,
        known=list(people.players_of(g.group.id).values()),
        mending=texts(mending),
        substituting=texts(substituting),
        sent=request.form,
        key=new_key(),
        based_on=state.row.revision,
    )
