"""The application, its database looked at and brought up to date before anything else happens."""

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import URL, exc

from scorekeeper.app import create_app
from scorekeeper.cli.sentences import CommandError, UsageError, sentence
from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store import errors
from scorekeeper.store.db import backend, close, db
from scorekeeper.store.migrate import upgrade


def create_ready_app(database: str | URL | None, typed: Mapping[str, Any] | None = None) -> Flask:
    """The application, ready to work; raises CommandError where its database cannot be used.

    What is not *typed*, and a database that is None, comes from the environment.
    """
    app = create_plain_app(database, typed)
    prepare_database(app)
    return app


def prepare_database(app: Flask) -> None:
    """Look at the database of an application and bring it up to date; raises CommandError."""
    with app.app_context(), database_errors():
        backend().verify(known_to_this_version())
        copy = upgrade(db.engine)
        if copy is not None:
            print(sentence("cli.database.kept", path=copy), file=sys.stderr)
        app.config["DATABASE_COPY"] = backend().copy_id(db.engine)
        db.engine.dispose()  # a connection must not be taken along into another process


def create_plain_app(database: str | URL | None, typed: Mapping[str, Any] | None = None) -> Flask:
    """The application, its database not yet looked at; raises CommandError for the address."""
    try:
        return create_app({"DATABASE": database} if database else {}, typed)
    except errors.UnusableDatabaseError as unusable:
        raise UsageError(unusable) from unusable
    except (exc.ArgumentError, ImportError) as error:  # sqlite+something:///path
        raise UsageError(sentence("cli.database.unusable", reason=error)) from error


def file_of(arguments: Namespace) -> Path:
    """The file of the database that is meant; raises CommandError, also where it is no file."""
    database = backend(create_plain_app(arguments.database))
    if database.file is None:
        raise UsageError(sentence("cli.database.no_file", place=database.place))
    return database.file


@contextmanager
def application_context(arguments: Namespace, *, makes_database: bool = False) -> Iterator[None]:
    """Inside the application for the length of one command; raises CommandError.

    Also where there is no database yet, unless *makes_database* says to make one.
    """
    app = create_plain_app(arguments.database)
    file = backend(app).file
    if file is not None and not (makes_database or file.exists()):
        raise CommandError(sentence("cli.database.missing", place=file))
    prepare_database(app)
    try:
        with app.app_context(), database_errors():
            yield
    finally:
        close(app)


@contextmanager
def database_errors() -> Iterator[None]:
    """Turn a database that is locked, full, missing, damaged, foreign or too new into words."""
    place = backend().place
    advice = () if backend().file is None else (sentence("cli.database.restore"),)
    try:
        yield
    except (errors.NewerDatabaseError, errors.ForeignDatabaseError) as refusal:
        raise CommandError(sentence("text.pair", name=place, value=refusal)) from refusal
    except (errors.StoreUnavailableError, exc.DBAPIError, exc.TimeoutError, sqlite3.Error) as error:
        cause = errors.as_unavailable(error)
        if isinstance(cause, errors.DamagedDatabaseError):
            raise CommandError(sentence("text.pair", name=place, value=cause), *advice) from error
        reason = cause if cause is not None else getattr(error, "orig", error)
        raise CommandError(sentence("cli.database.failed", place=place, reason=reason)) from error
