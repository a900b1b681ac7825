"""The application, its database brought up to date before anything else happens."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import exc

from scorekeeper.app import create_app
from scorekeeper.cli.errors import WRONG_USAGE, CommandError
from scorekeeper.store.db import db
from scorekeeper.store.errors import StoreUnavailableError, UnusableDatabaseError
from scorekeeper.store.migrate import NewerDatabaseError, upgrade


def started(database: str | None) -> Flask:
    """The application, ready to work; raises CommandError where its database cannot be used."""
    app = _application(database)
    with app.app_context(), database_in_words():
        copy = upgrade(db.engine)
        if copy is not None:
            sys.stderr.write(f"A copy of the database as it was is kept: {copy}\n")
        db.engine.dispose()  # a connection must not be taken along into another process
    return app


def _application(database: str | None) -> Flask:
    try:
        return create_app({"DATABASE": database} if database else None)
    except UnusableDatabaseError as unusable:
        raise CommandError(str(unusable), WRONG_USAGE) from unusable
    except (exc.ArgumentError, ImportError) as error:  # sqlite+something:///path
        raise CommandError(f"{database} cannot be used: {error}", WRONG_USAGE) from error


@contextmanager
def at_work(database: str | None) -> Iterator[None]:
    """Inside the application for the length of one command; raises CommandError as `started`."""
    app = started(database)
    with app.app_context():
        engine = db.engine
        try:
            with database_in_words():
                yield
        finally:
            db.session.remove()
            engine.dispose()


@contextmanager
def database_in_words() -> Iterator[None]:
    """Turn a database that is locked, full, missing, foreign or too new into a CommandError."""
    try:
        yield
    except NewerDatabaseError as newer:
        raise CommandError(f"{place()}: {newer}") from newer
    except (StoreUnavailableError, exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        cause = error.__cause__ if isinstance(error, StoreUnavailableError) else error
        cause = getattr(cause, "orig", None) or cause
        raise CommandError(f"the database {place()} cannot be used: {cause}") from error


def place() -> str:
    """Where the database lies."""
    return str(db.engine.url.database)
