"""The start page, a new sheet in a new group or in one that is there, and what a phone keeps."""

import re
from http import HTTPStatus
from itertools import chain
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.core.game import Game
from scorekeeper.core.phrases import Problem
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.reading import parsed
from scorekeeper.files.samples import sample_of
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.services.group.state import group_state
from scorekeeper.services.house_rules.writing import rules_by_game
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.entries import AgreedRules
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import latest_states, open_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.house_rules.rules_page import rules_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.addresses import address_here, link_for_phones
from scorekeeper.web.request.cookies import holder
from scorekeeper.web.request.guard import sheet_or_404
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.rates import counted_group
from scorekeeper.web.shared.answers import sheet_address
from scorekeeper.web.start.forms import NewSheetForm
from scorekeeper.web.start.new_sheet_page import NewSheetAddresses, NewSheetOrigin, new_sheet_page
from scorekeeper.web.start.pages import (
    SEPARATOR,
    KnownGroupsPage,
    groups_code,
    offline_page,
    start_page,
)

bp = Blueprint("start", __name__)
offline = Blueprint("offline", __name__)
known_groups = Blueprint("known_groups", __name__, url_prefix="/known-groups")

LINK = re.compile("(s/)?[0-9A-Za-z]{1,64}")
LINKS_AT_MOST = 30  # as many as a phone keeps, see static/js/groups.js


@bp.get("/")
def show() -> ResponseReturnValue:
    """Every game, one touch away; the one page that leads to nobody's sheets may be found."""
    page = start_page(current_messages(), filter(sample_of, GAMES), new_key)
    return render_template("start/start.html", page=page), {"X-Robots-Tag": "all"}


@bp.route("/new/<slug>", methods=["GET", "POST"], endpoint="new")
@bp.route("/g/<link>/new/<slug>", methods=["GET", "POST"], endpoint="new_in_group")
def new(slug: str) -> ResponseReturnValue:
    """The page of a new sheet; sent, it opens the sheet or says what is wrong."""
    game = GAMES.get(slug) or abort(404)
    if request.method == "GET":
        before = _sheet_before(game)
        agreed = _rules_of_group(game, before)
        return _page(_first_form(game, before, agreed), before=before, agreed=agreed)
    form = NewSheetForm(game, request.form)
    if is_language_choice():
        return _page(form)
    try:
        sheet = parsed(form.sheet_data, GAMES)
    except FaultyFileError as refusal:
        return _page(form, *_problems(form, refusal)), 422
    key = form_token.key_sent()
    try:
        with counted_group(key):
            opened = open_sheet(sheet, g.get("group"), key=key, author=holder() or None)
    except ImpossibleError as refusal:
        return _page(form, *refusal.problems), 422
    except AlreadySavedError as before:
        return _page(form, opened_before=sheet_address(before.saved)), 409
    return form_token.redirect_saved(key, sheet_address(opened))


@bp.get("/rules/<slug>")
def rules(slug: str) -> ResponseReturnValue:
    """The rules of a game as this program counts them, before any sheet."""
    return _rules(slug, url_for("start.show"))


@bp.get("/new/<slug>/rules", endpoint="rules_of_new")
@bp.get("/g/<link>/new/<slug>/rules", endpoint="rules_of_new_in_group")
def rules_of_new(slug: str) -> ResponseReturnValue:
    """The rules of a game from the page of a new sheet, and back to it; `?again=` is kept."""
    return _rules(slug, _address("new", slug))


def _rules(slug: str, back: str) -> str:
    plugin = PLUGINS.get(slug) or abort(404)
    seats = min(plugin.game.seat_counts)
    page = rules_page(plugin, plugin.game.house(), seats, current_messages(), back)
    return render_template(f"games/{slug}/rules.html", page=page)


def _address(endpoint: str, slug: str) -> str:
    """The address of a page about a new sheet, in the group of this request if it has one."""
    suffix = "_in_group" if "group" in g else ""
    again = request.args.get("again", type=int)
    return url_for(f"start.{endpoint}{suffix}", slug=slug, again=again)


def _rules_address(game: Game[Any, Any]) -> str | None:
    """The address of the house rules of the group of this request, before anything is typed."""
    if "group" not in g or request.method != "GET":
        return None
    return url_for("group_rules.show", slug=game.slug)


