"""The database: how it is opened, and the one way to write to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.store.errors import (
    RaceLostError,
    StoreUnavailableError,
    UnusableDatabaseError,
    is_unavailable,
)

BUSY_SECONDS = 5
WITHOUT_FILE = (None, "", ":memory:")
POOL = 20
POOL_OVERFLOW = 60  # every thread of a worker may hold a connection for a moment


class Model(DeclarativeBase):
    """What every table's class is made from."""


db = SQLAlchemy(model_class=Model, disable_autonaming=True)


def checked_url(url: str) -> str:
    """The address of the database, if it is one of SQLite; raises UnusableDatabaseError."""
    try:
        address = make_url(url)
        backend = address.get_backend_name()
    except ArgumentError:
        raise UnusableDatabaseError(f"{url!r} is no database address (sqlite:///path)") from None
    if backend != "sqlite":
        raise UnusableDatabaseError(f"only SQLite is supported so far (sqlite:///path): {backend}")
    if address.database in WITHOUT_FILE:
        raise UnusableDatabaseError("a database needs a file to lie in (sqlite:///path)")
    return url


def attach(app: Flask) -> None:
    """Bind the database of the configuration to the application."""
    app.config["SQLALCHEMY_DATABASE_URI"] = checked_url(app.config["DATABASE"])
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {
        "hide_parameters": True,  # they hold the secret links, and errors are logged
        "json_serializer": json_text,
        "json_deserializer": json_data,
        "connect_args": {"timeout": app.config["BUSY_SECONDS"]},
        "pool_size": POOL,
        "max_overflow": POOL_OVERFLOW,
    }
    db.init_app(app)
    with app.app_context():
        _listen(db.engine, app.config["SYNCHRONOUS"])


def _listen(engine: Engine, synchronous: str) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def transaction() -> Iterator[None]:
    """Commit everything written inside the block, or nothing of it.

    What was read before is dropped from the session. Raises RaceLostError where a unique
    constraint was violated and StoreUnavailableError where the database cannot be written.
    """
    try:
        db.session.rollback()
        db.session.connection(execution_options={"writes": True})
        yield
        db.session.commit()
    except BaseException as error:
        db.session.rollback()
        if isinstance(error, IntegrityError):
            raise RaceLostError(str(error.orig)) from error
        if is_unavailable(error):
            raise StoreUnavailableError(str(error)) from error
        raise
