"""Copies of a database that are whole, verified, and never written over anything."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.core.phrases import CodedError
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.errors import ForeignDatabaseError, reading
from scorekeeper.store.sqlite.database_file import (
    JOURNAL,
    LOG,
    beside,
    companions,
    keep_private,
    make_private,
    stamp,
)
from scorekeeper.store.sqlite.opened_database import is_left_alone, opening_alone
from scorekeeper.store.sqlite.verification import Content, reading_only, verified

COPIES = 2**31 - 2  # told apart by their numbers


class RefusedCopyError(CodedError):
    """Something lies where a copy is to be put, or a file was written on while it was copied."""


def copy_database(source: Path, target: Path, known: SupportedVersions) -> Content:
    """A copy of a database that others may be writing on, as a single file; all of it or nothing.

    Returns what is in it. Raises RefusedCopyError, ForeignDatabaseError, NewerDatabaseError,
    OSError and StoreUnavailableError.
    """
    if Path(os.path.realpath(target)) in companions(source):
        raise RefusedCopyError("occupied", path=target)
    return _finished_copy(lambda made: _back_up(source, made), target, known)


def restore_database(source: Path, target: Path, known: SupportedVersions) -> Content:
    """Put a backup where the database belongs, and nothing over anything; as copy_database.

    The backup may lie where nothing can be written, and may have a log beside it that was not
    written back. Raises RefusedCopyError also if somebody writes on it meanwhile.
    """
    return _finished_copy(lambda made: _copy_files(source, made), target, known)


def _finished_copy(fill: Callable[[Path], None], target: Path, known: SupportedVersions) -> Content:
    """What *fill* writes into an empty file: made a single file, looked at, and put in place.

    Until then it lies on the same disk as *target*, and is nobody else's.
    """
    refuse_occupied(target)
    with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        made = Path(folder) / target.name
        make_private(made)
        fill(made)
        with reading("the copy"), closing(sqlite3.connect(made)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE").fetchone()
            copy.execute(f"PRAGMA user_version={1 + secrets.randbelow(COPIES)}")  # Backend.copy_id
            content = verified(copy, known)
        if content is None:
            raise ForeignDatabaseError
        _put_in_place(made, target)
    keep_private(target)
    return content


def refuse_occupied(target: Path) -> None:
    """Raise RefusedCopyError if there is a file, or one that SQLite would take for a part of it."""
    for there in filter(os.path.lexists, (target, *companions(target))):
        raise RefusedCopyError("occupied", path=there)


def _put_in_place(made: Path, target: Path) -> None:
    """Give a finished file its name, durably; raises RefusedCopyError if it is taken."""
    _sync(made)
    if not hasattr(os, "link"):  # in a browser, which keeps no file that was moved there
        try:
            shutil.copyfile(made, target)
            _sync(target)
        except OSError:
            target.unlink(missing_ok=True)  # half of it would take the room for the next save
            raise
        return
    try:
        os.link(made, target)
    except FileExistsError:
        raise RefusedCopyError("occupied", path=target) from None
    except OSError:  # a file system without links, as on memory sticks
        _replace(made, target)
    with suppress(OSError):  # not every system can do that to a folder
        _sync(target.parent)


def _replace(made: Path, target: Path) -> None:
    try:
        make_private(target)
    except FileExistsError:
        raise RefusedCopyError("occupied", path=target) from None
    made.replace(target)


def _back_up(source: Path, made: Path) -> None:
    """Copy a database as it is at one moment, with its files where nobody has it open.

    A log that was left needs an index then, for which there may be no room.
    """
    with opening_alone(source):
        if is_left_alone(source):
            return _copy_files(source, made)
    with reading(str(source)), reading_only(source) as original:
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchone()  # or it is locked
        with closing(sqlite3.connect(made)) as copy:
            original.backup(copy)


def _copy_files(source: Path, made: Path) -> None:
    """Copy a database with what is left beside it, at one moment; raises RefusedCopyError."""
    pairs = [(source, made)]
    pairs += [(beside(source, name), beside(made, name)) for name in (LOG, JOURNAL)]
    before = [stamp(path) for path, _ in pairs]
    for path, copied in pairs:
        if path == source or path.exists():
            shutil.copyfile(path, copied)
    if [stamp(path) for path, _ in pairs] != before:
        raise RefusedCopyError("busy_file", path=source)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
