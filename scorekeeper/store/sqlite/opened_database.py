"""The database that a process began with; whatever else lies at its path, or beside it, is refused.

SQLite opens the log of each connection by its path, and the index with the first one of a process.
So a process keeps one connection from its first look at the database to its end: all others share
its index, and none of them is used unless it has found the same log. Once one of the two is gone,
all processes still agree about what is in them; that holds only as long as nobody opens the
database anew, and so nobody does until all of them have ended.
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from scorekeeper.store.errors import LostDatabaseError
from scorekeeper.store.sqlite.database_file import Identity, OpenCompanions, identity
from scorekeeper.store.sqlite.in_use import (
    Connect,
    lost_files,
    note_closed,
    note_opened,
    opened_first,
    opening_alone,
)
from scorekeeper.store.sqlite.shared_mark import SharedMark

SECONDS_TO_WRITE_BACK = 1.0

log = logging.getLogger("scorekeeper")


class OpenedDatabase:
    """Made before a server starts its processes, so that all of them know of a lost log."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._is_lost = SharedMark()
        self._began_with: Identity | None = None
        self._held: int | None = None
        self._kept_open: sqlite3.Connection | None = None
        self._companions: OpenCompanions | None = None
        self._is_written_back = False
        self._trouble: str | None = None
        self._is_closing = self._is_closed = False
        self._opening, self._writing_back = threading.RLock(), threading.RLock()

    def opened(self, connect: Connect) -> sqlite3.Connection:
        """What *connect* has opened; raises LostDatabaseError unless it is still the same.

        Looked at before and after: what was opened in between is what lies there both times.
        """
        with self._opening:
            self._begin()
            self.check()
            companions = self._companions or self._keep_open(connect)
            with opening_alone(self.path):
                self.check()
                try:
                    return self._checked(connect())
                except (LostDatabaseError, sqlite3.Error):
                    if identity(self.path) == self._began_with:
                        companions.remove_empty_log()
                    self.check()  # rather than what was found instead of the log
                    raise

    def _checked(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        try:
            self.check()
        except LostDatabaseError:
            connection.close()
            raise
        return connection

    def check(self) -> None:
        """Raise LostDatabaseError unless all that this process has open is still in place."""
        if self._is_closed:
            raise LostDatabaseError("the server is stopping", "stopping")
        if self._is_lost.is_set:
            self._rescue()
            raise lost_files(self.path)
        self._refuse_another()
        if self._companions is not None and not self._companions.are_in_place:
            raise self._lost()
        if self._trouble is not None:
            self._trouble = None
            log.warning("the database %s is back: saving works again", self.path)

    def check_written(self) -> None:
        """The same behind a commit, which may have gone into a log that nobody will find again."""
        self._is_written_back = False
        try:
            self.check()
        except LostDatabaseError as lost:
            raise LostDatabaseError(
                f"{self.path} was moved or replaced while it was written",
                "moved_while_written",
                path=self.path,
            ) from lost

    def empty_log(self) -> bool:
        """Write the log back and leave nothing in it; False where others are reading from it."""
        return self._write_back()[0]

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Say nothing about the file any more; afterwards nobody opens it from here again."""
        self._is_closing = True
        yield
        self._rescue()
        self._is_closed = True

    def let_go(self) -> None:
        """Close what was kept open, behind all other connections."""
        with self._opening, self._writing_back:
            if self._kept_open is not None:
                self._kept_open.close()
                note_closed(self._began_with)
            self._kept_open = self._companions = None

    def _begin(self) -> None:
        if self._began_with is not None:
            return
        if not hasattr(os, "O_PATH"):
            self._began_with = identity(self.path)
            return
        # Held so that its number is not given to another file. (Such a descriptor leaves the locks
        # of SQLite alone when it is closed; any other one would drop them.)
        with suppress(OSError):
            self._held = os.open(self.path, os.O_PATH | os.O_CLOEXEC)
            found = os.fstat(self._held)
            self._began_with = found.st_dev, found.st_ino

    def _keep_open(self, connect: Connect) -> OpenCompanions:
        """Open the first connection of this process, beside what other processes have open."""
        try:
            self._kept_open, self._companions = opened_first(self.path, connect)
        except LostDatabaseError as lost:
            raise self._lost() from lost
        note_opened(self._began_with)
        return self._companions

    def _refuse_another(self) -> None:
        found = identity(self.path)
        if self._began_with is None:
            raise LostDatabaseError(
                f"there is no database {self.path}", "no_database", path=self.path
            )
        if found is None:
            raise self._refusal(
                f"the database {self.path} is gone: nothing is saved until it is put back, or the "
                "server is started again",
                "gone",
            )
        if found != self._began_with:
            raise self._refusal(
                f"another file has taken the place of the database {self.path}: nothing is saved "
                "until that one is put back, or the server is started again",
                "replaced",
            )

    def _refusal(self, words: str, code: str) -> LostDatabaseError:
        """The error to raise; its words are logged once, until the database is back."""
        if words != self._trouble:
            self._trouble, self._is_written_back = words, False
            if not self._is_closing:
                log.error(words)
        self._rescue()
        return LostDatabaseError(words, code, path=self.path)

    def _lost(self) -> LostDatabaseError:
        """The error to raise from now on; logged once by whichever process has noticed it."""
        is_first, error = self._is_lost.set(), lost_files(self.path)
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
        with self._writing_back:
            connection, companions = self._kept_open, self._companions
            if connection is None or companions is None or not companions.may_be_written_back:
                return False, False
            try:
                connection.execute(f"PRAGMA busy_timeout={int(1000 * SECONDS_TO_WRITE_BACK)}")
                busy, logged, written = connection.execute(
                    "PRAGMA wal_checkpoint(TRUNCATE)"
                ).fetchone()
            except sqlite3.Error as error:
                log.debug("the log of %s cannot be written back: %s", self.path, error)
                return False, False
            return not busy, not busy or logged == written

    def __del__(self) -> None:
        self.let_go()
        if self._held is not None:
            os.close(self._held)
