"""The database: which there are, how it is opened, and the one way to write to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, ColumnElement, Connection, CursorResult, Executable, make_url, update
from sqlalchemy.exc import ArgumentError

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.store import changes
from scorekeeper.store.backend import Backend, ChangeFeed
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import (
    LostDatabaseError,
    RaceLostError,
    StoreInterruptedError,
    StoreUnavailableError,
    UnusableDatabaseError,
    as_unavailable,
    is_of_database,
    is_race_lost,
)
from scorekeeper.store.postgresql import PostgresqlBackend
from scorekeeper.store.sqlite.backend import SqliteBackend
from scorekeeper.store.tables import Model

EXTENSION = "backend"
SYNCHRONOUS = "FULL"  # what was acknowledged survives a power cut
BUSY_SECONDS = 5

CONNECTION = "connection"  # on `g`

Columns = tuple[Any, ...]

db = SQLAlchemy(model_class=Model, disable_autonaming=True)


def file_url(file: Path) -> URL:
    """The address of a database in a file, whatever letters are in its path."""
    return URL.create("sqlite", database=str(file))


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
    app.teardown_appcontext(release_connection)
    with app.app_context():
        opened = backend_at(db.engine.url, **how)  # where a file lies is known now
        app.extensions[EXTENSION] = opened
        opened.listen(db.engine)


def backend(app: Flask | None = None) -> Backend:
    """The database of an application, by default of the one at work."""
    attached: Backend = (app or current_app).extensions[EXTENSION]
    return attached


def change_feed() -> ChangeFeed:
    """What other processes commit to this database from now on."""
    return backend().feed(db.engine)


def send_message(message: str) -> None:
    """Have other processes hear a message; raises what the database raises.

    Outside a transaction; what was read before is forgotten, so that a request never holds two
    connections.
    """
    release_connection()
    backend().send_message(db.engine, message)


def current_connection() -> Connection:
    """The connection of this request, or of this command.

    All that is asked of it is answered as of one moment, until it is released. It is no session:
    rows are read as values here, and statements are put together once.
    """
    opened: Connection | None = g.get(CONNECTION)
    if opened is None:
        opened = db.engine.connect()
        setattr(g, CONNECTION, opened)
    return opened


def execute(statement: Executable, values: Any = None, **how: Any) -> CursorResult[*Columns]:
    """What a statement of SQLAlchemy finds or does with these values, or with each of a list.

    *how* are execution options. Nothing commits.
    """
    return current_connection().execute(statement, values, execution_options=how or None)


def release_connection(_: BaseException | None = None) -> None:
    """Give the connection back, also one that is lost: the next query sees what is there then."""
    opened: Connection | None = g.pop(CONNECTION, None)
    if opened is None:
        return
    if not opened.in_transaction():
        _end(opened, opened.rollback)  # what is left of a commit that failed, `close` leaves open
    _end(opened, opened.close)


def _end(opened: Connection, end: Callable[[], None]) -> None:
    """End what a connection does; one that is lost is thrown away, and replaced if need be."""
    try:
        end()
    except Exception as error:
        if not is_of_database(error):
            raise
        if not opened.closed:
            opened.invalidate()


def close(app: Flask) -> None:
    """Close all connections to the database; a file is whole by itself then.

    To be called where a process ends; nothing can be read or written by it afterwards.
    """
    with app.app_context():
        release_connection()
        backend().close(db.engine)


def set_columns(table: type[Model], condition: ColumnElement[bool], **values: Any) -> int:
    """Write values into the columns of those rows for which a condition holds; nothing commits.

    Returns how many these are.
    """
    return execute(update(table).where(condition).values(**values)).rowcount


@contextmanager
def transaction() -> Iterator[None]:
    """Commit everything written inside the block, or nothing of it; then tell what has changed.

    What is read inside is as of now, whatever was read before. Raises RaceLostError where a unique
    constraint was violated and StoreUnavailableError where the database cannot be written, or was
    taken away while it was: what nobody will find again is not acknowledged. Where it is a
    StoreInterruptedError, certainly nothing was written.
    """
    is_committing, written = False, tuple[Change, ...]()
    try:
        writing = _begun()
        yield
        if g.get(CONNECTION) is not writing:
            raise RuntimeError("the connection of a transaction was given back inside of it")
        written = changes.take()
        backend().notify(writing, written)
        is_committing = True
        writing.commit()
        release_connection()
        backend().check()
    except BaseException as error:
        release_connection()
        refusal = _refusal(error, is_committing=is_committing)
        if refusal is None or refusal is error:
            raise
        raise refusal from error
    application = current_app._get_current_object()  # type: ignore[attr-defined]
    changes.committed.send(application, changes=written)


def _begun() -> Connection:
    """The connection of this request in a transaction that writes, nothing being noted of it yet.

    What it has read is over with that, and its file is looked for as with a new one.
    """
    writing = current_connection()
    _end(writing, writing.rollback)
    backend().check()
    changes.take()  # of a transaction that was never committed
    backend().begin_writing(writing)
    return writing


def _refusal(error: BaseException, *, is_committing: bool) -> Exception | None:
    """What an error of a transaction says to whoever wanted to write; None: nothing of its own."""
    if is_race_lost(error):
        return RaceLostError(str(error))
    unavailable = as_unavailable(error)
    if is_committing and isinstance(unavailable, LostDatabaseError):  # with what was committed
        return LostDatabaseError("moved_while_written", unavailable.path)
    if is_committing and isinstance(unavailable, StoreInterruptedError):
        return StoreUnavailableError(str(unavailable))  # nobody knows what was written
    return unavailable
