"""SQLite as a backend of the store."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, RootTransaction, event

from scorekeeper.store.backend import Backend, ChangeFeed, SupportedVersions
from scorekeeper.store.changes import Change
from scorekeeper.store.errors import StoreUnavailableError, UnusableDatabaseError
from scorekeeper.store.sqlite.backup import RefusedCopyError, copy_database
from scorekeeper.store.sqlite.database_file import keep_database_private, make_private
from scorekeeper.store.sqlite.opened_database import OpenedDatabase
from scorekeeper.store.sqlite.verification import verified_content

WITHOUT_FILE = (None, "", ":memory:")
WRITES = "writes"  # in the `info` of a connection: its next transaction does
CONNECTIONS = 80  # at most, kept open: every thread of a worker may hold one for a moment


class SqliteBackend(Backend):
    """A database in a file; *synchronous* is SQLite's own word for how durable a commit is.

    SQLite needs no help with what is not said here: a transaction that writes is the only one, new
    ids are counted on from the largest, and processes that share a file hear of each other by its
    own count of commits.
    """

    file: Path

    def __init__(self, url: URL, *, synchronous: str, busy_seconds: float) -> None:
        if url.database in WITHOUT_FILE:
            raise UnusableDatabaseError("database_without_file")
        if "uri" in url.query:
            raise UnusableDatabaseError("database_by_uri")
        self.url, self.file = url, Path(url.database or "")
        self.place = str(self.file)
        # A connection for every thread, each of which waits a while for a lock.
        self.engine_options = {
            "connect_args": {"timeout": busy_seconds},
            "pool_size": CONNECTIONS,
            "max_overflow": 0,
            "pool_use_lifo": True,  # what a connection has read is still in its memory
        }
        self._synchronous = synchronous
        self._opened: OpenedDatabase

    def listen(self, engine: Engine) -> None:
        """Open every connection to the file that lies there at the first one, and to no other."""
        self._opened = opened = OpenedDatabase(self.file, self._synchronous)
        event.listen(engine, "do_connect", lambda _, __, ___, options: opened.connect(**options))
        event.listen(engine, "checkout", lambda _, __, ___: opened.check())
        event.listen(engine, "engine_disposed", lambda _: opened.let_go())
        event.listen(engine, "begin", _begin)

    def check(self) -> None:
        """Raise LostDatabaseError unless all that this process has open is still in place."""
        self._opened.check()

    def begin_writing(self, connection: Connection) -> RootTransaction:
        """Begin the only one that writes; others may make it wait, or fail."""
        connection.info[WRITES] = True
        return connection.begin()

    def feed(self, engine: Engine) -> "DataVersion":
        """Whether others have committed anything."""
        return DataVersion(engine, self._opened)

    def copy_id(self, engine: Engine) -> str:
        """The number that a copy was given when it was made."""
        with engine.connect() as connection:
            number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        return f"{number:x}" if number else ""

    def verify(self, known: SupportedVersions) -> None:
        """Look at all of the file, if it is there."""
        if self.file.exists():
            verified_content(self.file, known)

    def create_missing(self) -> None:
        """Make an empty file where there is none; what is there is its owner's alone from now on.

        SQLite makes what lies beside it as private as the file itself.
        """
        try:
            make_private(self.file)
        except FileExistsError:
            keep_database_private(self.file)
        except OSError as error:
            raise StoreUnavailableError(str(error.strerror)) from error

    def copy_before_migration(self, present: str, known: SupportedVersions) -> Path:
        """A verified copy beside the file, named by its version *present* and the time.

        Raises StoreUnavailableError where none can be kept.
        """
        stamp = f"{datetime.now():%Y%m%d-%H%M%S-%f}"  # others may make one in this second
        copy = self.file.with_name(f"{self.file.stem}.before-{present}.{stamp}{self.file.suffix}")
        try:
            copy_database(self.file, copy, known)
        except (OSError, RefusedCopyError) as error:
            raise StoreUnavailableError(code="no_copy_before_update", reason=error) from error
        return copy

    def overwrite_deleted(self, engine: Engine) -> bool:
        """Write the log back; what was deleted stays in it as long as others are reading there."""
        engine.raw_connection().close()  # so that it is open in this process
        return self._opened.write_back("TRUNCATE")

    def close(self, engine: Engine) -> None:
        """Write the log back: the file is whole by itself then."""
        self._opened.close(engine)


def _begin(connection: Connection) -> None:
    if connection.info.pop(WRITES, False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        driver: Any = connection.connection.driver_connection
        driver.execute("BEGIN")  # touches no file yet: nothing to be noted of it, or translated


class DataVersion(ChangeFeed):
    """SQLite's own number of what others have committed, as one connection sees it.

    Every method may raise what the database raises, and LostDatabaseError where its files are not
    in place any more; after that a new one is to be made.
    """

    def __init__(self, engine: Engine, database: OpenedDatabase) -> None:
        self._connection = engine.raw_connection()
        self._database = database
        self._known: int | None = None

    def wait(self, seconds: float) -> Sequence[Change] | None:
        """None where anybody else has committed since it was asked last, and the first time.

        Else nothing, so many seconds later.
        """
        self._database.check()
        driver: Any = self._connection.driver_connection
        (version,) = driver.execute("PRAGMA data_version").fetchone()
        if version != self._known:
            self._known = version
            return None
        sleep(seconds)
        return ()
