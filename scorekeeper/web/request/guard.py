"""Looks at every request and its answer: no foreign forms, no unknown links, no secret in a log."""

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from flask import Flask, Response, abort, current_app, g, request

from scorekeeper.services import lookup
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.web.request.cookies import A_YEAR

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OUR_OWN = ("same-origin", "none")
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "manifest-src 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
STAY_SECURE = f"max-age={A_YEAR}"
BIGGEST_NUMBER = 2**31

HOST = re.compile(
    r"(?:(?P<name>[\w-]{1,63}(\.[\w-]{1,63})*)\.?|\[(?P<address>[0-9A-Fa-f:.]+)\])(:(?P<port>[0-9]{1,5}))?",
    re.ASCII,
)
LONGEST_HOST = 255
PORT_AT_MOST = 65535
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
LINK = re.compile(r"/g/[^/\s]+")
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


def install(app: Flask) -> None:
    """Look at every request before it is answered, and at every answer before it leaves."""
    app.wsgi_app = only_known_hosts(app.wsgi_app, app.config["HOSTS"])  # type: ignore[method-assign,assignment]
    app.logger.addFilter(Redaction())
    app.url_value_preprocessor(look_up_link)
    app.url_defaults(fill_in_link)
    app.before_request(refuse_foreign_sites)
    app.after_request(add_security_headers)


def only_known_hosts(wsgi: Wsgi, names: Sequence[str]) -> Wsgi:
    """400 for a Host that is no name of a machine, or none of *names*, before anything is done.

    Without *names* every machine's is taken; the loopback address leads nobody astray.
    """
    known = {name.casefold() for name in (*names, *LOOPBACK_NAMES)} if names else set()

    def guarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "localhost")
        found = HOST.fullmatch(host) if len(host) <= LONGEST_HOST else None
        name = (found["name"] or found["address"]).casefold() if found else None
        is_port = found is None or int(found["port"] or 0) <= PORT_AT_MOST
        if name and is_port and (name in known or not known):
            return wsgi(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/plain")])
        return [b"This is no address of this server.\n"]

    return guarded


class Redaction(logging.Filter):
    """Takes the secret links out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: the record is kept, without its links."""
        record.msg, record.args = LINK.sub("/g/…", record.getMessage()), ()
        return True


def refuse_foreign_sites() -> None:
    """403 for a post that another site's page has sent: the link is the key, no cookie is."""
    if request.method in SAFE_METHODS:
        return
    fetched_from = request.headers.get("Sec-Fetch-Site")
    if fetched_from is not None:
        if fetched_from not in OUR_OWN:
            abort(403)
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        abort(403)


def add_security_headers(response: Response) -> Response:
    """What a browser must not do with our pages."""
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", STAY_SECURE)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def look_up_link(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Turn the link in an address into the group or sheet of this request, or end it with 404."""
    if values and "link" in values:
        link = values.pop("link")
        if "number" in values:
            g.sheet = sheet_or_404(link, values.pop("number"))
            g.group = g.sheet.group
        else:
            g.group = group_or_404(link)


def fill_in_link(endpoint: str, values: dict[str, Any]) -> None:
    """Addresses of the group and sheet of this request need not name them."""
    expects = current_app.url_map.is_endpoint_expecting
    if "group" in g and expects(endpoint, "link"):
        values.setdefault("link", g.group.link)
    if "sheet" in g and expects(endpoint, "number"):
        values.setdefault("number", g.sheet.number)


def group_or_404(link: str) -> GroupRow:
    """The group behind a link."""
    group = lookup.group_by_link(link) if link.isalnum() else None
    if group is None:
        abort(404)
    return group


def sheet_or_404(link: str, number: int) -> SheetRow:
    """The sheet behind a link."""
    sheet = lookup.sheet_by_link(link, number) if 0 < number < BIGGEST_NUMBER else None
    if sheet is None:
        abort(404)
    return sheet
