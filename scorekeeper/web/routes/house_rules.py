"""House rules: chosen before the first round, shown ever after, and a copy under other ones."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import house_of
from scorekeeper.files.sheet import Sheet
from scorekeeper.i18n.house_rule_messages import switch_words
from scorekeeper.services import opening, sheets
from scorekeeper.services.form_token import new_key
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import SheetMovedOnError
from scorekeeper.web.presenters.house_rule_fields import house_sent, house_typed, switches
from scorekeeper.web.presenters.rounds import columns, names_in, problem_texts, reason_of, totals_of
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages

bp = Blueprint("house_rules", __name__, url_prefix="/g/<link>/<int:number>/house")


@bp.get("")
def show() -> ResponseReturnValue:
    """The house rules of this sheet, and the form to change or copy them."""
    state = load(g.sheet)
    return _page(state, record_of(state.sheet.game.house).write(state.sheet.house), ())


@bp.post("")
def change() -> ResponseReturnValue:
    """Before the first round: agree on others. Behind it: a copy of the sheet, looked at first."""
    state = load(g.sheet)
    game, problems = state.sheet.game, list[Problem]()
    sent = house_sent(game)
    house = house_of(sent, game, len(state.sheet.players), problems)
    if house is None:
        return _page(state, house_typed(game), tuple(problems)), 422
    stake = state.sheet.head.stake
    if not state.round_ids:
        sheets.change_house_rules(state, house, stake, form_token.token_sent())
        return redirect(url_for("sheets.show"), 303)
    copy = sheets.under_other_rules(state, house, stake)
    if not request.form.get("confirmed"):
        return _preview(state, copy)
    return _make(state, copy)


def _make(state: SheetState, copy: Sheet) -> ResponseReturnValue:
    """Open the copy that was looked at, or the one that this very form has opened before."""
    key = form_token.key_sent()
    if form_token.revision_sent() != state.row.revision and not opening.was_opened(key):
        raise SheetMovedOnError
    try:
        opened = opening.open_sheet(sheets.without_misfits(copy)[0], g.group, key=key)
    except opening.KeyReusedError as before:
        opened = before.sheet
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


def _page(state: SheetState, chosen: Mapping[str, Any], problems: tuple[Problem, ...]) -> str:
    messages = current_messages()
    game = state.sheet.game
    return render_template(
        "sheets/house.html",
        switches=switches(game, chosen, messages),
        locked=bool(state.round_ids),
        problems={each.field: [messages.problem(game.slug, each)] for each in problems},
        key=new_key(),
        based_on=state.row.revision,
    )


def _preview(state: SheetState, copy: Sheet) -> str:
    messages = current_messages()
    game = state.sheet.game
    kept, dropped = sheets.without_misfits(copy)
    misfits = []
    for played in dropped:
        names = names_in(state, played.number)
        texts = problem_texts(played.problems, game.slug, messages, names)
        misfits.append((played.number, reason_of(state, played, messages, names), texts))
    becomes = list(zip(state.side_names, kept.ledger.totals, strict=True))
    return render_template(
        "sheets/copy.html",
        misfits=misfits,
        columns=columns(totals_of(state), becomes, kept.unit, messages),
        house=switch_words(game, record_of(game.house).write(copy.house), messages),
        typed=form_token.fields_sent("confirmed"),
        key=new_key(),
        based_on=state.row.revision,
    )
