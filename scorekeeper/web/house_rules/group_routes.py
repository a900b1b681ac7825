"""The house rules and stakes with which a group begins its sheets, game by game."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import AgreedRules
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.house_rule_messages import agreed_text
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.group.entries import GroupRules
from scorekeeper.services.group.house_rules import rules_by_game, set_rules
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.web.house_rules.forms import AgreedRulesForm
from scorekeeper.web.house_rules.pages import AgreedRulesFields, agreed_rules_fields
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import Conflict, group_now, saved_or_again, sent_back
from scorekeeper.web.shared.titles import game_cards

bp = Blueprint("group_rules", __name__, url_prefix="/g/<link>/rules")


class GroupRulesPage(NamedTuple):
    """The form for the house rules of one game.

    *is_agreed* is whether the group has any of its own. *conflict* says what has happened
    meanwhile, where the form came too late or twice.
    """

    slug: str
    game: str
    agreed: AgreedRulesFields
    is_agreed: bool
    conflict: str | None
    token: FormToken


@bp.get("")
@may_be_looked_at
def show_all() -> ResponseReturnValue:
    """Every game, with what the group has agreed on for it."""
    agreed, messages = rules_by_game(group_state(g.group)), current_messages()
    games = [
        card._replace(text=_text(card.slug, agreed.get(card.slug), messages))
        for card in game_cards(messages)
    ]
    return render_template("house_rules/of_group.html", games=games)


@bp.route("/<slug>", methods=["GET", "POST"])
def show(slug: str) -> ResponseReturnValue:
    """The house rules and the stake of one game, to be changed or taken away."""
    game = GAMES.get(slug) or abort(404)
    state, is_removed = group_state(g.group), form_token.is_pressed("remove")
    if request.method == "GET":
        return _page(state, AgreedRulesForm(game, shown=rules_by_game(state).get(slug)))
    form = AgreedRulesForm(game, request.form)
    if answer := sent_back(lambda: _page(state, form), lambda: is_removed or form.validate()):
        return answer
    rules = None if is_removed else GroupRules.of(form.house, form.stake.stake, game=slug)

    def again(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        form.problems += problems
        return _page(group_now(), form, conflict)

    save = partial(set_rules, state, slug, rules, form_token.token_sent())
    return saved_or_again(save, lambda _: url_for("group_rules.show_all"), again)


def _page(state: GroupState, form: AgreedRulesForm, conflict: Conflict | None = None) -> str:
    """The page of a game with what stands in *form*."""
    messages, slug = current_messages(), form.game.slug
    agreed = rules_by_game(state).get(slug)
    is_late = conflict is Conflict.MOVED_ON
    key = "group_rules.moved_on" if is_late else "group_rules.saved_before"
    page = GroupRulesPage(
        slug,
        messages.text(f"{slug}.name"),
        agreed_rules_fields(form, form.unit, messages),
        agreed is not None,
        conflict and messages.text(key, rules=_text(slug, agreed, messages)),
        form_token.token_again(state.row, conflict),
    )
    return render_template("house_rules/of_game.html", page=page)


def _text(slug: str, agreed: AgreedRules | None, messages: Messages) -> str:
    if agreed is None:
        return messages.text("group_rules.as_last")
    return agreed_text(GAMES[slug], agreed.house, agreed.stake, messages)
