"""House rules and stake: those of a sheet, and those with which a group begins its sheets."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Sheet
from scorekeeper.games.registry import GAMES
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.house_rules.writing import remove_rules, rules_by_game, set_rules
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.sheet import opening
from scorekeeper.services.sheet.entries import AgreedRules, EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_value
from scorekeeper.store.rows import SheetRow
from scorekeeper.web.house_rules.forms import AgreedRulesForm
from scorekeeper.web.house_rules.pages import (
    copy_preview_page,
    group_rules_list_page,
    group_rules_page,
    house_rules_page,
)
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.cookies import holder
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.round.answers import ask_to_look
from scorekeeper.web.shared.answers import (
    Conflict,
    group_now,
    saved_or_again,
    saved_or_refused,
    sheet_address,
)

bp = Blueprint("house_rules", __name__, url_prefix="/g/<link>/<int:number>/house")
of_group = Blueprint("group_rules", __name__, url_prefix="/g/<link>/rules")


# ---- Of a sheet ---------------------------------------------------------------------------------


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
    if is_language_choice():
        return _page(state, form)
    if not form.validate():
        return _page(state, form), 422
    house, stake = form.house, form.stake.stake
    if not state.round_ids:
        agreed = AgreedRules.of(house, stake)
        write_value(state, EntryType.HOUSE, agreed, form_token.token_sent())
        return redirect(url_for("sheets.show"), 303)
    copy = state.sheet.under_other_rules(house, stake)
    if not form_token.is_pressed("confirmed"):
        return _preview(state, copy)
    return _open(state, copy)


def _open(state: SheetState, copy: Sheet) -> ResponseReturnValue:
    """Open the copy that was looked at, or the one that this very form has opened before."""
    key = form_token.key_sent()
    if form_token.revision_sent() != state.row.revision and not opening.was_opened(key):
        return ask_to_look()

    def opened() -> SheetRow:
        kept, author = copy.without_misfits()[0], holder() or None
        try:
            return opening.open_sheet(kept, g.group, key=key, author=author)
        except AlreadySavedError as before:
            saved: SheetRow = before.saved
            return saved

    def again(problems: Sequence[Problem]) -> str:
        form = _form(copy)
        form.problems += problems
        return _page(state, form)

    return saved_or_refused(opened, sheet_address, again)


def _form(sheet: Sheet) -> AgreedRulesForm:
    """The form with the house rules of a sheet."""
    return AgreedRulesForm(sheet.game, shown=AgreedRules.of(sheet.house, sheet.head.stake))


def _page(state: SheetState, form: AgreedRulesForm) -> str:
    page = house_rules_page(state, form, current_messages(), key=new_key())
    return render_template("house_rules/show.html", page=page)


def _preview(state: SheetState, copy: Sheet) -> str:
    kept, dropped = copy.without_misfits()
    carried, key = form_token.fields_sent("confirmed"), new_key()
    page = copy_preview_page(state, kept, dropped, current_messages(), carried=carried, key=key)
    return render_template("house_rules/copy.html", page=page)


# ---- Of a group, game by game -------------------------------------------------------------------


@of_group.get("")
@may_be_looked_at
def show_all() -> ResponseReturnValue:
    """Every game, with what the group has agreed on for it."""
    page = group_rules_list_page(rules_by_game(group_state(g.group)), current_messages())
    return render_template("house_rules/of_group.html", page=page)


@of_group.route("/<slug>", methods=["GET", "POST"], endpoint="show")
def rules_of_group(slug: str) -> ResponseReturnValue:
    """The house rules and the stake of one game, to be changed or taken away."""
    game = GAMES.get(slug) or abort(404)
    if request.method == "POST":
        return _save(AgreedRulesForm(game, request.form))
    state = group_state(g.group)
    return _group_page(state, AgreedRulesForm(game, shown=rules_by_game(state).get(slug)))


def _save(form: AgreedRulesForm) -> ResponseReturnValue:
    if is_language_choice():
        return _group_page(group_state(g.group), form)
    is_removed, token = form_token.is_pressed("remove"), form_token.token_sent()
    if not is_removed and not form.validate():
        return _group_page(group_state(g.group), form), 422

    def save() -> None:
        if is_removed:
            remove_rules(g.group, form.game, token)
        else:
            set_rules(g.group, form.game, form.house, form.stake.stake, token)

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.problems += problems
        return _group_page(group_now(), form, conflict)

    return saved_or_again(save, lambda _: url_for("group_rules.show_all"), again)


def _group_page(state: GroupState, form: AgreedRulesForm, conflict: Conflict | None = None) -> str:
    agreed = rules_by_game(state).get(form.game.slug)
    page = group_rules_page(state.row, form, current_messages(), agreed, conflict, key=new_key())
    return render_template("house_rules/of_game.html", page=page)
