"""Queries about the entries of groups; nothing here commits."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from scorekeeper.store.db import db
from scorekeeper.store.entry_insertion import insert_entries
from scorekeeper.store.errors import reading
from scorekeeper.store.records import GroupEntryRecord, GroupRecord
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


@reading("a group")
def group_of_key(key: str) -> GroupRow | None:
    """The group about which a form with this key has written."""
    wanted = (
        select(GroupRecord.id, GroupRecord.link, GroupRecord.revision, GroupRecord.currency)
        .join_from(GroupEntryRecord, GroupRecord)
        .where(GroupEntryRecord.key == key)
    )
    row = db.session.execute(wanted).one_or_none()
    return None if row is None else row_of(GroupRow, row)


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
