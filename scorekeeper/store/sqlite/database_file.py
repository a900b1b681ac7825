"""The files of a database: what tells each from every other one, and who may read them.

Whoever can read a database has every secret link: its files are for their owner alone.
"""

import logging
import os
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import suppress
from glob import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"
COMPANIONS = (LOG, INDEX, JOURNAL)  # what SQLite keeps beside a database
FIRST_BYTES = b"SQLite format 3\0"
FOR_THE_OWNER = 0o600

Identity = tuple[int, int]  # device and inode

log = logging.getLogger("scorekeeper")


def identity(path: Path) -> Identity | None:
    """What tells the file at a path from every other one; None without one."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes when a file is written on, or another one put in its place; None without one."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def beside(path: Path, companion: str) -> Path:
    """Where SQLite keeps a companion of a database: beside the file itself, not beside a link."""
    return Path(os.path.realpath(path) + companion)


def companions(path: Path) -> list[Path]:
    """All that SQLite may keep beside a database."""
    return [beside(path, companion) for companion in COMPANIONS]


def databases_beside(path: Path) -> list[Path]:
    """Other SQLite databases in the folder of a database, such as copies of it, by name.

    So are copies that were interrupted (`_finished_copy` in backup.py). The database itself is not
    looked into: SQLite would lose its locks of it.
    """
    here = path.resolve()
    hidden = here.parent.glob(".*/*")
    unfinished = [file for file in hidden if file.parent.name.startswith(f".{file.name}.")]
    files = (*here.parent.iterdir(), *unfinished)
    return sorted(file for file in files if file != here and _is_database(file))


def _is_database(path: Path) -> bool:
    if path.name.endswith(COMPANIONS) or not path.is_file():
        return False
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(FIRST_BYTES)) == FIRST_BYTES
    return False


def connected(
    path: Path, how: Mapping[str, str], /, *pragmas: str, **options: Any
) -> sqlite3.Connection:
    """A connection that has read something: its log and index are open now.

    *how* says in which ways SQLite opens the file that only an address can say.
    """
    uri = f"{path.absolute().as_uri()}?{urlencode(how)}"
    connection: sqlite3.Connection = sqlite3.connect(uri, uri=True, isolation_level=None, **options)
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException as error:
        connection.close()
        if isinstance(error, UnicodeDecodeError):  # SQLite's own message repeats what is damaged
            raise sqlite3.DatabaseError("the schema is damaged") from error
        raise
    return connection


def make_private(path: Path) -> None:
    """Make an empty file for its owner; raises FileExistsError, or another OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FOR_THE_OWNER))


def keep_private(path: Path) -> bool:
    """Let nobody but its owner read or write a file; whether others could until now.

    Where that cannot be (it is somebody else's, or lies where there are no owners, as on memory
    sticks), the log says so.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & ~FOR_THE_OWNER:
            return False
        path.chmod(mode & FOR_THE_OWNER)
        if not stat.S_IMODE(path.stat().st_mode) & ~FOR_THE_OWNER:
            return True
        reason = "its file system knows no owners"
    except OSError as error:
        reason = str(error.strerror)
    log.warning("others on this machine may read %s, with all secret links: %s", path, reason)
    return False


def keep_database_private(database: Path) -> None:
    """Let nobody else read a database, what lies beside it, and copies kept before an update."""
    copies = database.parent.glob(f"{escape(database.stem)}.before-*{escape(database.suffix)}")
    for path in (database, *filter(os.path.lexists, companions(database)), *copies):
        if keep_private(path):
            log.warning("others on this machine could read %s; from now on only its owner", path)
