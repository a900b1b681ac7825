"""The files of a database and what tells each of them from every other one."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"
COMPANIONS = (LOG, INDEX, JOURNAL)  # what SQLite keeps beside a database

Identity = tuple[int, int]  # device and inode


def identity(path: str | Path) -> Identity | None:
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
class OpenCompanions:
    """The log and the index that lay beside a database when it was opened."""

    log_path: str
    log: Identity | None
    index_path: str
    index: Identity | None

    @classmethod
    def of(cls, path: str | Path) -> "OpenCompanions":
        """Those that lie there now."""
        log_path, index_path = str(beside(path, LOG)), str(beside(path, INDEX))
        return cls(log_path, identity(log_path), index_path, identity(index_path))

    @property
    def are_there(self) -> bool:
        """Whether there were both."""
        return None not in (self.log, self.index)

    @property
    def are_in_place(self) -> bool:
        """Whether both were there, and still are."""
        there = identity(self.log_path), identity(self.index_path)
        return self.are_there and there == (self.log, self.index)

    def remove_empty_log(self) -> None:
        """Remove a log that was only just begun instead of this one, by opening the database."""
        with suppress(OSError):
            if identity(self.log_path) != self.log and os.stat(self.log_path).st_size == 0:
                os.unlink(self.log_path)

    @property
    def may_be_written_back(self) -> bool:
        """Whether nobody else can have written on this log, or have begun another one, since."""
        if identity(self.log_path) == self.log:
            return identity(self.index_path) in (self.index, None)
        try:
            return os.stat(self.log_path).st_size == 0
        except OSError:
            return True  # removed
