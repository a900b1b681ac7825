"""Inserting entries, those of sheets and those of groups; nothing here commits."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import insert

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


def _columns(entry: NewEntry | NewGroupEntry) -> dict[str, Any]:
    found = {each.name: getattr(entry, each.name) for each in fields(entry)}
    return found | {"type": str(entry.type)}
