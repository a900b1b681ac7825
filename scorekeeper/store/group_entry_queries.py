"""Queries about the entries of groups; nothing here commits."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select

from scorekeeper.store.clock import now
from scorekeeper.store.db import db
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
    moment = now()
    rows = [
        GroupEntryRow(
            id=0,
            revision=revision,
            type=str(entry.type),
            subject=entry.subject,
            edition=entry.edition,
            data=entry.data,
            key=None if position else key,
            author=author,
            written_at=moment,
        )
        for position, entry in enumerate(entries)
    ]
    inserted = db.session.execute(
        insert(GroupEntryRecord).returning(GroupEntryRecord.id, sort_by_parameter_order=True),
        [{"group_id": group_id} | _without_id(row) for row in rows],
    )
    return tuple(row._replace(id=new) for row, new in zip(rows, inserted.scalars(), strict=True))


def _without_id(row: GroupEntryRow) -> dict[str, Any]:
    columns = row._asdict()
    del columns["id"]
    return columns
