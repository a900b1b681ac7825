"""Whether a database is one of this program's and whole, asked of the file itself."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Column, Integer, Table, func, or_, select
from sqlalchemy.dialects.sqlite import dialect

from scorekeeper.core.phrases import CodedError
from scorekeeper.store.backend import SupportedVersions
from scorekeeper.store.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    NewerDatabaseError,
    reading,
)
from scorekeeper.store.sqlite.database_file import JOURNAL, LOG, beside, connected, stamp
from scorekeeper.store.sqlite.opened_database import DatabaseFiles, is_in_use
from scorekeeper.store.tables import Model

DIALECT = dialect()
FIRST = "0001"
GROUP_ENTRIES = "group_entries"
TYPES = "SELECT DISTINCT type FROM entries"
GROUP_TYPES = "SELECT DISTINCT type FROM group_entries"
GAMES = "SELECT DISTINCT game FROM sheets WHERE game <> ''"  # none: a forgotten one
ADDED = {GROUP_ENTRIES: "0003"}  # tables that came with a later migration than the first
GROUPS = "SELECT count(*) FROM groups WHERE NOT forgotten"
GROUPS_BEFORE = "SELECT count(*) FROM groups"
FORGOTTEN_SINCE = "0006"  # migrations without groups that were forgotten came before
ROUNDS = """
SELECT count(*) FROM entries AS entry
WHERE type = 'round' AND data IS NOT NULL AND edition = (
    SELECT max(edition) FROM entries
    WHERE sheet_id = entry.sheet_id AND type = 'round' AND subject = entry.subject)"""


class Content(NamedTuple):
    """What is in a database that was found whole, by number."""

    groups: int
    sheets: int
    rounds: int


def verified_content(path: Path, known: SupportedVersions) -> Content | None:
    """What is in the database, once all of it was looked at; None where nothing is in it yet.

    Nothing is written, neither into it nor beside it. What others have written on meanwhile is
    looked at once more before it is refused. Raises ForeignDatabaseError, NewerDatabaseError where
    it is at an unknown migration, and StoreUnavailableError.
    """
    before = stamp(path)
    try:
        return _verified_content(path, known)
    except CodedError:
        if stamp(path) == before:
            raise
    return _verified_content(path, known)


def _verified_content(path: Path, known: SupportedVersions) -> Content | None:
    with reading(str(path)), reading_only(path) as connection:
        return verified(connection, known)


def verified(connection: sqlite3.Connection, known: SupportedVersions) -> Content | None:
    """What is in the database of an open connection, as `verified_content` says it."""
    with reading("what is stored"):
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedDatabaseError(str(verdict))
        revision = _revision(connection, known)
        if revision is None:
            return None
        stray = connection.execute("PRAGMA foreign_key_check").fetchone()
        if stray is not None:
            table, row, other, _ = stray
            raise DamagedDatabaseError(code="stray_row", row=row, table=table, other=other)
        tables = _tables_at(revision)
        for table in tables.values():
            _check_rows(connection, table)
        _refuse_unknown(connection, "unknown_entry", TYPES, known.types)
        if GROUP_ENTRIES in tables:
            _refuse_unknown(connection, "unknown_group_entry", GROUP_TYPES, known.group_types)
        _refuse_unknown(connection, "unknown_game", GAMES, known.games)
        return _content(connection, revision)


@contextmanager
def reading_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that leaves the database and its folder as they are.

    Without a log beside it nobody is writing, and it is read as it lies there: SQLite would leave
    an empty log behind. A journal has to be undone by whoever reads next. Raises LostDatabaseError
    where the log is gone that others have open: what they saved is in no file that can be found.
    """
    how = {"mode": "rw" if beside(path, JOURNAL).exists() else "ro"}
    if not (beside(path, LOG).exists() or beside(path, JOURNAL).exists() or is_in_use(path)):
        how["immutable"] = "1"
    with closing(DatabaseFiles(path).opened(lambda: connected(path, how))) as connection:
        yield connection


def _revision(connection: sqlite3.Connection, known: SupportedVersions) -> str | None:
    """The migration a database of ours is at; None where nothing is in it yet."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return None
    if not {"alembic_version", *_tables_at(FIRST)} <= tables:
        raise ForeignDatabaseError
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision not in known.revisions:
        raise NewerDatabaseError(revision)
    missing = sorted(_tables_at(revision).keys() - tables)
    if missing:
        raise DamagedDatabaseError(code="no_table", table=missing[0])
    return str(revision)


def _tables_at(revision: str) -> Mapping[str, Table]:
    """The tables that a database at this migration has; migrations are numbered in four digits."""
    tables = Model.metadata.tables
    return {name: tables[name] for name in tables if ADDED.get(name, FIRST) <= revision}


def _refuse_unknown(
    connection: sqlite3.Connection, code: str, query: str, known: frozenset[str] | None
) -> None:
    stored = {row[0] for row in connection.execute(query)}
    if known is not None and not stored <= known:
        unknown = ", ".join(sorted(map(repr, stored - known)))
        raise DamagedDatabaseError(code=code, unknown=unknown)


def _check_rows(connection: sqlite3.Connection, table: Table) -> None:
    """Every value of every row must be what its column holds; raises DamagedDatabaseError."""
    there = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
    columns = [column for column in table.columns if column.name in there]
    readers = [
        column.type.dialect_impl(DIALECT).result_processor(DIALECT, None) for column in columns
    ]
    read = [(place, reader) for place, reader in enumerate(readers) if reader is not None]
    is_strange = or_(*(func.typeof(column).not_in(_types(column)) for column in columns))
    query = select(*columns, is_strange).compile(compile_kwargs={"literal_binds": True})
    for row in connection.execute(str(query)):
        try:
            if row[-1]:
                raise TypeError
            for place, reader in read:
                reader(row[place])
        except (ValueError, TypeError, OverflowError, RecursionError):
            at = {"row": row[0], "table": table.name}
            raise DamagedDatabaseError(code="unreadable_row", **at) from None


def _types(column: Column[Any]) -> list[str]:
    """What SQLite calls the types of the values that a column can hold."""
    kind = "integer" if isinstance(column.type, (Integer, Boolean)) else "text"
    return [kind, "null"] if column.nullable else [kind]


def _content(connection: sqlite3.Connection, revision: str) -> Content:
    groups = GROUPS if revision >= FORGOTTEN_SINCE else GROUPS_BEFORE
    queries = (groups, "SELECT count(*) FROM sheets WHERE game <> ''", ROUNDS)
    return Content(*(int(connection.execute(query).fetchone()[0]) for query in queries))
