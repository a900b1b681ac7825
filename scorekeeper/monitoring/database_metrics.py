"""How long the database takes, and how many connections to it are in use."""

from time import perf_counter
from typing import Any

from sqlalchemy import Engine, QueuePool, event

from scorekeeper.monitoring.metrics import DATABASE_SECONDS, counter, gauge, histogram

STATEMENTS = frozenset(("select", "insert", "update", "delete", "begin"))
OTHER = "other"
TAKEN = "scorekeeper.taken"  # when a connection left the pool, in its pool's notes about it


def watch_database(engine: Engine) -> None:
    """Note what the engine does from now on."""
    _time_statements(engine)
    _watch_pool(engine)


def kind_of(statement: str) -> str:
    """The word that a statement begins with, if it is a usual one."""
    word = statement.lstrip()[:6].rstrip().partition(" ")[0].lower()
    return word if word in STATEMENTS else OTHER


def _time_statements(engine: Engine) -> None:
    seconds = histogram(
        "database_seconds", "Time of a statement, by its first word.", DATABASE_SECONDS, "statement"
    )
    errors = counter("database_errors", "Statements and connections that failed.")

    @event.listens_for(engine, "before_cursor_execute")
    def begin(_: Any, __: Any, ___: Any, ____: Any, context: Any, _____: Any) -> None:
        context.began = perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def end(_: Any, __: Any, statement: str, ___: Any, context: Any, ____: Any) -> None:
        seconds.labels(kind_of(statement)).observe(perf_counter() - context.began)

    @event.listens_for(engine, "handle_error")
    def count(_: Any) -> None:
        errors.inc()


def _watch_pool(engine: Engine) -> None:
    in_use = gauge("database_connections_in_use", "Connections that are not in the pool.")
    seconds = histogram(
        "database_connection_seconds",
        "Time from when a connection left the pool until it was back: with its commit.",
        DATABASE_SECONDS,
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