def _sheet_before(game: Game[Any, Any]) -> SheetState | None:
    """The sheet that a new one continues: the one of `?again=`, or the last one of the group.

    The last one of the game, or else the last one with as many players as can play it.
    """
    if "group" not in g:
        return None
    again = request.args.get("again", type=int)
    if again is not None:
        return load(sheet_or_404(g.group.link, again))
    sheets, counts = sheets_of(g.group), game.seat_counts
    of_game = latest_states(row for row in sheets if row.game == game.slug)
    of_size = (each for each in latest_states(sheets) if len(each.sheet.players) in counts)
    return next(chain(of_game, of_size), None)


def _rules_of_group(game: Game[Any, Any], before: SheetState | None) -> AgreedRules | None:
    """What the group of this request has agreed on for the game; None where it has not.

    A sheet of the game that is to be played once more (`?again=`) has its own rules again.
    """
    is_again = request.args.get("again", type=int) is not None
    if "group" not in g or (is_again and before is not None and before.row.game == game.slug):
        return None
    return rules_by_game(group_state(g.group)).get(game.slug)


def _first_form(
    game: Game[Any, Any], before: SheetState | None, agreed: AgreedRules | None
) -> NewSheetForm:
    """The form before anybody types: empty, or as the sheet *before* ended.

    Of another game only the names are taken over. What the group has *agreed* on goes before the
    rules of the sheet.
    """
    names = () if before is None else before.seated[-1]
    dealer = None
    if before is not None and before.row.game == game.slug:
        sheet, dealer = before.sheet, before.ledger.table.dealer
        agreed = agreed or AgreedRules.of(sheet.house, sheet.head.stake)
    if agreed is None:
        return NewSheetForm(game, names=names)
    house, stake = agreed.house, agreed.stake
    return NewSheetForm(game, names=names, first_dealer=dealer, chosen=house, stake=stake)


def _problems(form: NewSheetForm, refusal: FaultyFileError) -> list[Problem]:
    """What is wrong with the sheet; a file names one fault of a stake, the form both fields."""
    problems = [fault.problem for fault in refusal.faults]
    form.stake.validate()
    return problems + [problem for problem in form.stake.problems if problem not in problems]


def _page(
    form: NewSheetForm,
    *problems: Problem,
    before: SheetState | None = None,
    agreed: AgreedRules | None = None,
    opened_before: str | None = None,
) -> str:
    """The page; sent again, a form that has opened a sheet before gets a key of its own."""
    key = form_token.key_sent()
    page = new_sheet_page(
        form,
        current_messages(),
        problems,
        NewSheetOrigin(
            before=before,
            agreed=agreed,
            known=people_of(g.group).values() if "group" in g else (),
        ),
        NewSheetAddresses(
            action=address_here(),
            rules=_address("rules_of_new", form.game.slug),
            group_rules=_rules_address(form.game),
            opened_before=opened_before,
        ),
        key=new_key() if opened_before else key,
        answered=key,
    )
    return render_template("start/new.html", page=page)


@offline.get("/offline", endpoint="show")
def show_offline() -> ResponseReturnValue:
    """What a phone shows without a network in place of a page that it has never seen.

    In every language at once: phones keep it, whatever language is chosen later.
    """
    return render_template("start/offline.html", page=offline_page())


@known_groups.get("/", endpoint="show")
def show_known_groups() -> ResponseReturnValue:
    """The page that sends the list of a phone, or takes over that of another one."""
    page = KnownGroupsPage(reachable=not is_loopback(link_for_phones("start.show")))
    return render_template("start/known_groups.html", page=page)


@known_groups.post("/code")
def code() -> ResponseReturnValue:
    """A QR code of the links that were sent, as a part of the page; 400 for what are no links.

    Nothing is looked up and nothing kept.
    """
    links = request.form.get("links", "").split(SEPARATOR)
    if len(links) > LINKS_AT_MOST or not all(map(LINK.fullmatch, links)):
        abort(HTTPStatus.BAD_REQUEST)
    page = groups_code(link_for_phones("start.show"), links)
    return render_template("start/groups_code.html", page=page)
