"""The database that a process began with; whatever else lies at its path, or beside it, is refused.

SQLite opens the log of each connection by its path, and the index with the first one of a process.
So a process keeps one connection from its first look at the database to its end: all others share
its index, and none of them is used unless it has found the same log. Once one of the two is gone,
all processes still agree about what is in them; that holds only as long as nobody opens the
database anew, and so nobody does until all of them have ended.
"""

import logging
import mmap
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.errors import LostDatabaseError, StoreUnavailableError
from scorekeeper.store.sqlite.database_file import Identity, file_uri, identity
from scorekeeper.store.sqlite.in_use import (
    OpenCompanions,
    lost_files,
    opened_first,
    opened_here,
    opening_alone,
)

SECONDS_TO_WRITE_BACK = 1.0
TROUBLES = {
    "gone": "the database {} is gone: nothing is saved until it is put back, or the server is "
    "started again",
    "replaced": "another file has taken the place of the database {}: nothing is saved until that "
    "one is put back, or the server is started again",
}

log = logging.getLogger("scorekeeper")


class SharedMark:
    """Made before other processes are started; once set, it is set for all of them, for good."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)
        self._token, given = os.pipe()  # one letter: the first to take it was the first
        os.write(given, b"1")
        os.close(given)

    @property
    def is_set(self) -> bool:
        """Whether any of them has set it."""
        return self._memory[0] != 0

    def set(self) -> bool:
        """Set it; whether this was the first time."""
        self._memory[0] = 1
        return bool(os.read(self._token, 1))  # empty from then on

    def __del__(self) -> None:
        os.close(self._token)


class OpenedDatabase:
    """Made before a server starts its processes, so that all of them know of a lost log."""

    def __init__(self, path: str, synchronous: str) -> None:
        self._path, self._synchronous = path, synchronous
        self._is_lost = SharedMark()
        self._began_with: Identity | None = None
        self._held: int | None = None
        self._kept_open: sqlite3.Connection | None = None
        self._companions: OpenCompanions | None = None
        self._is_written_back = False
        self._trouble: str | None = None
        self._is_closing = self._is_closed = False
        self._opening, self._writing_back = threading.RLock(), threading.RLock()

    def connect(self, **options: Any) -> sqlite3.Connection:
        """A new connection; raises LostDatabaseError unless it is one to the same files as ever.

        Looked at before and after: what was opened in between is what lies there both times.
        """
        with self._opening:
            self._begin()
            self.check()
            companions = self._companions or self._keep_open(options)
            with opening_alone(self._path):
                self.check()
                try:
                    return self._connected(options, self.check)
                except (LostDatabaseError, sqlite3.Error):
                    if identity(self._path) == self._began_with:
                        companions.remove_empty_log()
                    self.check()  # rather than what was found instead of the log
                    raise

    def _connected(
        self, options: dict[str, Any], check: Callable[[], None] = lambda: None
    ) -> sqlite3.Connection:
        """A new connection that is ready for use; closed again where *check* raises an error."""
        uri = file_uri(self._path, mode="rw")  # a file that is gone is never made anew
        with ExitStack() as if_refused:
            opened = closing(sqlite3.connect(uri, uri=True, **options))
            connection: sqlite3.Connection = if_refused.enter_context(opened)
            _set_up(connection, self._synchronous)
            check()
            if_refused.pop_all()
        return connection

    def check(self) -> None:
        """Raise LostDatabaseError unless all that this process has open is still in place."""
        if self._is_closed:
            raise LostDatabaseError("the server is stopping", "stopping")
        if self._is_lost.is_set:
            raise self._lost()
        self._refuse_another()
        if self._companions is not None and not self._companions.are_in_place:
            raise self._lost()
        if self._trouble is not None:
            self._trouble = None
            log.warning("the database %s is back: saving works again", self._path)

    def check_written(self) -> None:
        """Check behind a commit, which may have gone into a log that nobody will find again."""
        self._is_written_back = False
        try:
            self.check()
        except LostDatabaseError as lost:
            raise LostDatabaseError(
                f"{self._path} was moved or replaced while it was written",
                "moved_while_written",
                path=self._path,
            ) from lost

    def empty_log(self) -> bool:
        """Write the log back and leave nothing in it; False where others are reading from it."""
        with self._writing_back:
            return self._write_back()[0]

    def close(self, engine: Engine) -> None:
        """Write the log back and close the connections, so that the file is whole by itself.

        Others may be writing at the same moment, in this process or another one: whoever closes the
        last connection leaves no log behind, and nobody opens one from here any more.
        """
        self._is_closing = True  # about its files nothing is logged from now on
        try:
            engine.raw_connection().close()  # after a crash nobody has written it back yet
        except (StoreUnavailableError, SQLAlchemyError, sqlite3.Error) as error:
            log.debug("nothing can be written back: %s", error)  # gone, replaced or damaged
        self._rescue()
        self._is_closed = True
        engine.dispose()

    def let_go(self) -> None:
        """Close what was kept open, behind all other connections."""
        with self._opening, self._writing_back:
            if self._kept_open is not None:
                self._kept_open.close()
                opened_here.remove(self._began_with)
            self._kept_open = self._companions = None

    def _begin(self) -> None:
        if self._began_with is None and hasattr(os, "O_PATH"):
            # Held so that its number is not given to another file. (Such a descriptor leaves the
            # locks of SQLite alone when it is closed; any other one would drop them.)
            with suppress(OSError):
                self._held = os.open(self._path, os.O_PATH | os.O_CLOEXEC)
                self._began_with = identity(self._held)
        elif self._began_with is None:
            self._began_with = identity(self._path)

    def _keep_open(self, options: dict[str, Any]) -> OpenCompanions:
        """Open the first connection of this process, beside what other processes have open."""
        try:
            connection, companions = opened_first(self._path, lambda: self._connected(options))
        except LostDatabaseError as lost:
            raise self._lost() from lost
        self._kept_open, self._companions = connection, companions
        opened_here.append(self._began_with)
        return companions

    def _refuse_another(self) -> None:
        """Raise LostDatabaseError for another file, or none; logged once, until it is back."""
        if self._began_with is None:
            raise LostDatabaseError(
                f"there is no database {self._path}", "no_database", path=self._path
            )
        there = identity(self._path)
        if there == self._began_with:
            return
        code = "gone" if there is None else "replaced"
        words = TROUBLES[code].format(self._path)
        if code != self._trouble:
            self._trouble, self._is_written_back = code, False
            if not self._is_closing:
                log.error(words)
        self._rescue()
        raise LostDatabaseError(words, code, path=self._path)

    def _lost(self) -> LostDatabaseError:
        """The error to raise from now on; logged once by whichever process has noticed it."""
        is_first, error = self._is_lost.set(), lost_files(self._path)
        self._rescue()
        if is_first:
            since = "" if self._is_written_back else " once the server was stopped, not killed"
            log.error("%s; what was saved is in the database%s", error, since)
        return error

    def _rescue(self) -> None:
        """Have what is in the log in the database, too: here it is open, however it was removed."""
        if not self._is_written_back and self._writing_back.acquire(blocking=False):
            try:
                self._is_written_back = self._write_back()[1]
            finally:
                self._writing_back.release()

    def _write_back(self) -> tuple[bool, bool]:
        """Write the log back; whether it is empty now, and whether the database has all of it."""
        connection, companions = self._kept_open, self._companions
        if connection is None or companions is None or not companions.may_be_written_back:
            return False, False
        try:
            connection.execute(f"PRAGMA busy_timeout={int(1000 * SECONDS_TO_WRITE_BACK)}")
            checkpoint = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, logged, written = checkpoint.fetchone()
        except sqlite3.Error as error:
            log.debug("the log of %s cannot be written back: %s", self._path, error)
            return False, False
        return not busy, not busy or logged == written

    def __del__(self) -> None:
        self.let_go()
        if self._held is not None:
            os.close(self._held)


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
