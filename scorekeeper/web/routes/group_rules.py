"""The house rules with which a group begins its sheets, game by game."""

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.entries import AgreedRules
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_rules import remove_rules, rules_by_game, set_rules
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.journal.writing import AlreadySavedError
from scorekeeper.services.lookup import group_by_link
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.forms.agreed_rules import AgreedRulesForm
from scorekeeper.web.forms.buttons import RemoveForm
from scorekeeper.web.presenters.group_rules_page import (
    group_rules_list_page,
    group_rules_page,
    moved_on_text,
    saved_before_text,
)
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice

bp = Blueprint("group_rules", __name__, url_prefix="/g/<link>/rules")


@bp.get("")
@may_be_looked_at
def show_all() -> ResponseReturnValue:
    """Every game, with what the group has agreed on for it."""
    page = group_rules_list_page(rules_by_game(group_state(g.group)), current_messages())
    return render_template("groups/rules.html", page=page)


@bp.route("/<slug>", methods=["GET", "POST"])
def show(slug: str) -> ResponseReturnValue:
    """The house rules and the stake of one game, to be changed or taken away."""
    game = GAMES.get(slug) or abort(404)
    if request.method == "POST":
        return _save(AgreedRulesForm(game, request.form))
    state = group_state(g.group)
    agreed = rules_by_game(state).get(slug)
    if agreed is None:
        return _page(state, AgreedRulesForm(game))
    return _page(state, AgreedRulesForm(game, chosen=agreed.house, stake=agreed.stake))


def _save(form: AgreedRulesForm) -> ResponseReturnValue:
    problems = list[Problem]()
    if is_language_choice():
        return _page(group_state(g.group), form)
    try:
        if RemoveForm(request.form).remove.data:
            remove_rules(g.group, form.game, form_token.token_sent())
        else:
            agreed = form.collect(problems)
            if agreed is None:
                return _page(group_state(g.group), form, problems), 422
            set_rules(g.group, form.game, *agreed, form_token.token_sent())
    except MovedOnError:
        return _conflict(form, moved_on_text)
    except AlreadySavedError:
        return _conflict(form, saved_before_text)
    return redirect(url_for("group_rules.show_all"), 303)


def _conflict(
    form: AgreedRulesForm, told: Callable[[str, AgreedRules | None, Messages], str]
) -> ResponseReturnValue:
    """The form as it was sent, on the group as others have left it meanwhile."""
    state, slug = group_state(group_by_link(g.group.link) or g.group), form.game.slug
    text = told(slug, rules_by_game(state).get(slug), current_messages())
    return _page(state, form, conflict=text), 409


def _page(
    state: GroupState,
    form: AgreedRulesForm,
    problems: Sequence[Problem] = (),
    *,
    conflict: str | None = None,
) -> str:
    page = group_rules_page(
        state.row,
        form,
        current_messages(),
        problems,
        is_agreed=form.game.slug in rules_by_game(state),
        conflict=conflict,
        key=new_key(),
    )
    return render_template("groups/rules_of_game.html", page=page)
