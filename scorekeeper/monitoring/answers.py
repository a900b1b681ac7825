"""Every request with its answer, measured once for the log and for the metrics."""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from flask import Flask, request, request_started

ANSWER = "scorekeeper.answer"  # in the environment of a request
NO_ROUTE = "none"
LEFT_OUT = "…"  # a secret link, or anything else that somebody may have typed
GAP = re.compile(r"<(?:[^<>:]*:)?(\w+)>")  # of the pattern of an address
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
OTHER_METHOD = "other"
FAILED = 500
STREAM = "text/event-stream"

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

# No library: prometheus_flask_exporter and its like measure views, not what is refused before any,
# and no stream to its end.


@dataclass(slots=True, kw_only=True)
class Answer:
    """What was asked and how it was answered.

    *route* is the pattern of the address, NO_ROUTE where none of ours fits. *path* is the same with
    the numbers of this address alone: no secret link, and nothing that somebody may have typed.
    *seconds* and *size*, the bytes of the body, are those of the whole answer once it is over.
    """

    request_id: str
    method: str
    path: str = LEFT_OUT
    route: str = NO_ROUTE
    status: int = FAILED
    address: str = ""  # of the client
    is_stream: bool = False
    seconds: float = 0.0
    size: int = 0


class Observer:
    """Is told of every answer; what it does not override it ignores."""

    def begins(self, answer: Answer) -> None:
        """The head of the answer is known."""

    def ends(self, answer: Answer) -> None:
        """The answer has left, or its client has."""


def observe(app: Flask, observers: Sequence[Observer]) -> None:
    """Tell the observers of every answer from now on, also of one that no route has given."""

    def note_route(_: Any) -> None:
        if request.url_rule is not None:
            answer = request.environ[ANSWER]
            answer.route = request.url_rule.rule
            answer.path = shown_path(answer.route, request.view_args or {})

    request_started.connect(note_route, sender=app, weak=False)
    app.wsgi_app = observed(app.wsgi_app, observers)  # type: ignore[method-assign,assignment]


def shown_path(rule: str, values: Mapping[str, Any]) -> str:
    """An address by its pattern, with those of the values in it that are numbers."""

    def shown(gap: re.Match[str]) -> str:
        value = values.get(gap[1])
        return str(value) if isinstance(value, int) else LEFT_OUT

    return GAP.sub(shown, rule)


def observed(wsgi: Wsgi, observers: Sequence[Observer]) -> Wsgi:
    """Wrap an application so that the observers are told of its answers."""

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        answer = Answer(
            request_id=secrets.token_hex(8), method=method if method in METHODS else OTHER_METHOD
        )
        environ[ANSWER] = answer

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            answer.status = int(status[:3])
            types = [value for name, value in headers if name.lower() == "content-type"]
            answer.is_stream = any(named.startswith(STREAM) for named in types)
            return start_response(status, headers, *more)

        def measured(body: Iterable[bytes]) -> MeasuredBody:
            answer.address = environ.get("REMOTE_ADDR", "")  # as far as proxies are believed
            return MeasuredBody(body, answer, began, observers)

        began = perf_counter()
        try:
            body = wsgi(environ, start)
        except BaseException:
            measured(()).close()
            raise
        return measured(body)

    return application


class MeasuredBody:
    """The body of an answer, counted and timed while it is sent."""

    def __init__(
        self, body: Iterable[bytes], answer: Answer, began: float, observers: Sequence[Observer]
    ) -> None:
        self._body, self._chunks = body, iter(body)
        self._answer, self._began, self._observers = answer, began, observers
        self._is_over = False
        for observer in observers:
            observer.begins(answer)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        chunk = next(self._chunks)
        self._answer.size += len(chunk)
        return chunk

    def close(self) -> None:
        """Close what gives the body, and tell the observers once; the server calls it."""
        try:
            if hasattr(self._body, "close"):
                self._body.close()
        finally:
            if not self._is_over:
                self._is_over = True
                self._answer.seconds = perf_counter() - self._began
                for observer in self._observers:
                    observer.ends(self._answer)
