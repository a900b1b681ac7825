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
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.store.errors import LOST_FILES, LostDatabaseError
from scorekeeper.store.sqlite.database_file import INDEX, LOG, Identity, beside, identity

# What SQLite locks of a file as long as it has it open (os.h and os_unix.c of its source): the
# "shared bytes" of a database that has a log, and the byte behind the locks of an index.
OF_DATABASE = (0x4000_0002, 510)
OF_INDEX = (128, 1)
HAS_LOG = b"\2\2"
HAS_LOG_AT = 18  # in the header of a database
LOOKS, SECONDS_BETWEEN_LOOKS = 10, 0.1  # somebody may be closing it at this moment

opened_here: list[Identity | None] = []  # by this process; its own locks say nothing of others


@dataclass(frozen=True, slots=True)
class OpenCompanions:
    """The log and the index as they lay beside a database at one moment."""

    log_path: Path
    index_path: Path
    log: Identity | None
    index: Identity | None

    @classmethod
    def of(cls, path: str | Path) -> "OpenCompanions":
        """What lies there now."""
        log, index = beside(path, LOG), beside(path, INDEX)
        return cls(log, index, identity(log), identity(index))

    @property
    def are_in_place(self) -> bool:
        """Whether both were there, and still are."""
        now = identity(self.log_path), identity(self.index_path)
        return None not in now and now == (self.log, self.index)

    def remove_empty_log(self) -> None:
        """Remove a log that was only just begun instead of this one, by opening the database."""
        with suppress(OSError):
            if identity(self.log_path) != self.log and self.log_path.stat().st_size == 0:
                self.log_path.unlink()

    @property
    def may_be_written_back(self) -> bool:
        """Whether nobody else can have written on this log, or have begun another one, since."""
        if identity(self.log_path) == self.log:
            return identity(self.index_path) in (self.index, None)
        try:
            return self.log_path.stat().st_size == 0
        except OSError:
            return True  # removed


def lost_files(path: str | Path) -> LostDatabaseError:
    """What is said once the files beside a database are not those that are in use."""
    return LostDatabaseError(
        f"{path}-wal or -shm was removed or replaced while the database was in use: nothing is "
        "read or saved until whatever has it open was stopped, and the server is started again",
        LOST_FILES,
        path=path,
    )


@contextmanager
def opening_alone(path: str | Path) -> Iterator[None]:
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


def opened_first(
    path: str | Path, connect: Callable[[], sqlite3.Connection]
) -> tuple[sqlite3.Connection, OpenCompanions]:
    """What *connect* opens and has read from, as the first connection of this process.

    Raises LostDatabaseError where others have the database open, but not what lies beside it.
    """
    for _ in range(LOOKS):
        with opening_alone(path):
            there, is_shared = OpenCompanions.of(path), is_in_use(path)
            if not is_shared or (there.log is not None and _is_locked(there.index_path, OF_INDEX)):
                try:
                    connection = connect()
                    now = OpenCompanions.of(path)
                    if now == there or not is_shared:
                        return connection, now
                    connection.close()
                except sqlite3.Error:
                    if there.are_in_place or not is_shared:
                        raise
                there.remove_empty_log()
        time.sleep(SECONDS_BETWEEN_LOOKS)
    raise lost_files(path)


def is_in_use(path: str | Path) -> bool:
    """Whether other processes have a database open that has a log; False where this one has, too.

    Asking would end the locks that a process itself has.
    """
    if identity(path) in opened_here:
        return False
    with suppress(OSError), Path(path).open("rb") as database:
        has_log = database.read(HAS_LOG_AT + len(HAS_LOG)).endswith(HAS_LOG)
        return has_log and _is_locked(path, OF_DATABASE)
    return False


def _is_locked(path: str | Path, which: tuple[int, int]) -> bool:
    """Whether others have locked some bytes of a file; False where it cannot be asked."""
    first, count = which
    with suppress(OSError), open(path, "r+b", buffering=0) as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)
        except OSError:
            return True
    return False
