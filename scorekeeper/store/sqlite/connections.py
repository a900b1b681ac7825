"""Connections to the database: how each is opened, used and closed."""

import logging
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.store.sqlite.opened_database import OpenedDatabase

log = logging.getLogger("scorekeeper")


def file_uri(path: str | Path, **how: str) -> str:
    """The address by which SQLite opens a file in the ways that only an address can say."""
    options = "&".join(f"{name}={value}" for name, value in how.items())
    return f"{Path(path).absolute().as_uri()}?{options}"


def listen(engine: Engine, database: OpenedDatabase, synchronous: str) -> None:
    """Open every connection of the engine to *database*, and to that one only."""

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, arguments: list[Any], how: dict[str, Any]) -> sqlite3.Connection:
        def attempt() -> sqlite3.Connection:
            uri = file_uri(database.path, mode="rw")  # a file that is gone is never made anew
            connection: sqlite3.Connection = sqlite3.connect(uri, uri=True, **how)
            try:
                _set_up(connection, synchronous)
            except BaseException:
                connection.close()
                raise
            return connection

        return database.opened(attempt)

    @event.listens_for(engine, "checkout")
    def refuse_lost_files(_: Any, __: Any, ___: Any) -> None:
        database.check()

    @event.listens_for(engine, "engine_disposed")
    def let_go(_: Engine) -> None:
        database.let_go()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _set_up(connection: sqlite3.Connection, synchronous: str) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    try:
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "foreign_keys=ON",
            "secure_delete=ON",  # what is deleted, or moved to another page, is overwritten
        ):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the log is open now
    except UnicodeDecodeError as error:  # SQLite's own message repeats what is damaged
        raise sqlite3.DatabaseError("the schema is damaged") from error


def open_once(engine: Engine) -> None:
    """Have the database open in this process; raises what the database raises."""
    engine.raw_connection().close()


def close(engine: Engine, database: OpenedDatabase) -> None:
    """Write the log back and close the connections, so that the file is whole by itself.

    Others may be writing at the same moment, in this process or another one: whoever closes the
    last connection leaves no log behind, and nobody opens one from here any more.
    """
    with database.closing():
        try:
            open_once(engine)  # after a crash nobody has written it back yet
        except (StoreUnavailableError, SQLAlchemyError, sqlite3.Error) as error:
            log.debug("nothing can be written back: %s", error)  # gone, replaced or damaged
    engine.dispose()
