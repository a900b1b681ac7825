"""Looks at every request and its answer: no foreign forms, no unknown links."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from flask import Flask, abort, current_app, g, redirect, request, url_for

from scorekeeper.addresses.hosts import comparable, host_of, origin_of
from scorekeeper.addresses.redaction import Redaction
from scorekeeper.services.links.writing import link_now
from scorekeeper.services.sheet import lookup
from scorekeeper.store.rows import SheetRow
from scorekeeper.web.request.access import SAFE_METHODS, access_values, refuse_writing
from scorekeeper.web.request.cookies import A_YEAR
from scorekeeper.web.request.form_token import key_sent
from scorekeeper.web.request.prefix import Wsgi

OUR_OWN = ("same-origin", "none")
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {framed_by}; "
        "manifest-src 'self'; worker-src 'self'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "private, no-cache",  # a page is asked for again
}
STAY_SECURE = {"Strict-Transport-Security": f"max-age={A_YEAR}"}
BIGGEST_NUMBER = 2**31

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
PROBES = ("/healthz", "/readyz")  # their answers name no address
THROWING_AWAY = "samples.throw_away"
REPLACING = ("links.replace_of_group", "links.replace_of_sheet")  # the link is dead after the first


def install(app: Flask) -> None:
    """Look at every request before it is answered, and at every answer before it leaves."""
    answering = with_security_headers(app.wsgi_app, app.config["FRAMED_BY"])
    app.wsgi_app = only_known_hosts(answering, app.config["HOSTS"])  # type: ignore[method-assign,assignment]
    app.logger.addFilter(Redaction())
    app.before_request(look_up_link)
    app.url_defaults(fill_in_link)
    app.before_request(read_head_as_get)
    app.before_request(refuse_foreign_sites)
    app.before_request(refuse_writing)
    app.context_processor(access_values)


def hash_source(content: str) -> str:
    """By what a policy allows an inline script or style sheet with that content."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def only_known_hosts(wsgi: Wsgi, names: Sequence[str]) -> Wsgi:
    """400 for a Host that is no name of a machine, or none of *names*, before anything is done.

    Without *names* every machine's is taken; the loopback address leads nobody astray. Whoever
    asks how the server is may call it by its address.
    """
    known = {comparable(name) for name in (*names, *LOOPBACK_NAMES)} if names else set()

    def guarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        host = host_of(environ.get("HTTP_HOST", "localhost"), environ["wsgi.url_scheme"])
        is_known = not known or environ.get("PATH_INFO") in PROBES
        if host and (is_known or host.name in known):
            return wsgi(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/plain")])
        return [b"This is no address of this server.\n"]

    return guarded


def read_head_as_get() -> None:
    """Let no view take HEAD for anything but GET, however much is sent along: it is to be safe.

    The server leaves the body of the answer out all the same.
    """
    if request.method == "HEAD":
        request.method = "GET"


def refuse_foreign_sites() -> None:
    """403 for a post that another site's page has sent: the link is the key, no cookie is."""
    if request.method in SAFE_METHODS:
        return
    fetched_from, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if fetched_from is not None:
        is_ours = fetched_from in OUR_OWN
    else:
        ours = origin_of(f"{request.scheme}://{request.host}")
        is_ours = origin is None or (ours is not None and origin_of(origin) == ours)
    if not is_ours:
        abort(403)


def with_security_headers(wsgi: Wsgi, framed_by: str) -> Wsgi:
    """Say in every answer what a browser must not do with our pages, unless it says so itself.

    *framed_by* are the pages that may show ours in a frame, as a Content-Security-Policy has it.
    """
    said = {name: value.format(framed_by=framed_by) for name, value in SECURITY.items()}

    def answering(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            there = {name.lower() for name, _ in headers}
            more = said | (STAY_SECURE if environ["wsgi.url_scheme"] == "https" else {})
            added = [(name, more[name]) for name in more if name.lower() not in there]
            return start_response(status, headers + added, *error)

        return wsgi(environ, start)

    return answering


def look_up_link() -> None:
    """Turn the link in an address into the group or sheet of this request, or end it with 404."""
    values, sheet = request.view_args or {}, None
    is_alone = "sheet_link" in values
    link = values.pop("sheet_link" if is_alone else "link", None)
    if link is None:
        return
    if not link.isalnum():
        abort(404)
    if request.method == "POST" and request.endpoint in REPLACING:
        link = link_now(link, key_sent())
    if is_alone:
        g.sheet = sheet = lookup.sheet_by_look_link(link) or abort(404)
    elif "number" in values:
        g.sheet = sheet = sheet_or_404(link, values.pop("number"))
    g.group = sheet.group if sheet else lookup.group_by_link(link) or _missing(link)
    g.access = g.group.access


def _missing(link: str) -> NoReturn:
    """End the request for a group that is not there; a sample was thrown away, perhaps just now."""
    if request.endpoint == THROWING_AWAY:
        abort(redirect(url_for("samples.thrown_away", gone=link), 303))
    abort(404)


def fill_in_link(endpoint: str, values: dict[str, Any]) -> None:
    """Addresses of the group and sheet of this request need not name them.

    A phone that knows one sheet alone has no address of its group.
    """
    sheet, group = g.get("sheet"), g.get("group")
    if group is None or "sheet_link" in values:
        return
    known = {"link": group.link} if sheet is None else {"link": group.link, "number": sheet.number}
    if sheet is not None and sheet.is_alone:
        known = {"sheet_link": sheet.link}
    for name, value in known.items():
        if current_app.url_map.is_endpoint_expecting(endpoint, name):
            values.setdefault(name, value)


def sheet_or_404(link: str, number: int) -> SheetRow:
    """The sheet behind a link of its group."""
    is_number = 0 < number < BIGGEST_NUMBER
    return (lookup.sheet_by_link(link, number) if is_number else None) or abort(404)
