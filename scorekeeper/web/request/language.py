"""Which language a page speaks: the browser's, or the one that was chosen by the switch."""

from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Flask, Response, g, redirect, request, url_for
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.i18n.catalogue import best_language, languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.web.request.addresses import KEYS, address_here
from scorekeeper.web.request.cookies import remember

COOKIE, HEADER = "language", "Accept-Language"
ADDRESS_AT_MOST = 1000  # characters


class LanguageLink(NamedTuple):
    """A language to choose, by its code."""

    code: str

    @property
    def name(self) -> str:
        """What it calls itself."""
        return messages_in(self.code).text("language.name")

    @property
    def address(self) -> str:
        """The address of this page in it."""
        return _here(language=self.code)


def current_messages() -> Messages:
    """The words of this request, with the group's currency and the game's own sentences.

    The game is that of the sheet, or `g.game` where a sheet is stored nowhere.
    """
    messages = _in_language()
    if "group" in g:
        messages = messages.in_currency(g.group.currency)
    game = g.sheet.game if "sheet" in g else g.get("game")
    return messages.of_game(game) if game else messages


def current_language() -> str:
    """The code of the language of this request."""
    return _in_language().language


def _in_language() -> Messages:
    if "messages" not in g:
        chosen = request.cookies.get(COOKIE, "")
        known = chosen if chosen in languages() else _accepted(request.headers.get(HEADER, ""))
        g.messages = messages_in(known)
    messages: Messages = g.messages
    return messages


@lru_cache(maxsize=256)  # browsers send the same few; reading one takes as long as a query
def _accepted(header: str) -> str:
    return best_language(parse_accept_header(header, LanguageAccept))


def is_language_choice() -> bool:
    """Whether a form was sent to be shown again in another language, and nothing to be saved.

    This request speaks that language then. Without script the switch is a button of the form, so
    that nothing is lost that was typed.
    """
    chosen = request.form.get(COOKIE)
    if request.method != "POST" or chosen not in languages():
        return False
    g.messages, g.chosen_language = messages_in(chosen), chosen
    return True


def _here(**more: Any) -> str:
    """The address of this page, or of its sheet where this one only takes forms.

    The start page for an address that none of our pages has.
    """
    kept = [pair for pair in request.args.items(multi=True) if pair[0] not in (COOKIE, KEYS)]
    query = urlencode([*kept, *more.items()])
    here = address_here(query=query)
    if request.url_rule is not None and "GET" not in (request.url_rule.methods or ()):
        page = url_for("sheets.show") if "sheet" in g else url_for("start.show")
        here = f"{page}?{query}" if query else page
    return here if len(here) <= ADDRESS_AT_MOST else url_for("start.show", **more)


def install(app: Flask) -> None:
    """Take over a language that was chosen, and give templates `languages` and `is_answer`.

    Before a link is looked up: the page that refuses it has the switch, too.
    """

    @app.before_request
    def take_over() -> AnyResponse | None:
        chosen = request.args.get(COOKIE) if request.method in ("GET", "HEAD") else None
        if chosen is None:
            return None
        response = redirect(_here(), 303)
        if chosen in languages():
            remember(response, COOKIE, chosen)
        return response

    @app.context_processor
    def of_pages() -> dict[str, Any]:
        links = [LanguageLink(code) for code in languages()]
        return {"languages": links, "is_answer": request.method == "POST"}

    @app.after_request
    def say_language(response: Response) -> Response:
        if "chosen_language" in g:
            remember(response, COOKIE, g.chosen_language)
        if response.location is None and response.mimetype == "text/html":
            response.headers["Content-Language"] = current_language()
            response.headers["Vary"] = "Cookie, Accept-Language"
        return response
