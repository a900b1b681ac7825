"""House rules: chosen before the first round, shown ever after, and a copy under other ones."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Problem
from scorekeeper.housewords import switch_words
from scorekeeper.scorekeeping import opening, sheets
from scorekeeper.scorekeeping.state import SheetState, read
from scorekeeper.sheetfile import SheetFile
from scorekeeper.sheetreading import house_of
from scorekeeper.store.sheets import SheetMovedOnError
from scorekeeper.web import slips
from scorekeeper.web.language import current
from scorekeeper.web.switches import house_sent, house_typed, switches
from scorekeeper.web.telling import columns, names_in, problem_texts, reason_of, totals_of

bp = Blueprint("house", __name__, url_prefix="/g/<link>/<int:number>/house")


@bp.get("")
def show() -> ResponseReturnValue:
    """The house rules of this sheet, and the form to change or copy them."""
    state = read(g.sheet)
    return _page(state, record_of(state.file.game.house).write(state.file.house), ())


@bp.post("")
def change() -> ResponseReturnValue:
    """Before the first round: agree on others. Behind it: a copy of the sheet, looked at first."""
    state = read(g.sheet)
    game, problems = state.file.game, list[Problem]()
    sent = house_sent(game)
    house = house_of(sent, game, len(state.file.players), problems)
    if house is None:
        return _page(state, house_typed(game), tuple(problems)), 422
    stake = state.file.head.stake
    if not state.round_ids:
        sheets.change_house(state, house, stake, slips.slip())
        return redirect(url_for("sheets.show"), 303)
    copy = sheets.under_other_rules(state, house, stake)
    if not request.form.get("confirmed"):
        return _preview(state, copy)
    return _make(state, copy)


def _make(state: SheetState, copy: SheetFile) -> ResponseReturnValue:
    """Open the copy that was looked at, or the one that this very form has opened before."""
    key = slips.key_sent()
    if slips.revision_sent() != state.row.revision and not opening.was_opened(key):
        raise SheetMovedOnError
    try:
        opened = opening.open_sheet(sheets.without_misfits(copy)[0], g.group, key=key)
    except opening.OpenedBeforeError as before:
        opened = before.sheet
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


def _page(state: SheetState, chosen: Mapping[str, Any], problems: tuple[Problem, ...]) -> str:
    words = current()
    game = state.file.game
    return render_template(
        "sheets/house.html",
        switches=switches(game, chosen, words),
        locked=bool(state.round_ids),
        problems={each.field: [words.problem(game.slug, each)] for each in problems},
        key=opening.new_key(),
        based_on=state.row.revision,
    )


def _preview(state: SheetState, copy: SheetFile) -> str:
    words = current()
    game = state.file.game
    kept, dropped = sheets.without_misfits(copy)
    misfits = []
    for played in dropped:
        names = names_in(state, played.number)
        texts = problem_texts(played.problems, game.slug, words, names)
        misfits.append((played.number, reason_of(state, played, words, names), texts))
    becomes = list(zip(state.side_names, kept.ledger.totals, strict=True))
    return render_template(
        "sheets/copy.html",
        misfits=misfits,
        columns=columns(totals_of(state), becomes, kept.unit, words),
        house=switch_words(game, record_of(game.house).write(copy.house), words),
        typed=slips.typed("confirmed"),
        key=opening.new_key(),
        based_on=state.row.revision,
    )
