"""The file of the database and those beside it: which ones they are, and whether they still are."""

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.store.errors import LostDatabaseError

LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"
COMPANIONS = (LOG, INDEX, JOURNAL)  # what SQLite keeps beside a database

Identity = tuple[int, int]  # device and inode

log = logging.getLogger("scorekeeper")


def identity(path: str) -> Identity | None:
    """What tells a file from every other one that there is; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def beside(path: str | Path, companion: str) -> Path:
    """Where SQLite keeps a companion of a database: beside the file itself, not beside a link."""
    return Path(os.path.realpath(path) + companion)


def companions(path: str | Path) -> list[Path]:
    """All that SQLite may keep beside a database."""
    return [beside(path, each) for each in COMPANIONS]


def left_beside(path: str | Path) -> list[Path]:
    """The companions of a database that are there."""
    return [each for each in companions(path) if os.path.lexists(each)]


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The files that a connection has open, and what told each of them from others then."""

    database: Identity | None
    path: str
    companions: tuple[tuple[str, Identity | None], ...]

    @classmethod
    def of(cls, path: str) -> "OpenFiles":
        """Those of a connection that has just read from the database at *path*."""
        names = (str(beside(path, LOG)), str(beside(path, INDEX)))
        return cls(identity(path), path, tuple((name, identity(name)) for name in names))

    @property
    def is_database_in_place(self) -> bool:
        """Whether the path still leads to the same database."""
        return identity(self.path) == self.database

    @property
    def are_in_place(self) -> bool:
        """Whether all paths still lead to the same files."""
        return self.is_database_in_place and all(
            identity(name) == known for name, known in self.companions
        )

    @property
    def may_be_written_back(self) -> bool:
        """Whether nobody else can have begun another log, or another index of this one, since."""
        (log_name, known_log), (index_name, known_index) = self.companions
        if identity(index_name) not in (known_index, None):
            return False
        try:
            return identity(log_name) == known_log or os.stat(log_name).st_size == 0
        except OSError:
            return True  # removed


@dataclass
class DatabaseFile:
    """The file that this process began with; whatever else lies at its path is refused."""

    path: str
    _began_with: Identity | None = None
    _held: int | None = None
    _trouble: str | None = None
    _is_closing: bool = False
    _is_closed: bool = False
    _lost_logs: list[object] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def opened(self, connect: Callable[[], OpenFiles]) -> OpenFiles:
        """Let *connect* open the database; raises LostDatabaseError unless it is still the same.

        Looked at before and after: what was opened in between is what lies there both times.
        """
        with self._lock:
            self._begin()
        self._refuse_another()
        files = connect()
        self._refuse_another()
        self._say_it_is_back()
        return files

    def note_lost_log(self, files: OpenFiles, *, kept: bool) -> None:
        """Log once that somebody took the log of the database away while it was in use."""
        if files.companions in self._lost_logs:
            return
        self._lost_logs.append(files.companions)
        became = "is in the database now" if kept else "is not in the database yet"
        log.error("%s-wal or -shm was removed while in use; what it held %s", self.path, became)

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Say nothing about the file any more; afterwards nobody opens it from here again."""
        self._is_closing = True
        yield
        self._is_closed = True

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

    def _refuse_another(self) -> None:
        found = identity(self.path)
        if self._is_closed:
            raise LostDatabaseError("the server is stopping", "stopping")
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
        if words != self._trouble and not self._is_closing:
            self._trouble = words
            log.error(words)
        return LostDatabaseError(words, code, path=self.path)

    def _say_it_is_back(self) -> None:
        if self._trouble is not None:
            self._trouble = None
            log.warning("the database %s is back: saving works again", self.path)

    def __del__(self) -> None:
        if self._held is not None:
            os.close(self._held)
