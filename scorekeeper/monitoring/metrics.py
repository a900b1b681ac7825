"""The figures of a process, as Prometheus counts: what is asked, saved, printed, told and stored.

Labels are patterns of addresses, methods, status codes and words of this module: never a link, a
name or anything else that somebody has typed.
"""

import socket
from functools import partial
from time import perf_counter
from typing import Any

from blinker import ANY
from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from sqlalchemy import Engine, QueuePool, event

from scorekeeper.monitoring.exporter import Exporter
from scorekeeper.monitoring.request_measurement import Answer, answer_begun, answer_over
from scorekeeper.printing import queue
from scorekeeper.services.live.streams import message_sent
from scorekeeper.store.changes import Change, LinksEnded, committed
from scorekeeper.store.db import db

REFUSALS = {
    408: "timeout",
    409: "conflict",
    413: "too_large",
    422: "invalid",
    429: "too_many",
    503: "unavailable",
}
REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
DATABASE_SECONDS = (0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)
STATEMENTS = frozenset(("select", "insert", "update", "delete", "begin"))
OTHER_STATEMENT = "other"
TAKEN = "scorekeeper.taken"  # when a connection left the pool, in its pool's notes about it
PRINTER_SECONDS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)

# All values lie in files, which the exporter reads: nothing is ever collected from this registry.
REGISTRY = CollectorRegistry()
NAMESPACE = "scorekeeper"

counter = partial(Counter, namespace=NAMESPACE, registry=REGISTRY)  # only grows
histogram = partial(Histogram, namespace=NAMESPACE, registry=REGISTRY)  # how many took how long
# Goes up and down, and is added up over the processes that run.
gauge = partial(Gauge, namespace=NAMESPACE, registry=REGISTRY, multiprocess_mode="livesum")


def watch(app: Flask, sock: socket.socket) -> Exporter:
    """Count what the application does from now on; *sock* listens for those who ask for it.

    To be called once, by the process that starts the workers.
    """
    exporter = Exporter(sock)  # before any metric is made
    _count_requests()
    _count_saves(app)
    messages = counter("stream_messages", "Messages that streams have sent, by kind.", ["kind"])
    message_sent.connect(lambda _, kind: messages.labels(kind).inc(), weak=False)
    _watch_printer()
    with app.app_context():
        _time_statements(db.engine)
        _watch_pool(db.engine)
    return exporter


def _count_requests() -> None:
    """Requests, refusals and open streams."""
    requests = counter("requests", "Answers.", ["method", "route", "status"])
    refusals = counter("refusals", "Requests that were refused, by reason.", ["reason"])
    streams = gauge("streams_open", "Streams that phones listen to.")
    seconds = histogram(
        "request_seconds",
        "Time to a whole answer; streams, which last, are not counted.",
        ["method", "route"],
        buckets=REQUEST_SECONDS,
    )

    @answer_begun.connect_via(ANY)
    def begin(answer: Answer) -> None:
        if answer.is_stream:
            streams.inc()
        requests.labels(answer.method, answer.route, str(answer.status)).inc()
        if answer.status in REFUSALS:
            refusals.labels(REFUSALS[answer.status]).inc()

    @answer_over.connect_via(ANY)
    def end(answer: Answer) -> None:
        if answer.is_stream:
            streams.dec()
        else:
            seconds.labels(answer.method, answer.route).observe(answer.seconds)


def _count_saves(app: Flask) -> None:
    saves = counter("saves", "Changes that were committed, by what has changed.", ["what"])

    @committed.connect_via(app)
    def count(_: Any, changes: tuple[Change, ...]) -> None:
        for change in changes:
            saves.labels(_what_changed(change)).inc()


def _what_changed(change: Change) -> str:
    if isinstance(change, LinksEnded):
        return "links"
    return "group" if change.sheet_id is None else "sheet"


def _watch_printer() -> None:
    waiting = gauge("printer_waiting", "Requests that wait for a document.")
    seconds = histogram(
        "printer_seconds", "Time to a document, by outcome.", ["outcome"], buckets=PRINTER_SECONDS
    )

    queue.waiting_changed.connect(lambda _, waiting_now: waiting.set(waiting_now), weak=False)

    @queue.job_done.connect_via(ANY)
    def note_document(_: Any, took: float, made: bool) -> None:
        seconds.labels("made" if made else "failed").observe(took)


def _time_statements(engine: Engine) -> None:
    seconds = histogram(
        "database_seconds",
        "Time of a statement, by its first word.",
        ["statement"],
        buckets=DATABASE_SECONDS,
    )
    errors = counter("database_errors", "Statements and connections that failed.")

    @event.listens_for(engine, "before_cursor_execute")
    def begin(_: Any, __: Any, ___: Any, ____: Any, context: Any, _____: Any) -> None:
        context.began = perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def end(_: Any, __: Any, statement: str, ___: Any, context: Any, ____: Any) -> None:
        word = statement.lstrip()[:6].rstrip().partition(" ")[0].lower()
        kind = word if word in STATEMENTS else OTHER_STATEMENT
        seconds.labels(kind).observe(perf_counter() - context.began)

    event.listen(engine, "handle_error", lambda _: errors.inc())


def _watch_pool(engine: Engine) -> None:
    in_use = gauge("database_connections_in_use", "Connections that are not in the pool.")
    seconds = histogram(
        "database_connection_seconds",
        "Time from when a connection left the pool until it was back: with its commit.",
        buckets=DATABASE_SECONDS,
    )

    @event.listens_for(engine, "checkout")
    def take(_: Any, record: Any, __: Any) -> None:
        record.info[TAKEN] = perf_counter()
        in_use.set(_taken(engine))

    @event.listens_for(engine, "checkin")
    def give_back(_: Any, record: Any) -> None:
        in_use.set(max(0, _taken(engine) - 1))  # it is not back yet
        taken = record.info.pop(TAKEN, None)
        if taken is not None:
            seconds.observe(perf_counter() - taken)


def _taken(engine: Engine) -> int:
    return engine.pool.checkedout() if isinstance(engine.pool, QueuePool) else 0
