"""The database: which there are, how it is opened, and the one way to write to it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import URL, ColumnElement, Connection, Engine, Row, Select, make_url, update
from sqlalchemy.exc import ArgumentError

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.store import changes
from scorekeeper.store.backend import Backend, ChangeFeed
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import (
    RaceLostError,
    StoreInterruptedError,
    StoreUnavailableError,
    UnusableDatabaseError,
    as_unavailable,
    is_of_database,
    is_race_lost,
)
from scorekeeper.store.postgresql import PostgresqlBackend
from scorekeeper.store.records import Model
from scorekeeper.store.sqlite.backend import SqliteBackend

EXTENSION = "backend"
SYNCHRONOUS = "FULL"  # what was acknowledged survives a power cut
BUSY_SECONDS = 5

CONNECTION = "reading_connection"  # on `g`


class JoiningSession(Session):
    """A session that goes on in the transaction in which a row was read before it was needed."""

    def get_bind(self, *given: Any, **how: Any) -> Engine | Connection:
        """The connection that has read already, or else what opens one."""
        reading: Connection | None = g.get(CONNECTION)
        return reading or super().get_bind(*given, **how)


db = SQLAlchemy(
    model_class=Model,
    disable_autonaming=True,
    session_options={"class_": JoiningSession, "join_transaction_mode": "control_fully"},
)


def backend_at(
    url: str | URL, *, synchronous: str = SYNCHRONOUS, busy_seconds: float = BUSY_SECONDS
) -> Backend:
    """The backend of a database by its address; raises UnusableDatabaseError."""
    try:
        address = make_url(url)
        name = address.get_backend_name()
    except (ArgumentError, ValueError):  # it may hold a password: it is not repeated
        raise UnusableDatabaseError("no_database_address") from None
    match name:
        case "sqlite":
            return SqliteBackend(address, synchronous=synchronous, busy_seconds=busy_seconds)
        case "postgresql" | "postgres":
            return PostgresqlBackend(address, busy_seconds=busy_seconds)
    raise UnusableDatabaseError("unsupported_database", name=name)


def attach(app: Flask) -> None:
    """Bind the database of the configuration to the application.

    Raises UnusableDatabaseError for an address that is none of ours.
    """
    how = {"synchronous": app.config["SYNCHRONOUS"], "busy_seconds": app.config["BUSY_SECONDS"]}
    asked = backend_at(app.config["DATABASE"], **how)
    app.config["SQLALCHEMY_DATABASE_URI"] = asked.url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        "hide_parameters": True,  # they hold the secret links, and errors are logged
        "json_serializer": json_text,
        "json_deserializer": json_data,
        **asked.engine_options,
    }
    db.init_app(app)
    # Before the library's own, which would fail with a connection.
    app.teardown_appcontext(discard_session)
    with app.app_context():
        opened = backend_at(db.engine.url, **how)  # where a file lies is known now
        app.extensions[EXTENSION] = opened
        opened.listen(db.engine)


def backend() -> Backend:
    """The database of this application."""
    attached: Backend = current_app.extensions[EXTENSION]
    return attached


def change_feed() -> ChangeFeed:
    """What other processes commit to this database from now on."""
    return backend().feed(db.engine)


def send_message(message: str) -> None:
    """Have other processes hear a message; raises what the database raises.

    Outside a transaction; what was read before is dropped from the session, so that a request never
    holds two connections.
    """
    _end_reading()
    backend().send_message(db.engine, message)


def discard_session(_: BaseException | None = None) -> None:
    """Forget what was read, and give the connection back, also one that is lost."""
    reading: Connection | None = g.pop(CONNECTION, None)
    try:
        db.session.remove()
        if reading is not None:
            reading.close()
    except Exception as error:
        if not is_of_database(error):
            raise
        db.session().invalidate()
        db.session.registry.clear()
        if reading is not None and not reading.closed:
            reading.invalidate()


def _end_reading() -> None:
    """Drop what was read, so that the next query sees what is there by then."""
    reading: Connection | None = g.pop(CONNECTION, None)
    try:
        db.session.rollback()
    finally:
        if reading is not None:
            reading.close()


def close(app: Flask) -> None:
    """Close all connections to the database; a file is whole by itself then.

    To be called where a process ends; nothing can be read or written by it afterwards.
    """
    with app.app_context():
        discard_session()
        backend().close(db.engine)


def fetch_row(wanted: Select[Any], values: Mapping[str, Any]) -> Row[Any] | None:
    """The one row that a query finds with these *values*, or None.

    It is read in the transaction that is open. Where none is, as at the beginning of every request,
    it begins without a session, which many answers never need: one that is needed later joins it.
    """
    if CONNECTION not in g:
        if db.session.registry.has() and db.session().in_transaction():
            return db.session.connection().execute(wanted, values).one_or_none()
        setattr(g, CONNECTION, db.engine.connect())
    reading: Connection = g.get(CONNECTION)
    return reading.execute(wanted, values).one_or_none()


def set_columns(table: type[Model], condition: ColumnElement[bool], **values: Any) -> int:
    """Write values into the columns of those rows for which a condition holds; nothing commits.

    Returns how many these are.
    """
    result: Any = db.session.execute(update(table).where(condition).values(**values))
    return int(result.rowcount)


@contextmanager
def transaction() -> Iterator[None]:
    """Commit everything written inside the block, or nothing of it; then tell what has changed.

    What was read before is dropped from the session. Raises RaceLostError where a unique
    constraint was violated and StoreUnavailableError where the database cannot be written, or was
    taken away while it was: what nobody will find again is not acknowledged. Where it is a
    StoreInterruptedError, certainly nothing was written.
    """
    is_committing, written = False, tuple[Change, ...]()
    try:
        _end_reading()
        changes.take(db.session)  # of a transaction that was never committed
        connection = db.session.connection(execution_options=dict(backend().writing))
        yield
        db.session.flush()
        written = changes.take(db.session)
        backend().notify(connection, written)
        is_committing = True
        db.session.commit()
        backend().check_committed()
    except BaseException as error:
        db.session.rollback()
        if is_race_lost(error):
            raise RaceLostError(str(error)) from error
        unavailable = as_unavailable(error)
        if is_committing and isinstance(unavailable, StoreInterruptedError):
            unavailable = StoreUnavailableError(str(unavailable))  # nobody knows what was written
        if unavailable is None or unavailable is error:
            raise
        raise unavailable from error
    application = current_app._get_current_object()  # type: ignore[attr-defined]
    changes.committed.send(application, changes=written)
