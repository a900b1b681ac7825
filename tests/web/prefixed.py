"""The whole program below a path of its host, as a proxy serves it, and what leaves that path."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.wrappers import Response

PREFIX = "/cards"
HOST = "localhost"
LEADING = (
    "href", "src", "action", "formaction", "poster", "content", "data-follow", "data-group",
    "data-address", "data-start", "data-take-over",
)  # fmt: skip
TEXTS = ("text/html", "text/plain", "text/csv", "application/json")
MANIFEST = "application/manifest+json"
IN_FULL = re.compile(rf"""https?://{HOST}[^\s"'<]*""")
IN_STYLE = re.compile(r"""url\(["']?([^"')]+)|@import ["']([^"']+)""")


class Addresses(HTMLParser):
    """The addresses in the attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_address = name in LEADING and (name != "content" or (value or "").startswith("/"))
            if is_address and value is not None:
                self.found.append(value)


class PrefixedClient(FlaskClient):
    """A browser at the host that looks at every answer; addresses that leave the prefix are kept.

    It asks for an address as it stands on the pages; what begins without the prefix, as tests
    write it down, is taken to lie below it.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.astray: list[str] = []
        self.looked_at = 0

    def open(self, *arguments: Any, **more: Any) -> Any:
        address = arguments[0]
        asked = address if below(address) else PREFIX + address
        answer = super().open(asked, *arguments[1:], **more)
        for each in addresses_in(asked, answer):
            self.looked_at += 1
            if not below(each):
                self.astray.append(f"{asked}: {each}")
        return answer


class UnawareClient(PrefixedClient):
    """The same for tests that know nothing of a prefix: it is taken off what they are answered."""

    def open(self, *arguments: Any, **more: Any) -> Any:
        answer = super().open(*arguments, **more)
        assert self.astray == []
        if "Location" in answer.headers:
            answer.headers["Location"] = answer.headers["Location"].replace(f"{PREFIX}/", "/")
        if answer.mimetype in TEXTS and "Content-Encoding" not in answer.headers:
            answer.set_data(answer.data.replace(f"{PREFIX}/".encode(), b"/"))
            vars(answer).pop("text", None)  # was read before
        return answer


def below(address: str) -> bool:
    """Whether an address of the host lies below the prefix; those of other hosts do not count."""
    parts = urlsplit(address)
    is_here = not parts.scheme or (parts.scheme == "http" and parts.hostname == HOST)
    return not is_here or f"{parts.path}/".startswith(f"{PREFIX}/")


def addresses_in(asked: str, answer: Any) -> Iterator[str]:
    """Everything in an answer that a browser takes for an address, as it understands it."""
    found = [answer.headers.get("Location", PREFIX)]
    for cookie in answer.headers.getlist("Set-Cookie"):
        found += [morsel["path"] for morsel in SimpleCookie(cookie).values()]
    if "Content-Encoding" in answer.headers:
        pass  # the same page is looked at where it comes as it is
    elif answer.mimetype == "text/html":
        found += Addresses(answer.text).found
    elif answer.mimetype == "text/css":
        found += [one or other for one, other in IN_STYLE.findall(answer.text)]
    elif answer.mimetype == MANIFEST:
        manifest = json.loads(answer.data)
        found += [manifest["start_url"], manifest["scope"]]
        found += [icon["src"] for icon in manifest["icons"]]
    elif answer.mimetype == "application/json" and "Content-Disposition" not in answer.headers:
        found += [str(answer.get_json().get("address", PREFIX))]
    if answer.mimetype in TEXTS and "Content-Encoding" not in answer.headers:
        found += IN_FULL.findall(answer.text)
    yield from (urljoin(asked, each) for each in found)


def prefixed(app: Flask, kind: type[PrefixedClient] = PrefixedClient) -> PrefixedClient:
    """A phone that speaks English, at the application below the prefix; elsewhere is nothing."""
    nothing = Response("Nothing of ours.", 404)
    app.wsgi_app = DispatcherMiddleware(nothing, {PREFIX: app.wsgi_app})  # type: ignore[method-assign]
    client = kind(app, app.response_class)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
