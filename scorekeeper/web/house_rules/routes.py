"""House rules and stake of a sheet: agreed on before its first round, else those of a copy."""

from typing import NamedTuple

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files.sheet import AgreedRules, Sheet
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet import opening
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_value
from scorekeeper.web.house_rules.forms import AgreedRulesForm
from scorekeeper.web.house_rules.pages import (
    AgreedRulesFields,
    NamesAndValues,
    agreed_rules_fields,
    house_in_words,
)
from scorekeeper.web.request import form_token
from scorekeeper.web.request.cookies import holder
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.round.answers import ask_to_look
from scorekeeper.web.round.change_preview import CHANGES_AT_MOST, Column, Misfit, columns, misfit
from scorekeeper.web.shared.answers import sent_back, sheet_address
from scorekeeper.web.shared.rounds import RoundTexts

bp = Blueprint("house_rules", __name__, url_prefix="/g/<link>/<int:number>/house")


class HouseRulesPage(NamedTuple):
    """The form for house rules of a sheet; *locked* where they cannot change but for a copy."""

    agreed: AgreedRulesFields
    locked: bool
    token: FormToken


class CopyPreviewPage(NamedTuple):
    """What a copy under other house rules would be; *carried* are hidden fields.

    So many *more_dropped* rounds are not shown.
    """

    house: NamesAndValues
    columns: tuple[Column, ...]
    dropped: tuple[Misfit, ...]
    more_dropped: int
    carried: tuple[tuple[str, str], ...]
    token: FormToken


@bp.get("")
def show() -> ResponseReturnValue:
    """The house rules of this sheet, and the form to change or copy them."""
    state = load(g.sheet)
    return _page(state, _form(state.sheet))


@bp.post("")
def change() -> ResponseReturnValue:
    """Before the first round: agree on others. After it: a copy of the sheet, looked at first."""
    state = load(g.sheet)
    form = AgreedRulesForm(state.sheet.game, request.form, players=len(state.sheet.players))
    if answer := sent_back(lambda: _page(state, form), form.validate):
        return answer
    house, stake = form.house, form.stake.stake
    if not state.round_ids:
        write_value(state, EntryType.HOUSE, AgreedRules.of(house, stake), form_token.token_sent())
        return redirect(url_for("sheets.show"), 303)
    copy = state.sheet.under_other_rules(house, stake)
    if not form_token.is_pressed("confirmed"):
        is_late = form_token.token_sent().based_on != state.row.revision
        return ask_to_look() if is_late else _preview(state, copy)
    return _open(state, copy)


def _open(state: SheetState, copy: Sheet) -> ResponseReturnValue:
    """Open the copy that was looked at, or the one that this very form has opened before."""
    key = form_token.key_sent()
    if form_token.revision_sent() != state.row.revision and not opening.was_opened(key):
        return ask_to_look()
    dated = copy.without_misfits()[0].dated(state.day)
    try:
        opened = opening.open_sheet(dated, g.group, key=key, author=holder() or None)
    except AlreadySavedError as before:
        opened = before.saved
    except ImpossibleError as refusal:
        form = _form(copy)
        form.problems += refusal.problems
        return _page(state, form), 422
    return redirect(sheet_address(opened), 303)


def _form(sheet: Sheet) -> AgreedRulesForm:
    """The form with the house rules of a sheet."""
    return AgreedRulesForm(sheet.game, shown=AgreedRules.of(sheet.house, sheet.head.stake))


def _page(state: SheetState, form: AgreedRulesForm) -> str:
    agreed = agreed_rules_fields(form, state.sheet.unit, current_messages())
    page = HouseRulesPage(agreed, bool(state.round_ids), form_token.token_again(state.row))
    return render_template("house_rules/show.html", page=page)


def _preview(state: SheetState, copy: Sheet) -> str:
    """The *copy* that would be opened, and the rounds that it would go without."""
    kept, dropped = copy.without_misfits()
    messages, heads = current_messages(), state.side_names
    texts = RoundTexts(state, messages)
    page = CopyPreviewPage(
        house_in_words(kept, messages),
        columns(heads, state.sheet, heads, kept, messages),
        tuple(misfit(played, texts) for played in dropped[:CHANGES_AT_MOST]),
        max(0, len(dropped) - CHANGES_AT_MOST),
        form_token.fields_sent("confirmed"),
        form_token.fresh_token(state.row),
    )
    return render_template("house_rules/copy.html", page=page)
