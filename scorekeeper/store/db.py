"""The database: how it is opened, and the one way to write to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.store import connections
from scorekeeper.store.database_file import DatabaseFile, OpenFiles
from scorekeeper.store.errors import (
    LostDatabaseError,
    RaceLostError,
    UnusableDatabaseError,
    as_unavailable,
    is_race_lost,
)

EXTENSION = "database_file"
SYNCHRONOUS = "FULL"  # what was acknowledged survives a power cut
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
    if "uri" in address.query:
        raise UnusableDatabaseError("name the file of the database itself (sqlite:///path)")
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
        file = DatabaseFile(str(db.engine.url.database))
        app.extensions[EXTENSION] = file
        connections.listen(db.engine, file, app.config["SYNCHRONOUS"])


def close(app: Flask) -> None:
    """Write the log back and close all connections: the file is whole by itself then.

    To be called where a process ends; nothing can be read or written by it afterwards.
    """
    with app.app_context():
        db.session.remove()
        connections.close(db.engine, app.extensions[EXTENSION])


@contextmanager
def transaction() -> Iterator[None]:
    """Commit everything written inside the block, or nothing of it.

    What was read before is dropped from the session. Raises RaceLostError where a unique
    constraint was violated and StoreUnavailableError where the database cannot be written, or was
    taken away while it was: what nobody will find again is not acknowledged.
    """
    try:
        db.session.rollback()
        connection = db.session.connection(execution_options={"writes": True})
        files: OpenFiles = connection.info[connections.FILES]
        yield
        db.session.commit()
        if not files.are_in_place:
            raise LostDatabaseError(f"{files.path} was moved or replaced while it was written")
    except BaseException as error:
        db.session.rollback()
        if is_race_lost(error):
            raise RaceLostError(str(error)) from error
        unavailable = as_unavailable(error)
        if unavailable is None or unavailable is error:
            raise
        raise unavailable from error
