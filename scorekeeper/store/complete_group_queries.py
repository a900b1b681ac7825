"""Queries for all that is stored about one group, row by row; nothing here commits.

Rows are read as they are needed, so that a large group takes no more memory than a small one.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from scorekeeper.store.db import db
from scorekeeper.store.errors import StoreUnavailableError, reading
from scorekeeper.store.records import (
    EntryRecord,
    GroupEntryRecord,
    GroupRecord,
    SheetRecord,
    columns_of,
)
from scorekeeper.store.rows import EntryRow, StoredGroup, StoredSheet, row_of

ROWS_AT_ONCE = 500


GROUP_COLUMNS = columns_of(GroupRecord, StoredGroup)
GROUP_ENTRY_COLUMNS = columns_of(GroupEntryRecord, EntryRow)
SHEET_COLUMNS = columns_of(SheetRecord, StoredSheet)
ENTRY_COLUMNS = columns_of(EntryRecord, EntryRow)


@reading("a group")
def stored_group(group_id: int) -> StoredGroup:
    """A group, hidden or not; raises StoreUnavailableError where it was forgotten meanwhile."""
    is_there = (GroupRecord.id == group_id) & GroupRecord.forgotten.is_(False)
    row = db.session.execute(select(*GROUP_COLUMNS).where(is_there)).one_or_none()
    if row is None:
        raise StoreUnavailableError("the group was forgotten", "group_forgotten")
    return row_of(StoredGroup, row)


def stored_group_entries(group_id: int) -> Iterator[EntryRow]:
    """All entries of a group that are on none of its sheets, first to last; in one query."""
    wanted = (
        select(*GROUP_ENTRY_COLUMNS)
        .where(GroupEntryRecord.group_id == group_id)
        .order_by(GroupEntryRecord.id)
    )
    with reading("the entries of a group itself"):
        for row in _rows(wanted):
            yield row_of(EntryRow, row)


def stored_sheets(group_id: int) -> Iterator[tuple[StoredSheet, EntryRow | None]]:
    """Every entry of all sheets of a group with its sheet, both first to last; in one query.

    A sheet without entries comes once, with None.
    """
    wanted = (
        select(*SHEET_COLUMNS, *ENTRY_COLUMNS)
        .outerjoin(EntryRecord, EntryRecord.sheet_id == SheetRecord.id)
        .where(SheetRecord.group_id == group_id)
        .order_by(SheetRecord.number, EntryRecord.id)
    )
    with reading("the entries of a group"):
        for row in _rows(wanted):
            sheet, entry = row[: len(SHEET_COLUMNS)], row[len(SHEET_COLUMNS) :]
            is_written_on = entry[0] is not None
            yield row_of(StoredSheet, sheet), row_of(EntryRow, entry) if is_written_on else None


def _rows(wanted: Any) -> Any:
    return db.session.execute(wanted, execution_options={"yield_per": ROWS_AT_ONCE})
