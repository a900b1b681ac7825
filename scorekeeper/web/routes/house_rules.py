"""House rules and stake: agreed on before the first round, then shown, and a copy with others."""

from collections.abc import Sequence

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Sheet
from scorekeeper.services import opening, sheets
from scorekeeper.services.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.forms.agreed_rules import AgreedRulesForm
from scorekeeper.web.forms.buttons import ConfirmForm
from scorekeeper.web.presenters.house_rules_page import copy_preview_page, house_rules_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.phone import holder

bp = Blueprint("house_rules", __name__, url_prefix="/g/<link>/<int:number>/house")


@bp.get("")
def show() -> ResponseReturnValue:
    """The house rules of this sheet, and the form to change or copy them."""
    state = load(g.sheet)
    house = record_of(state.sheet.game.house).write(state.sheet.house)
    form = AgreedRulesForm(state.sheet.game, chosen=house, stake=state.sheet.head.stake)
    return _page(state, form)


@bp.post("")
def change() -> ResponseReturnValue:
    """Before the first round: agree on others. After it: a copy of the sheet, looked at first."""
    state, problems = load(g.sheet), list[Problem]()
    form = AgreedRulesForm(state.sheet.game, request.form)
    if is_language_choice():
        return _page(state, form)
    agreed = form.collect(problems, len(state.sheet.players))
    if agreed is None:
        return _page(state, form, problems), 422
    house, stake = agreed
    if not state.round_ids:
        sheets.change_house_rules(state, house, stake, form_token.token_sent())
        return redirect(url_for("sheets.show"), 303)
    copy = sheets.under_other_rules(state, house, stake)
    if not ConfirmForm(request.form).confirmed.data:
        return _preview(state, copy)
    return _open(state, copy)


def _open(state: SheetState, copy: Sheet) -> ResponseReturnValue:
    """Open the copy that was looked at, or the one that this very form has opened before."""
    key = form_token.key_sent()
    if form_token.revision_sent() != state.row.revision and not opening.was_opened(key):
        raise MovedOnError
    try:
        kept, author = sheets.without_misfits(copy)[0], holder() or None
        opened = opening.open_sheet(kept, g.group, key=key, author=author)
    except ImpossibleError as refusal:
        house = record_of(copy.game.house).write(copy.house)
        form = AgreedRulesForm(copy.game, chosen=house, stake=copy.head.stake)
        return _page(state, form, refusal.problems), 422
    except AlreadySavedError as before:
        opened = before.saved
    return redirect(url_for("sheets.show", link=opened.link, number=opened.number), 303)


def _page(state: SheetState, form: AgreedRulesForm, problems: Sequence[Problem] = ()) -> str:
    page = house_rules_page(state, form, current_messages(), problems, key=new_key())
    return render_template("sheets/house.html", page=page)


def _preview(state: SheetState, copy: Sheet) -> str:
    kept, dropped = sheets.without_misfits(copy)
    carried, key = form_token.fields_sent("confirmed"), new_key()
    page = copy_preview_page(state, kept, dropped, current_messages(), carried=carried, key=key)
    return render_template("sheets/copy.html", page=page)
