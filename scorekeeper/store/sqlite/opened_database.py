"""A database that other processes may have open, opened with the very log and index they use.

SQLite tells by its locks on the files whether they are in use. A process that found none, or others
than those that have the database open, would begin a log or an index of its own: they would write
over each other then. So only one process opens it at a time, and makes sure of what it has opened
before the next one looks. No library does that: SQLite itself trusts that nobody removes its files.

SQLite opens the log of each connection by its path, and the index with the first one of a process.
So a process keeps one connection from its first look at the database to its end: all others share
its index, and none of them is used unless it has found the same log. Once one of the two is gone,
all processes still agree about what is in them; that holds only as long as nobody opens the
database anew, and so nobody does until all of them have ended.
"""

import fcntl
import logging
import mmap
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.errors import LOST_FILES, LostDatabaseError, StoreUnavailableError
from scorekeeper.store.sqlite.database_file import INDEX, LOG, Identity, beside, connected, identity

# What SQLite locks of a file as long as it has it open (os.h and os_unix.c of its source): the
# "shared bytes" of a database that has a log, and the byte behind the locks of an index.
OF_DATABASE = (0x4000_0002, 510)
OF_INDEX = (128, 1)
HAS_LOG = b"\2\2"
HAS_LOG_AT = 18  # in the header of a database
# Of every connection; what is deleted, or moved to another page, is overwritten.
PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "secure_delete=ON")
LOOKS, SECONDS_BETWEEN_LOOKS = 10, 0.1  # somebody may be closing it at this moment
SECONDS_TO_WRITE_BACK = 1.0
PASSING = ("gone", "replaced")  # it may be put back
TOLD = (*PASSING, LOST_FILES)

# Of a database, its log and its index: what lay there at one moment.
FilesInUse = tuple[Identity | None, Identity | None, Identity | None]

opened_here: list[Identity | None] = []  # by this process; its own locks say nothing of others

log = logging.getLogger("scorekeeper")


@contextmanager
def opening_alone(path: Path) -> Iterator[None]:
    """Have all who open a database by this wait for each other: the folder it lies in is locked.

    Where that cannot be, as on some network drives, they go on without.
    """
    with ExitStack() as afterwards:
        with suppress(OSError):
            folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY | os.O_CLOEXEC)
            afterwards.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
            # Said, since a process that was started meanwhile has the descriptor, too.
            afterwards.callback(fcntl.flock, folder, fcntl.LOCK_UN)
        yield


def is_in_use(path: Path) -> bool:
    """Whether other processes have a database open that has a log; False where this one has, too.

    Asking would end the locks that a process itself has.
    """
    if identity(path) in opened_here:
        return False
    with suppress(OSError), path.open("rb") as database:
        has_log = database.read(HAS_LOG_AT + len(HAS_LOG)).endswith(HAS_LOG)
        return has_log and _is_locked(path, OF_DATABASE)
    return False


def is_left_alone(path: Path) -> bool:
    """Whether no process has a database open, this one neither; False where it cannot be asked."""
    return identity(path) not in opened_here and os.access(path, os.W_OK) and not is_in_use(path)


def _is_locked(path: Path, which: tuple[int, int]) -> bool:
    """Whether others have locked some bytes of a file; False where it cannot be asked."""
    first, count = which
    with suppress(OSError), path.open("r+b", buffering=0) as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)
        except OSError:
            return True
    return False


