"""The application, its database looked at and brought up to date before anything else happens."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import exc

from scorekeeper.app import create_app
from scorekeeper.cli.errors import WRONG_USAGE, CommandError
from scorekeeper.services.compatibility import known_to_this_version
from scorekeeper.store.db import close, db
from scorekeeper.store.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    NewerDatabaseError,
    StoreUnavailableError,
    UnusableDatabaseError,
    as_unavailable,
)
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.verification import verified_content

RESTORE = (
    "it was left as it is: move it away, with the -wal file beside it if there is one, and put a "
    "backup in its place (scorekeeper restore FILE)"
)


def create_ready_app(database: str | None) -> Flask:
    """The application, ready to work; raises CommandError where its database cannot be used."""
    app = create_plain_app(database)
    with app.app_context(), database_errors(database_path()):
        if Path(database_path()).exists():
            verified_content(Path(database_path()), known_to_this_version())
        copy = upgrade(db.engine)
        if copy is not None:
            sys.stderr.write(f"A copy of the database as it was is kept: {copy}\n")
        db.engine.dispose()  # a connection must not be taken along into another process
    return app


def create_plain_app(database: str | None) -> Flask:
    """The application, its database not yet looked at; raises CommandError for the address."""
    try:
        return create_app({"DATABASE": database} if database else None)
    except UnusableDatabaseError as unusable:
        raise CommandError(str(unusable), WRONG_USAGE) from unusable
    except (exc.ArgumentError, ImportError) as error:  # sqlite+something:///path
        raise CommandError(f"{database} cannot be used: {error}", WRONG_USAGE) from error


def path_of(database: str | None) -> Path:
    """Where the database lies that the address, or else the configuration, names; CommandError."""
    with create_plain_app(database).app_context():
        return Path(database_path())


@contextmanager
def application_context(database: str | None) -> Iterator[None]:
    """Inside the application for the length of one command; raises CommandError."""
    app = create_ready_app(database)
    with app.app_context():
        try:
            with database_errors(database_path()):
                yield
        finally:
            close(app)


@contextmanager
def database_errors(path: str) -> Iterator[None]:
    """Turn a database that is locked, full, missing, damaged, foreign or too new into words."""
    try:
        yield
    except (NewerDatabaseError, ForeignDatabaseError) as refusal:
        raise CommandError(f"{path}: {refusal}") from refusal
    except DamagedDatabaseError as damaged:
        raise CommandError(f"{path}: {damaged}\n{RESTORE}") from damaged
    except (StoreUnavailableError, exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        cause = as_unavailable(error)
        if isinstance(cause, DamagedDatabaseError):
            raise CommandError(f"{path}: {cause}\n{RESTORE}") from error
        raise CommandError(f"the database {path} cannot be used: {cause or error}") from error


def database_path() -> str:
    """Where the database lies."""
    return str(db.engine.url.database)
