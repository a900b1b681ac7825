"""One phone: a connection that stays open, requests that are timed, forms that are filled in."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPMessage, RemoteDisconnected
from time import perf_counter
from urllib.parse import urlencode

from benchmarks.server import HOST

TIMEOUT = 30
IN_THE_HOUSE = "gzip, deflate"  # what browsers ask for over plain http
ELSEWHERE = "gzip, deflate, br, zstd"  # and over https
FORM_TYPE = "application/x-www-form-urlencoded"


class UnexpectedAnswerError(RuntimeError):
    """The server answered with something else than what is to be measured."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, and the status it must be answered with."""

    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how long the whole of it took."""

    seconds: float
    headers: HTTPMessage
    body: bytes


class Client:
    """A browser's connection to the server."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection(HOST, port, timeout=TIMEOUT)

    def ask(self, request: Request) -> Answer:
        """Send a request and wait for all of the answer; raises UnexpectedAnswerError."""
        method, body, headers = "GET", None, dict(request.headers)
        if request.form is not None:
            method, body = "POST", urlencode(request.form)
            headers["Content-Type"] = FORM_TYPE
        start = perf_counter()
        try:
            self._connection.request(method, request.path, body, headers)
            response = self._connection.getresponse()
        except RemoteDisconnected:  # closed as nothing was asked for long: a browser asks anew
            self._connection.close()
            self._connection.request(method, request.path, body, headers)
            response = self._connection.getresponse()
        read = response.read()
        seconds = perf_counter() - start
        if response.status != request.status:
            raise UnexpectedAnswerError(f"{method} {request.path}: {response.status}")
        return Answer(seconds, response.headers, read)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@contextmanager
def calling(port: int) -> Iterator[Client]:
    """A connection that is closed at the end."""
    client = Client(port)
    try:
        yield client
    finally:
        client.close()


LIVE_STYLE = "/live.css"  # of marks that script adds behind the first view


class Page(HTMLParser):
    """What a browser finds on a page: style and script of its first view, the form for a round.

    *styles* are the style sheets that it needs to be used, *scripts* all scripts: the words, what a
    first touch needs, and what comes behind the first view.
    """

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.action = ""
        self.fields: dict[str, str] = {}
        self._inside = False
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what is wanted of a tag."""
        found = {name: value or "" for name, value in attrs}
        if tag == "link" and found.get("rel") == "stylesheet" and LIVE_STYLE not in found["href"]:
            self.styles.append(found["href"])
        elif tag == "script":
            self.scripts.append(found["src"])
        elif tag == "form" and "data-entry" in found:
            self._inside, self.action = True, found["action"]
        elif tag == "input" and self._inside and _is_sent(found):
            self.fields[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """Notice the end of the form."""
        self._inside = self._inside and tag != "form"


def _is_sent(found: Mapping[str, str]) -> bool:
    return found.get("type") != "radio" or "checked" in found
