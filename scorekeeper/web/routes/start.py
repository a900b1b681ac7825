"""The start page, and opening a sheet in a new group or in one that is there."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Game
from scorekeeper.core.numbers import typed_number
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import NotASheetError, parsed
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import people_of
from scorekeeper.services.opening import KeyReusedError, open_sheet
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.house_rule_fields import house_sent, house_typed, switches
from scorekeeper.web.presenters.rules_page import rules_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.guard import sheet_or_404
from scorekeeper.web.request.language import current_messages

bp = Blueprint("start", __name__)

HEAD_KEYS = frozenset(("players", "first_dealer", "title", "date"))


@bp.get("/")
def show() -> ResponseReturnValue:
    """Every game, one touch away."""
    return render_template("start.html", games=menu())


def menu() -> list[tuple[str, str, str]]:
    """The games in words: slug, name, one line."""
    text = current_messages().text
    return [(slug, text(f"{slug}.name"), text(f"{slug}.tagline")) for slug in PLUGINS]


@bp.route("/new/<slug>", methods=["GET", "POST"], endpoint="new")
@bp.route("/g/<link>/new/<slug>", methods=["GET", "POST"], endpoint="new_in_group")
def new(slug: str) -> ResponseReturnValue:
    """Names in playing order, the first dealer, house rules folded away: the sheet."""
    game = GAMES.get(slug) or abort(404)
    if request.method == "GET":
        return _page(game, *_as_before(game))
    data = _sent(game)
    try:
        sheet = parsed(data, GAMES)
    except NotASheetError as refusal:
        problems = [each.problem for each in refusal.problems]
        return _page(game, data | {"house": house_typed(game)}, problems), 422
    try:
        opened = open_sheet(sheet, g.get("group"), key=form_token.key_sent())
    except KeyReusedError as before:
        there = url_for("sheets.show", link=before.sheet.link, number=before.sheet.number)
        return _page(game, data | {"house": house_typed(game)}, [], opened_before=there), 409
    return form_token.redirect_saved(
        form_token.key_sent(), url_for("sheets.show", link=opened.link, number=opened.number)
    )


@bp.get("/rules/<slug>")
def rules(slug: str) -> ResponseReturnValue:
    """The rules of a game as this program counts them, before any sheet."""
    plugin = PLUGINS.get(slug) or abort(404)
    seats = min(plugin.game.seat_counts)
    return rules_page(plugin, plugin.game.house(), seats, url_for("start.show"))


def _sent(game: Game[Any, Any]) -> dict[str, Any]:
    """The form as a sheet file would say it: empty seats at the end are not there."""
    names = [request.form.get(f"name_{seat}", "") for seat in range(max(game.seat_counts))]
    while len(names) > min(game.seat_counts) and not names[-1].strip():
        names.pop()
    data: dict[str, Any] = {"format": FORMAT, "game": game.slug, "players": names, "rounds": []}
    dealer = typed_number(request.form.get("first_dealer"))
    if dealer is not None:
        data["first_dealer"] = dealer
    for key in ("title", "date"):
        if request.form.get(key, "").strip():
            data[key] = request.form[key]
    return data | {"house": house_sent(game)}


def _as_before(game: Game[Any, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """An empty form; `?again=` takes players, house rules and the next dealer from a sheet."""
    again = request.args.get("again", type=int)
    if again is None or "group" not in g:
        return {}, []
    state = load(sheet_or_404(g.group.link, again))
    if state.row.game != game.slug:
        return {"players": list(state.seated[-1])}, []
    return {
        "players": list(state.seated[-1]),
        "first_dealer": state.ledger.table.dealer,
        "house": record_of(game.house).write(state.sheet.house),
    }, []


def _page(
    game: Game[Any, Any],
    data: Mapping[str, Any],
    problems: list[Problem],
    opened_before: str | None = None,
) -> str:
    messages = current_messages()
    seats = max(game.seat_counts)
    names = [str(name) for name in data.get("players", ())]
    at: dict[str, list[str]] = {}
    house_keys = record_of(game.house).names
    for problem in problems:
        known = problem.field in HEAD_KEYS or problem.field in house_keys
        field = str(problem.field) if known else "players"
        nobody = problem.code == "seat" and field == "first_dealer"
        text = messages.text("new.nobody_deals") if nobody else messages.problem(game.slug, problem)
        at.setdefault(field, []).append(text)
    return render_template(
        "new.html",
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        names=names + [""] * (seats - len(names)),
        required=min(game.seat_counts),
        first_dealer=data.get("first_dealer"),
        title=data.get("title", ""),
        date=data.get("date", ""),
        known=list(people_of(g.group).values()) if "group" in g else [],
        switches=switches(game, data.get("house", {}), messages),
        open_house=bool(house_keys.intersection(at)),
        at=at,
        key=new_key() if opened_before else form_token.key_sent(),
        opened_before=opened_before,
        answered=form_token.key_sent(),
        action=request.path,
    )
