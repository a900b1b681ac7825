"""Queries about the entries of groups; nothing here commits."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from scorekeeper.store.db import db
from scorekeeper.store.errors import reading
from scorekeeper.store.group_queries import GROUP_COLUMNS, group_row
from scorekeeper.store.records import GroupEntryRecord, GroupRecord, columns_of
from scorekeeper.store.rows import FIRST_REVISION, EntryRow, GroupRow, row_of

_COLUMNS = columns_of(GroupEntryRecord, EntryRow)


@reading("the entries of a group itself")
def entries_of(group: GroupRow) -> tuple[EntryRow, ...]:
    """All entries of a group at its revision, first to last."""
    rows: Any = db.session.execute(
        select(*_COLUMNS)
        .where(GroupEntryRecord.group_id == group.id, GroupEntryRecord.revision <= group.revision)
        .order_by(GroupEntryRecord.id)
    )
    return tuple(row_of(EntryRow, row) for row in rows)


class DayOfEntry(NamedTuple):
    """An edition of a subject that may have a day: whether it *stands*, and its ISO date."""

    subject: int
    written_at: datetime
    stands: bool
    day: str | None


@reading("the days of entries of a group")
def days_of_entries(group_id: int, kind: str) -> list[DayOfEntry]:
    """All editions of a type, first to last, without what else is in them, which may be much."""
    data = GroupEntryRecord.data
    rows = db.session.execute(
        select(GroupEntryRecord.subject, GroupEntryRecord.written_at, data.is_not(None),
               data["date"].as_string())
        .where(GroupEntryRecord.group_id == group_id, GroupEntryRecord.type == kind)
        .order_by(GroupEntryRecord.id)
    )  # fmt: skip
    return [DayOfEntry(*row) for row in rows]


def group_made_by(key: str) -> GroupRow | None:
    """The group that the form with this key has made, by something else than opening a sheet."""
    return _group_of(key, GroupEntryRecord.revision <= FIRST_REVISION)


def group_with_entry(key: str, kind: str) -> GroupRow | None:
    """The group about which the form with this key has written an entry of this type."""
    return _group_of(key, GroupEntryRecord.type == kind)


@reading("a group")
def _group_of(key: str, condition: Any) -> GroupRow | None:
    wanted = (
        select(*GROUP_COLUMNS)
        .join_from(GroupEntryRecord, GroupRecord)
        .where(GroupEntryRecord.key == key, condition)
    )
    row = db.session.execute(wanted).one_or_none()
    return None if row is None else group_row(row)
