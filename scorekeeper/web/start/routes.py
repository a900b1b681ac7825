"""The start page, the rules of games, and what a phone keeps: its groups, an offline page."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.core.days import today
from scorekeeper.files.samples import samples
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.services.files.archives import is_copy_due
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.web.house_rules.pages import rules_page
from scorekeeper.web.request.addresses import address_in_group, link_for_phones, qr_code
from scorekeeper.web.request.cookies import last_saved
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.titles import GameCard, game_cards

bp = Blueprint("start", __name__)
known_groups = Blueprint("known_groups", __name__, url_prefix="/known-groups")

LINK = re.compile("(s/)?[0-9A-Za-z]{1,64}")
LINKS_AT_MOST = 30  # as many as a phone keeps, see static/js/known_groups.js
BYTES_AT_MOST = 858  # of a code of 97 modules a side, which a phone reads off another one
FRAGMENT = "#tables="  # browsers send it to no server
SEPARATOR = "."


class StartPage(NamedTuple):
    """All *games*, and those with a sample evening, whose forms have *key* and the game's slug.

    The *description* is for search engines; *is_saving_due* says, where all lies on
    this device, whether it is time to save everything.
    """

    games: tuple[GameCard, ...]
    samples: tuple[GameCard, ...]
    key: str
    description: str
    is_saving_due: bool


class GroupsCode(NamedTuple):
    """A QR code as the address of an image, and how many groups it does not hold."""

    code: str
    left_out: int


@bp.get("/")
def show() -> ResponseReturnValue:
    """Every game, one touch away; the one page that leads to nobody's sheets may be found."""
    messages = current_messages()
    games = game_cards(messages)
    with_sample = tuple(game for game in games if game.slug in samples())
    listed = messages.listed([game.name for game in games])
    description = messages.text("start.description", games=listed)
    is_due = not current_app.config["SERVES_PHONES"] and is_copy_due(last_saved(), today())
    page = StartPage(games, with_sample, new_key(), description, is_due)
    return render_template("start/start.html", page=page), {"X-Robots-Tag": "all"}


@bp.get("/rules/<slug>")
def rules(slug: str) -> ResponseReturnValue:
    """The rules of a game as this program counts them, before any sheet."""
    return _rules(slug, url_for("start.show"))


@bp.get("/new/<slug>/rules", endpoint="rules_of_new")
@bp.get("/g/<link>/new/<slug>/rules", endpoint="rules_of_new_in_group")
def rules_of_new(slug: str) -> ResponseReturnValue:
    """The rules of a game from the page of a new sheet, and back to it; `?again=` is kept."""
    return _rules(slug, address_in_group("new_sheet.show", slug))


def _rules(slug: str, back: str) -> str:
    plugin = PLUGINS.get(slug) or abort(404)
    seats = min(plugin.game.seat_counts)
    page = rules_page(plugin, plugin.game.house(), seats, current_messages(), back)
    return render_template(f"games/{slug}/rules.html", page=page)


@bp.get("/offline")
def show_offline() -> ResponseReturnValue:
    """What a phone shows without a network in place of a page that it has never seen.

    In every language at once: phones keep it, whatever language is chosen later.
    """
    return render_template("start/offline.html", shown_in=tuple(map(messages_in, languages())))


@known_groups.get("/", endpoint="show")
def show_known_groups() -> ResponseReturnValue:
    """The page that sends the list of a phone, or takes over that of another one."""
    is_reachable = not is_loopback(link_for_phones("start.show"))
    return render_template("start/known_groups.html", is_reachable=is_reachable)


@known_groups.post("/code")
def code() -> ResponseReturnValue:
    """A QR code of the links that were sent, as a part of the page; 400 for what are no links.

    Nothing is looked up and nothing kept.
    """
    links = request.form.get("links", "").split(SEPARATOR)
    if len(links) > LINKS_AT_MOST or not all(map(LINK.fullmatch, links)):
        abort(HTTPStatus.BAD_REQUEST)
    page = _code(link_for_phones("start.show"), links)
    return render_template("start/groups_code.html", page=page)


def _code(start: str, links: Sequence[str]) -> GroupsCode:
    """The code that leads another phone to the *start* page with as many *links* as it can hold.

    The first ones go first; `s/` before a link says that it is one of a sheet.
    """
    held = list(links)
    while held and len(_address(start, held).encode()) > BYTES_AT_MOST:
        held.pop()
    code = qr_code(_address(start, held), border=4, error="l")
    return GroupsCode(code, len(links) - len(held))


def _address(start: str, links: Sequence[str]) -> str:
    return start + FRAGMENT + SEPARATOR.join(links)
