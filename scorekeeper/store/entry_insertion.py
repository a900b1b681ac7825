"""Inserting entries, those of sheets and those of groups; nothing here commits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Table, insert

from scorekeeper.store.clock import now
from scorekeeper.store.db import db
from scorekeeper.store.records import EntryRecord, GroupEntryRecord
from scorekeeper.store.rows import EntryRow, GroupEntryRow, NewEntry, NewGroupEntry

Inserted = TypeVar("Inserted", EntryRow, GroupEntryRow)


def insert_entries(
    record: type[EntryRecord | GroupEntryRecord],
    row_type: type[Inserted],
    owner: Mapping[str, int],
    entries: Sequence[NewEntry | NewGroupEntry],
    *,
    revision: int,
    key: str | None,
    author: str | None,
) -> tuple[Inserted, ...]:
    """Insert entries of one moment, the first one under *key*, and return them as written.

    *owner* is the column that says whose they are, and its value.
    """
    shared = {"revision": revision, "author": author, "written_at": now()}
    columns = [
        _columns(entry) | shared | {"key": None if position else key}
        for position, entry in enumerate(entries)
    ]
    inserted = db.session.execute(
        insert(record).returning(record.id, sort_by_parameter_order=True),
        [{**owner, **each} for each in columns],
    )
    return tuple(
        row_type(id=new, **each) for new, each in zip(inserted.scalars(), columns, strict=True)
    )


def insert_rows(table: Table, rows: Iterable[Sequence[Any]]) -> None:
    """Hand rows to the driver in the way of its parameters: many of them quickly.

    Each has the values of all columns but the id, in their order, as `as_driver_takes` makes them.
    """
    names = [column.name for column in table.c if column.name != "id"]
    connection = db.session.connection()
    statement = insert(table).inline().compile(dialect=connection.dialect, column_keys=names)
    if connection.dialect.positional:
        connection.exec_driver_sql(str(statement), list(rows))
    else:
        named = [dict(zip(names, row, strict=True)) for row in rows]
        connection.exec_driver_sql(str(statement), named)


def as_driver_takes(table: Table, column: str) -> Callable[[Any], Any]:
    """What turns a value of a column into one that the driver takes; most are it already."""
    dialect = db.engine.dialect
    convert = table.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return convert or _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _columns(entry: NewEntry | NewGroupEntry) -> dict[str, Any]:
    found = {each.name: getattr(entry, each.name) for each in fields(entry)}
    return found | {"type": str(entry.type)}
