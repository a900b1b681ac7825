"""Every request with its answer, measured once for the log and for the metrics."""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from blinker import Namespace
from flask import Flask, request, request_started
from werkzeug.datastructures import Headers
from werkzeug.wsgi import ClosingIterator

ANSWER = "scorekeeper.answer"  # in the environment of a request
NO_ROUTE = "none"
LEFT_OUT = "…"  # a secret link, or anything else that somebody may have typed
GAP = re.compile(r"<(?:[^<>:]*:)?(\w+)>")  # of the pattern of an address
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
OTHER_METHOD = "other"
FAILED = 500
STREAM = "text/event-stream"

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

# Sent with an Answer: once its head is known, and once it, or its client, has left.
answer_begun, answer_over = map(Namespace().signal, ("answer_begun", "answer_over"))

# No library: prometheus_flask_exporter and its like measure views, not what is refused before any,
# and no stream to its end.


@dataclass(slots=True, kw_only=True)
class Answer:
    """What was asked and how it was answered.

    *route* is the pattern of the address, NO_ROUTE where none of ours fits. *path* is the same with
    the numbers of this address alone: no secret link, and nothing that somebody may have typed.
    *seconds* and *size*, the bytes of the body, are those of the whole answer once it is over.
    """

    request_id: str = field(default_factory=partial(secrets.token_hex, 8))
    method: str
    path: str = LEFT_OUT
    route: str = NO_ROUTE
    status: int = FAILED
    address: str = ""  # of the client
    began: float = field(default_factory=perf_counter)
    is_stream: bool = False
    seconds: float = 0.0
    size: int = 0

    def sent(self, chunk: bytes) -> bytes:
        """A part of the body, which is counted."""
        self.size += len(chunk)
        return chunk

    def end(self) -> None:
        """Tell that it is over."""
        self.seconds = perf_counter() - self.began
        answer_over.send(self)


def observe(app: Flask) -> None:
    """Tell of every answer from now on, also of one that no route has given."""

    @request_started.connect_via(app)
    def note_route(_: Any) -> None:
        if request.url_rule is not None:
            answer = request.environ[ANSWER]
            answer.route = request.url_rule.rule
            answer.path = shown_path(answer.route, request.view_args or {})

    app.wsgi_app = observed(app.wsgi_app)  # type: ignore[method-assign,assignment]


def shown_path(rule: str, values: Mapping[str, Any]) -> str:
    """An address by its pattern, with those of the values in it that are numbers."""

    def shown(gap: re.Match[str]) -> str:
        value = values.get(gap[1])
        return str(value) if isinstance(value, int) else LEFT_OUT

    return GAP.sub(shown, rule)


def observed(wsgi: Wsgi) -> Wsgi:
    """Wrap an application so that its answers are told."""

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        environ[ANSWER] = answer = Answer(method=method if method in METHODS else OTHER_METHOD)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            answer.status = int(status[:3])
            answer.is_stream = Headers(headers).get("Content-Type", "").startswith(STREAM)
            return start_response(status, headers, *more)

        try:
            body = wsgi(environ, start)
        except BaseException:
            measured((), environ).close()
            raise
        return measured(body, environ)

    return application


def measured(body: Iterable[bytes], environ: Mapping[str, Any]) -> ClosingIterator:
    """The body of an answer, counted and timed while it is sent; the server closes it."""
    answer: Answer = environ[ANSWER]
    answer.address = environ.get("REMOTE_ADDR", "")  # as far as proxies are believed
    over = ExitStack()  # once, and it is told even where the body cannot be closed
    over.callback(answer.end)
    if hasattr(body, "close"):
        over.callback(body.close)
    answer_begun.send(answer)
    return ClosingIterator(map(answer.sent, body), over.close)
