"""Whether a database is one of this program's and whole, asked of the file itself."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Integer, select

from scorekeeper.core.codec import json_data
from scorekeeper.store.connections import file_uri
from scorekeeper.store.database_file import JOURNAL, LOG, beside
from scorekeeper.store.db import Model
from scorekeeper.store.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    NewerDatabaseError,
    reading,
)
from scorekeeper.store.records import Moment

REVISIONS = "alembic_version"
ROUNDS = """
SELECT count(*) FROM entries AS entry
WHERE type = 'round' AND data IS NOT NULL AND edition = (
    SELECT max(edition) FROM entries
    WHERE sheet_id = entry.sheet_id AND type = 'round' AND subject = entry.subject)"""

Check = Callable[[Any], object]  # raises ValueError or TypeError


@dataclass(frozen=True, slots=True)
class Content:
    """What is in a database that was found whole, by number, and all types and games in it."""

    groups: int
    sheets: int
    rounds: int
    types: frozenset[str]
    games: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """What this version of the program understands; None: whatever is there."""

    revisions: frozenset[str]
    types: frozenset[str] | None = None
    games: frozenset[str] | None = None


def verified_content(path: Path, known: Known) -> Content | None:
    """What is in the database, once all of it was looked at; None where nothing is in it yet.

    Nothing is written, neither into it nor beside it. Raises ForeignDatabaseError,
    NewerDatabaseError where it is at an unknown migration, and StoreUnavailableError.
    """
    with reading(str(path)), reading_only(path) as connection:
        return verified(connection, known)


def verified(connection: sqlite3.Connection, known: Known) -> Content | None:
    """The same of an open connection."""
    with reading("what is stored"):
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise DamagedDatabaseError(str(found))
        if not _is_ours(connection, known):
            return None
        stray = connection.execute("PRAGMA foreign_key_check").fetchone()
        if stray is not None:
            raise DamagedDatabaseError(f"row {stray[1]} of {stray[0]} belongs to no {stray[2]}")
        for table in Model.metadata.tables:
            _check_rows(connection, table)
        content = _content(connection)
    _refuse_unknown("entry", content.types, known.types)
    _refuse_unknown("game", content.games, known.games)
    return content


@contextmanager
def reading_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that leaves the database and its folder as they are.

    Without a log beside it nobody is writing, and it is read as it lies there: SQLite would leave
    an empty log behind. A journal has to be undone by whoever reads next.
    """
    how = {"mode": "rw" if beside(path, JOURNAL).exists() else "ro"}
    if not beside(path, LOG).exists() and not beside(path, JOURNAL).exists():
        how["immutable"] = "1"
    with closing(sqlite3.connect(file_uri(path, **how), uri=True)) as connection:
        yield connection


def _is_ours(connection: sqlite3.Connection, known: Known) -> bool:
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return False
    if not {REVISIONS, *Model.metadata.tables} <= tables:
        raise ForeignDatabaseError
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision not in known.revisions:
        raise NewerDatabaseError(revision)
    return True


def _refuse_unknown(what: str, found: frozenset[str], known: frozenset[str] | None) -> None:
    if known is not None and not found <= known:
        words = ", ".join(sorted(map(repr, found - known)))
        raise DamagedDatabaseError(f"{words} is no {what} that this version of Scorekeeper knows")


def _check_rows(connection: sqlite3.Connection, table: str) -> None:
    """Every value of every row must be what its column holds; raises DamagedDatabaseError."""
    there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    columns = [each for each in Model.metadata.tables[table].columns if each.name in there]
    checks = [_check_of(column) for column in columns]
    for row in connection.execute(str(select(*columns))):
        for check, value in zip(checks, row, strict=True):
            try:
                check(value)
            except (ValueError, TypeError, RecursionError):
                raise DamagedDatabaseError(f"row {row[0]} of {table} cannot be read") from None


def _check_of(column: Column[Any]) -> Check:
    kind: type = int if isinstance(column.type, (Integer, Boolean)) else str
    if isinstance(column.type, JSON):
        made: Check = json_data
    elif isinstance(column.type, Moment):
        made = datetime.fromisoformat
    else:
        return _typed(kind, type(None) if column.nullable else kind)
    return (lambda value: value is None or made(value)) if column.nullable else made


def _typed(kind: type, other: type) -> Check:
    def check(value: Any) -> None:
        if type(value) is not kind and type(value) is not other:
            raise TypeError

    return check


def _content(connection: sqlite3.Connection) -> Content:
    def number(query: str) -> int:
        return int(connection.execute(query).fetchone()[0])

    def words(query: str) -> frozenset[str]:
        return frozenset(row[0] for row in connection.execute(query))

    return Content(
        number("SELECT count(*) FROM groups"),
        number("SELECT count(*) FROM sheets"),
        number(ROUNDS),
        words("SELECT DISTINCT type FROM entries"),
        words("SELECT DISTINCT game FROM sheets"),
    )
