"""Opening a database that other processes may have open, with the very log and index they use.

SQLite tells by its locks on the files whether they are in use. A process that found none, or others
than those that have the database open, would begin a log or an index of its own: they would write
over each other then. So only one process opens it at a time, and makes sure of what it has opened
before the next one looks. No library does that: SQLite itself trusts that nobody removes its files.
"""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.store.errors import LOST_FILES, LostDatabaseError
from scorekeeper.store.sqlite.database_file import INDEX, LOG, Identity, beside, identity

# What SQLite locks of a file as long as it has it open (os.h and os_unix.c of its source): the
# "shared bytes" of a database that has a log, and the byte behind the locks of an index.
OF_DATABASE = (0x4000_0002, 510)
OF_INDEX = (128, 1)
HAS_LOG = b"\2\2"
HAS_LOG_AT = 18  # in the header of a database
LOOKS, SECONDS_BETWEEN_LOOKS = 10, 0.1  # somebody may be closing it at this moment

# Of a database, its log and its index: what lay there at one moment.
FilesInUse = tuple[Identity | None, Identity | None, Identity | None]

opened_here: list[Identity | None] = []  # by this process; its own locks say nothing of others


@dataclass(frozen=True, slots=True)
class DatabaseFiles:
    """Where a database lies, and its log and its index while it is in use."""

    database: Path
    log: Path
    index: Path

    @classmethod
    def of(cls, database: Path) -> "DatabaseFiles":
        """Those of the database at a path."""
        return cls(database, beside(database, LOG), beside(database, INDEX))

    def now(self) -> FilesInUse:
        """What lies there at this moment."""
        return identity(self.database), identity(self.log), identity(self.index)

    def may_be_written_back(self, known: FilesInUse) -> bool:
        """Whether nobody else can have written on a known log, or have begun another one, since."""
        (_, log, index), (_, known_log, known_index) = self.now(), known
        if log == known_log:
            return index in (known_index, None)
        return log is None or self._has_empty_log()

    def remove_begun_log(self, known: FilesInUse) -> None:
        """Remove a log that was only just begun instead of a known one, by opening the database."""
        _, known_log, _ = known
        if identity(self.log) != known_log and self._has_empty_log():
            self.log.unlink(missing_ok=True)

    def _has_empty_log(self) -> bool:
        with suppress(OSError):
            return self.log.stat().st_size == 0
        return False


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


def connected(uri: str, *pragmas: str, **options: Any) -> sqlite3.Connection:
    """A connection that has read something: its log and index are open now."""
    with ExitStack() as if_refused:
        opened = closing(sqlite3.connect(uri, uri=True, isolation_level=None, **options))
        connection: sqlite3.Connection = if_refused.enter_context(opened)
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except UnicodeDecodeError as error:  # SQLite's own message repeats what is damaged
            raise sqlite3.DatabaseError("the schema is damaged") from error
        if_refused.pop_all()
    return connection


def opened(
    files: DatabaseFiles,
    connect: Callable[[], sqlite3.Connection],
    known: FilesInUse | None = None,
) -> tuple[sqlite3.Connection, FilesInUse]:
    """What *connect* opens, and the files that it uses from now on.

    They are those that this process has *known* since its first connection; for that one, those
    that other processes have open. Raises LostDatabaseError where such files do not lie there.
    """
    for _ in range(LOOKS):
        with opening_alone(files.database):
            there = files.now()
            if known is None and not is_in_use(files.database):
                return connect(), files.now()
            if there == known or (known is None and _are_in_use(files)):
                try:
                    connection = connect()
                except sqlite3.Error:
                    if files.now() == there:
                        raise
                else:
                    if files.now() == there:
                        return connection, there
                    connection.close()
                files.remove_begun_log(there)
        time.sleep(SECONDS_BETWEEN_LOOKS)
    raise LostDatabaseError(LOST_FILES, files.database)


def _are_in_use(files: DatabaseFiles) -> bool:
    return files.log.exists() and _is_locked(files.index, OF_INDEX)


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


def _is_locked(path: Path, which: tuple[int, int]) -> bool:
    """Whether others have locked some bytes of a file; False where it cannot be asked."""
    first, count = which
    with suppress(OSError), path.open("r+b", buffering=0) as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)
        except OSError:
            return True
    return False