class DatabaseFiles:
    """Where a database lies, and its log and its index while it is *in use* by this process."""

    def __init__(self, database: Path) -> None:
        self.database, self._log = database, beside(database, LOG)
        self._index = beside(database, INDEX)
        self.in_use: FilesInUse | None = None

    def now(self) -> FilesInUse:
        """What lies there at this moment."""
        return identity(self.database), identity(self._log), identity(self._index)

    def opened(self, connect: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
        """What *connect* opens: the files that this process uses since its first connection.

        For that one they are those that other processes have open. Raises LostDatabaseError where
        such files do not lie there.
        """
        for _ in range(LOOKS):
            with opening_alone(self.database):
                there, is_first = self.now(), self.in_use is None
                is_alone = is_first and not is_in_use(self.database)
                if is_alone or (self._are_of_others() if is_first else there == self.in_use):
                    try:
                        connection = connect()
                    except sqlite3.Error:
                        if is_alone or self.now() == there:
                            raise
                    else:
                        now = self.now()
                        if is_alone or now == there:
                            self.in_use = now
                            return connection
                        connection.close()
                    self._remove_begun_log(there)
            time.sleep(SECONDS_BETWEEN_LOOKS)
        raise LostDatabaseError(LOST_FILES, self.database)

    def may_be_written_back(self) -> bool:
        """Whether nobody else can have written on the log in use, or have begun another one."""
        if self.in_use is None:
            return False
        (_, log, index), (_, known_log, known_index) = self.now(), self.in_use
        if log == known_log:
            return index in (known_index, None)
        return log is None or self._has_empty_log()

    def _are_of_others(self) -> bool:
        return self._log.exists() and _is_locked(self._index, OF_INDEX)

    def _remove_begun_log(self, known: FilesInUse) -> None:
        """Remove a log that was only just begun instead of a known one, by opening the database."""
        _, known_log, _ = known
        if identity(self._log) != known_log and self._has_empty_log():
            self._log.unlink(missing_ok=True)

    def _has_empty_log(self) -> bool:
        with suppress(OSError):
            return self._log.stat().st_size == 0
        return False


class OpenedDatabase:
    """The database that a process began with; whatever else lies at its path is refused.

    Made before a server starts its processes, so that all of them know of a lost log.
    """

    def __init__(self, path: Path, synchronous: str) -> None:
        self._path, self._files = path, DatabaseFiles(path)
        how = {"mode": "rw"}  # a file that is gone is never made anew
        self._connect = partial(connected, path, how, *PRAGMAS, f"synchronous={synchronous}")
        self._began_with: Identity | None = None
        self._kept_open: sqlite3.Connection | None = None
        self._told: str | None = None  # the trouble that was logged and is not over
        self._is_closing = self._is_closed = False
        self._lock = threading.RLock()  # for whoever opens a connection, and uses the one kept open
        self._is_lost = mmap.mmap(-1, 1)  # not zero: for all processes, for good

    def connect(self, **options: Any) -> sqlite3.Connection:
        """A new connection; raises LostDatabaseError unless it is one to the same files as ever."""
        with self._lock:
            self._began_with = self._began_with or identity(self._path)
            self.check()
            connect = partial(self._connect, **options)
            try:
                if self._kept_open is None:
                    self._kept_open = self._files.opened(connect)
                    opened_here.append(self._began_with)
                return self._files.opened(connect)
            except LostDatabaseError:
                self.check()  # the database itself may be gone
                self._tell(LOST_FILES)
                raise

    def check(self) -> None:
        """Raise LostDatabaseError unless all that this process has open is still in place."""
        trouble = self._trouble_now()
        if trouble is not None:
            self._tell(trouble)
            raise LostDatabaseError(trouble, self._path)
        if self._told in PASSING:
            self._told = None
            log.warning("the database %s is back: saving works again", self._path)

    def _trouble_now(self) -> str | None:
        there = self._files.now()
        if self._is_closed:
            return "stopping"
        if self._is_lost[0]:
            return LOST_FILES
        if self._began_with is None:
            return "no_database"
        if there[0] != self._began_with:
            return "gone" if there[0] is None else "replaced"
        return None if self._files.in_use in (None, there) else LOST_FILES

    def _tell(self, trouble: str) -> None:
        """Log it once until it is over, or for all processes, and have the log written back."""
        if trouble not in TOLD:
            return
        is_new, self._told = trouble != self._told and not self._is_closing, trouble
        if trouble == LOST_FILES:
            with opening_alone(self._path):  # one process tells of it
                is_new, self._is_lost[0] = not self._is_lost[0], 1
        is_written_back = self.write_back("PASSIVE")
        words = str(LostDatabaseError(trouble, self._path))
        if trouble == LOST_FILES:
            since = "" if is_written_back else " once the server was stopped, not killed"
            words += f"; what was saved is in the database{since}"
        if is_new:
            log.error(words)

    def write_back(self, how: str) -> bool:
        """Have SQLite write the log back; whether all of it was. TRUNCATE empties it, too."""
        with self._lock:
            connection = self._kept_open
            if connection is None or not self._files.may_be_written_back():
                return False
            try:
                connection.execute(f"PRAGMA busy_timeout={int(1000 * SECONDS_TO_WRITE_BACK)}")
                told = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
            except sqlite3.Error as error:
                log.debug("the log of %s cannot be written back: %s", self._path, error)
                return False
        busy, logged, written = told
        return not busy and bool(logged == written)

    def close(self, engine: Engine) -> None:
        """Write the log back and close the connections, so that the file is whole by itself.

        Others may be writing at the same moment, in this process or another one: whoever closes the
        last connection leaves no log behind, and nobody opens one from here any more.
        """
        self._is_closing = True  # that its file was moved is not logged from now on
        with suppress(StoreUnavailableError, SQLAlchemyError, sqlite3.Error):
            engine.raw_connection().close()  # after a crash nobody has written it back yet
        self.write_back("TRUNCATE")
        self._is_closed = True
        engine.dispose()

    def let_go(self) -> None:
        """Close what was kept open, behind all other connections."""
        with self._lock:
            if self._kept_open is not None:
                self._kept_open.close()
                opened_here.remove(self._began_with)
            self._kept_open = self._files.in_use = None

    def __del__(self) -> None:
        self.let_go()
