"""The start page, a new sheet in a new group or in one that is there, and what a phone keeps."""

import re
from http import HTTPStatus
from itertools import chain
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.core.game import Game
from scorekeeper.files.samples import sample_of
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.group.state import group_state
from scorekeeper.services.house_rules.writing import rules_by_game
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.entries import AgreedRules
from scorekeeper.services.sheet.lookup import people_of, sheets_of
from scorekeeper.services.sheet.opening import latest_states, open_sheet
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
    OfflinePage,
    groups_code,
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
        origin = _origin(game)
        return _page(_first_form(game, origin), origin)
    form = NewSheetForm(game, request.form)
    if is_language_choice():
        return _page(form)
    if not form.validate():
        return _page(form), 422
    key = form_token.key_sent()
    try:
        with counted_group(key):
            opened = open_sheet(form.sheet, g.get("group"), key=key, author=holder() or None)
    except ImpossibleError as refusal:
        form.problems += refusal.problems
        return _page(form), 422
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


def _origin(game: Game[Any, Any]) -> NewSheetOrigin:
    """What the page begins with before anybody types.

    The sheet before is the one of `?again=`, or the group's last one of the game, or else its last
    one with as many players as can play it. What the group has agreed on holds, but for a sheet of
    the game that is to be played once more, which has its own rules again.
    """
    if "group" not in g:
        return NewSheetOrigin()
    again, before = request.args.get("again", type=int), None
    if again is not None:
        before = load(sheet_or_404(g.group.link, again))
        if before.row.game == game.slug:
            return NewSheetOrigin(before)
    else:
        sheets, counts = sheets_of(g.group), game.seat_counts
        of_game = latest_states(row for row in sheets if row.game == game.slug)
        of_size = (each for each in latest_states(sheets) if len(each.sheet.players) in counts)
        before = next(chain(of_game, of_size), None)
    return NewSheetOrigin(before, rules_by_game(group_state(g.group)).get(game.slug))


def _first_form(game: Game[Any, Any], origin: NewSheetOrigin) -> NewSheetForm:
    """The form before anybody types: empty, or as the sheet before ended.

    Of another game only the names are taken over. What the group has agreed on goes before the
    rules of the sheet.
    """
    before, rules = origin.before, origin.agreed
    if before is None:
        return NewSheetForm(game, shown=rules)
    names, sheet, dealer = before.seated[-1], before.sheet, None
    if before.row.game == game.slug:
        dealer = before.ledger.table.dealer
        rules = rules or AgreedRules.of(sheet.house, sheet.head.stake)
    return NewSheetForm(game, names=names, first_dealer=dealer, shown=rules)


def _page(
    form: NewSheetForm,
    origin: NewSheetOrigin = NewSheetOrigin(),  # noqa: B008 - it is frozen
    opened_before: str | None = None,
) -> str:
    """The page; sent again, a form that has opened a sheet before gets a key of its own."""
    key, slug, in_group = form_token.key_sent(), form.game.slug, "group" in g
    is_first = in_group and request.method == "GET"
    addresses = NewSheetAddresses(
        action=address_here(),
        rules=_address("rules_of_new", slug),
        group_rules=url_for("group_rules.show", slug=slug) if is_first else None,
        opened_before=opened_before,
    )
    page = new_sheet_page(
        form,
        current_messages(),
        origin,
        addresses,
        known=people_of(g.group).values() if in_group else (),
        key=new_key() if opened_before else key,
        answered=key,
    )
    return render_template("start/new.html", page=page)


@offline.get("/offline", endpoint="show")
def show_offline() -> ResponseReturnValue:
    """What a phone shows without a network in place of a page that it has never seen.

    In every language at once: phones keep it, whatever language is chosen later.
    """
    page = OfflinePage(tuple(map(messages_in, languages())))
    return render_template("start/offline.html", page=page)


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
