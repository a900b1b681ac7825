"""The groups that a phone knows, on their way to another phone; the list lives on phones alone."""

import re
from http import HTTPStatus

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.web.presenters.start_page import SEPARATOR, KnownGroupsPage, groups_code
from scorekeeper.web.request.addresses import is_loopback, link_for_phones

bp = Blueprint("known_groups", __name__, url_prefix="/known-groups")

LINK = re.compile("(s/)?[0-9A-Za-z]{1,64}")
LINKS_AT_MOST = 30  # as many as a phone keeps, see static/js/groups.js


@bp.get("/")
def show() -> ResponseReturnValue:
    """The page that sends the list of a phone, or takes over that of another one."""
    page = KnownGroupsPage(reachable=not is_loopback(link_for_phones("start.show")))
    return render_template("known_groups/show.html", page=page)


@bp.post("/code")
def code() -> ResponseReturnValue:
    """A QR code of the links that were sent, as a part of the page; 400 for what are no links.

    Nothing is looked up and nothing kept.
    """
    links = request.form.get("links", "").split(SEPARATOR)
    if len(links) > LINKS_AT_MOST or not all(map(LINK.fullmatch, links)):
        abort(HTTPStatus.BAD_REQUEST)
    page = groups_code(link_for_phones("start.show"), links)
    return render_template("known_groups/code.html", page=page)
