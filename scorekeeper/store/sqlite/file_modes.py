"""Whoever can read a database has every secret link: its files are for their owner alone."""

import logging
import os
import stat
from glob import escape
from pathlib import Path

from scorekeeper.store.sqlite.database_file import left_beside

FOR_THE_OWNER = 0o600

log = logging.getLogger("scorekeeper")


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
    """The same for a database, what lies beside it, and the copies kept before it was updated."""
    copies = database.parent.glob(f"{escape(database.stem)}.before-*{escape(database.suffix)}")
    for path in (database, *left_beside(database), *copies):
        if keep_private(path):
            log.warning("others on this machine could read %s; from now on only its owner", path)
