"""Looking at all of a database, which others may be writing on meanwhile."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.services.hosting.readiness import known_to_this_version
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.store.sqlite.opened_database import opening_alone
from scorekeeper.store.sqlite.verification import verified_content
from tests.server.listening import eventually

PAGE = 4096
ROWS = [(number,) for number in range(5000)]


def half_written_back(path: Path) -> tuple[bytes, bytes]:
    """A database of whose log only the first page was written back, and the log; *path* stays."""
    before, log = path.read_bytes(), Path(f"{path}-wal")
    with closing(sqlite3.connect(path)) as writing:
        writing.execute("PRAGMA journal_mode=WAL")
        writing.execute("CREATE TABLE more (number)")
        writing.executemany("INSERT INTO more VALUES (?)", ROWS)
        writing.commit()
        logged = log.read_bytes()
    after = path.read_bytes()
    path.write_bytes(before)
    return after[:PAGE] + before[PAGE:], logged


def is_waiting() -> bool:
    """Whether a thread of this process waits for the lock of a folder, to open a database there."""
    locks = Path("/proc/locks").read_text(encoding="utf-8").splitlines()
    return any({"->", "FLOCK", str(os.getpid())} <= set(lock.split()) for lock in locks)


def test_what_others_write_back_meanwhile_is_looked_at_once_more(database: Path) -> None:
    torn, log = half_written_back(database)
    with ThreadPoolExecutor() as others:
        with opening_alone(database):
            looking = others.submit(verified_content, database, known_to_this_version())
            assert eventually(is_waiting)  # it has found no log, and nobody who writes
            database.write_bytes(torn)
            Path(f"{database}-wal").write_bytes(log)
        assert looking.result() is not None
    Path(f"{database}-wal").unlink()
    with pytest.raises(DamagedDatabaseError):
        verified_content(database, known_to_this_version())
