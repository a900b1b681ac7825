"""The database: how it is opened, and the one way to write to it."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.store import changes
from scorekeeper.store.backend import Backend, ChangeFeed, Message
from scorekeeper.store.backends import backend_at
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import (
    RaceLostError,
    StoreInterruptedError,
    StoreUnavailableError,
    as_unavailable,
    is_of_database,
    is_race_lost,
)
from scorekeeper.store.model import Model

EXTENSION = "backend"

db = SQLAlchemy(model_class=Model, disable_autonaming=True)


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
    app.teardown_appcontext(
        discard_session
    )  # before the library's own, which would fail with a connection
    with app.app_context():
        url = db.engine.url.render_as_string(hide_password=False)  # where a file lies is known now
        app.extensions[EXTENSION] = found = backend_at(url, **how)
        found.listen(db.engine)


def backend() -> Backend:
    """The database of this application."""
    found: Backend = current_app.extensions[EXTENSION]
    return found


def change_feed() -> ChangeFeed:
    """What other processes commit to this database from now on."""
    return backend().feed(db.engine)


def send_message(message: Message) -> None:
    """Have other processes hear a message; raises what the database raises.

    Outside a transaction; what was read before is dropped from the session, so that a request never
    holds two connections.
    """
    db.session.rollback()
    backend().send_message(db.engine, message)


def discard_session(_: BaseException | None = None) -> None:
    """Forget what was read, and give the connection back, also one that is lost."""
    try:
        db.session.remove()
    except Exception as error:
        if not is_of_database(error):
            raise
        db.session().invalidate()
        db.session.registry.clear()


def close(app: Flask) -> None:
    """Close all connections to the database; a file is whole by itself then.

    To be called where a process ends; nothing can be read or written by it afterwards.
    """
    with app.app_context():
        discard_session()
        backend().close(db.engine)


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
        db.session.rollback()
        changes.take(db.session)  # of a transaction that was never committed
        connection = db.session.connection(execution_options=dict(backend().writing))
        with backend().committing(connection):
            yield
            db.session.flush()
            written = changes.take(db.session)
            backend().notify(connection, written)
            is_committing = True
            db.session.commit()
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
