"""Queries about the entries of groups; nothing here commits."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from scorekeeper.store.db import db
from scorekeeper.store.entry_insertion import insert_entries
from scorekeeper.store.errors import reading
from scorekeeper.store.records import GroupEntryRecord
from scorekeeper.store.rows import GroupEntryRow, GroupRow, NewGroupEntry, row_of

_COLUMNS = (
    GroupEntryRecord.id,
    GroupEntryRecord.revision,
    GroupEntryRecord.type,
    GroupEntryRecord.subject,
    GroupEntryRecord.edition,
    GroupEntryRecord.data,
    GroupEntryRecord.key,
    GroupEntryRecord.author,
    GroupEntryRecord.written_at,
)


@reading("the entries of a group itself")
def entries_of(group: GroupRow) -> tuple[GroupEntryRow, ...]:
    """All entries of a group at its revision, first to last."""
    rows: Any = db.session.execute(
        select(*_COLUMNS)
        .where(GroupEntryRecord.group_id == group.id, GroupEntryRecord.revision <= group.revision)
        .order_by(GroupEntryRecord.id)
    )
    return tuple(row_of(GroupEntryRow, row) for row in rows)


def add_entries(
    group_id: int,
    entries: Sequence[NewGroupEntry],
    *,
    revision: int,
    key: str | None = None,
    author: str | None = None,
) -> tuple[GroupEntryRow, ...]:
    """Insert entries, the first one under *key*, and return them as they were written."""
    return insert_entries(
        GroupEntryRecord,
        GroupEntryRow,
        {"group_id": group_id},
        entries,
        revision=revision,
        key=key,
        author=author,
    )
