"""Opening a database that other processes may have open, with the very log and index they use.

SQLite tells by its locks on the files whether they are in use. A process that found none, or others
than those that have the database open, would begin a log or an index of its own: they would write
over each other then. So only one process opens it at a time, and makes sure of what it has opened
before the next one looks.
"""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.store.errors import LOST_FILES, LostDatabaseError
from scorekeeper.store.sqlite.database_file import Identity, OpenCompanions, identity

# What SQLite locks of a file as long as it has it open (os.h and os_unix.c of its source): the
# "shared bytes" of a database that has a log, and the byte behind the locks of an index.
OF_DATABASE = (0x4000_0002, 510)
OF_INDEX = (128, 1)
HAS_LOG = b"\2\2"
HAS_LOG_AT = 18  # in the header of a database
LOOKS, SECONDS_BETWEEN_LOOKS = 10, 0.1  # somebody may be closing it at this moment

_opened: list[Identity | None] = []  # by this process; its own locks say nothing of others

Connect = Callable[[], sqlite3.Connection]


def lost_files(path: str | Path) -> LostDatabaseError:
    """What is said once the files beside a database are not those that are in use."""
    return LostDatabaseError(
        f"{path}-wal or -shm was removed or replaced while the database was in use: nothing is "
        "read or saved until whatever has it open was stopped, and the server is started again",
        LOST_FILES,
        path=path,
    )


def note_opened(known: Identity | None) -> None:
    """Remember that this process has a database open."""
    _opened.append(known)


def note_closed(known: Identity | None) -> None:
    """Take back what was noted once."""
    with suppress(ValueError):
        _opened.remove(known)


@contextmanager
def opening_alone(path: str | Path) -> Iterator[None]:
    """Have all who open a database by this wait for each other: the folder it lies in is locked.

    Where that cannot be, as on some network drives, they go on without.
    """
    folder = None
    with suppress(OSError):
        folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY | os.O_CLOEXEC)
        fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if folder is not None:
            with suppress(OSError):  # said, since a process that was started meanwhile has it, too
                fcntl.flock(folder, fcntl.LOCK_UN)
            os.close(folder)


def opened_first(path: str | Path, connect: Connect) -> tuple[sqlite3.Connection, OpenCompanions]:
    """What *connect* opens and has read from, as the first connection of this process.

    Raises LostDatabaseError where others have the database open, but not what lies beside it.
    """
    for _ in range(LOOKS):
        with opening_alone(path):
            there, is_shared = OpenCompanions.of(path), is_in_use(path)
            if not is_shared or (there.are_there and _is_locked(there.index_path, OF_INDEX)):
                try:
                    connection = connect()
                    found = OpenCompanions.of(path)
                    if found == there or not is_shared:
                        return connection, found
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
    if identity(path) in _opened:
        return False
    with suppress(OSError), Path(path).open("rb") as database:
        return database.read(HAS_LOG_AT + len(HAS_LOG)).endswith(HAS_LOG) and _is_locked(
            path, OF_DATABASE
        )
    return False


def _is_locked(path: str | Path, which: tuple[int, int]) -> bool:
    """Whether others have locked some bytes of a file; False where it cannot be asked."""
    first, count = which
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, count, first)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
