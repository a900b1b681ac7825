"""Connections to the database: how each is opened, and that its files are still in place."""

import logging
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError

from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.store.sqlite.database_file import DatabaseFile, OpenFiles

FILES = "scorekeeper.files"  # of a connection, in its pool's notes about it
SECONDS_TO_WRITE_BACK = 1.0

log = logging.getLogger("scorekeeper")


def file_uri(path: str | Path, **how: str) -> str:
    """The address by which SQLite opens a file in the ways that only an address can say."""
    options = "&".join(f"{name}={value}" for name, value in how.items())
    return f"{Path(path).absolute().as_uri()}?{options}"


def listen(engine: Engine, file: DatabaseFile, synchronous: str) -> None:
    """Open every connection of the engine to *file*, and to that one only."""

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, record: Any, arguments: list[Any], how: dict[str, Any]) -> Any:
        opened: list[sqlite3.Connection] = []

        def attempt() -> OpenFiles:
            uri = file_uri(file.path, mode="rw")  # a file that is gone is never made anew
            opened.append(sqlite3.connect(uri, uri=True, **how))
            _set_up(opened[0], synchronous)
            return OpenFiles.of(file.path)

        try:
            record.info[FILES] = file.opened(attempt)
        except BaseException:
            for connection in opened:
                connection.close()
            raise
        return opened[0]

    @event.listens_for(engine, "checkout")
    def refuse_moved_files(connection: sqlite3.Connection, record: Any, _: Any) -> None:
        files: OpenFiles = record.info[FILES]
        if files.are_in_place:
            return
        if files.may_be_written_back:
            kept = write_back(connection, files)
            if files.is_database_in_place:
                file.note_lost_log(files, kept=kept)
        engine.pool.dispose()  # those that nobody uses: all of them share what they have open
        raise DisconnectionError("its files are not in place any more")

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


def write_back(connection: sqlite3.Connection, files: OpenFiles) -> bool:
    """Write the log into the database that the connection has open; whether all of it is there.

    A log that was removed is still open here, and so is a database that was moved away: without
    this, what is in the log would be lost, or be put into whatever lies at its path next.
    """
    try:
        connection.execute(f"PRAGMA busy_timeout={int(1000 * SECONDS_TO_WRITE_BACK)}")
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        log.warning("keep %s-wal with the database, what was saved is in it: %s", files.path, error)
        return False
    return not busy


def close(engine: Engine, file: DatabaseFile) -> None:
    """Write the log back and close the connections, so that the file is whole by itself.

    Others may be writing at the same moment, in this process or another one: whoever closes the
    last connection leaves no log behind, and nobody opens one from here any more.
    """
    with file.closing():
        try:
            connection = engine.raw_connection()
        except (StoreUnavailableError, SQLAlchemyError, sqlite3.Error) as error:
            log.debug("nothing can be written back: %s", error)  # gone, replaced or damaged
        else:
            _write_back_by(connection)
    engine.dispose()


def empty_log(engine: Engine) -> bool:
    """Write the log back and leave nothing in it; False where others are reading from it."""
    return _write_back_by(engine.raw_connection())


def _write_back_by(connection: PoolProxiedConnection) -> bool:
    driver: Any = connection.driver_connection
    try:
        files: OpenFiles = connection.info[FILES]
        return files.may_be_written_back and write_back(driver, files)
    finally:
        connection.close()
