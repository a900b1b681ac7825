"""Queries for the digests of sheets, by which the same sheet is found again; nothing commits."""

from collections.abc import Collection, Iterable

from sqlalchemy import Table, bindparam, update

from scorekeeper.store.db import execute, set_columns
from scorekeeper.store.records import SheetRecord
from scorekeeper.store.revisions import lock_group
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.sheet_queries import OF_GROUP, read_sheets

_WITHOUT_DIGEST = OF_GROUP.where(SheetRecord.digest.is_(None))
_TABLE: Table = SheetRecord.metadata.tables[SheetRecord.__tablename__]


def sheets_without_digest(group_id: int) -> list[SheetRow]:
    """The sheets of a group that were written on since their digest was worked out, or never."""
    return read_sheets(_WITHOUT_DIGEST, group_id)


def keep_digests(group_id: int, sheets: Iterable[SheetRow]) -> None:
    """Keep the digests of sheets of a group as they were read; not of one that has moved on since.

    Nor where the group has: somebody on the sheet may have another name now, or get one before all
    this is committed if the group was not locked.
    """
    revision = lock_group(group_id)
    rows = [
        {"sheet": row.id, "read_at": row.revision, "worked_out": row.digest}
        for row in sheets
        if row.group_revision == revision
    ]
    is_as_read = _TABLE.c.id == bindparam("sheet"), _TABLE.c.revision == bindparam("read_at")
    if rows:
        execute(update(_TABLE).where(*is_as_read).values(digest=bindparam("worked_out")), rows)


def forget_digests(group_id: int) -> None:
    """Forget the digests of all sheets of a group, where people in it are called otherwise now."""
    set_columns(SheetRecord, SheetRecord.group_id == group_id, digest=None)


def sheets_with(
    group_id: int, digests: Collection[str], imported: Collection[str]
) -> list[SheetRow]:
    """The sheets of a group with one of these digests, or that came from such a file.

    And those without a digest, as in `sheets_without_digest`. The latest first.
    """
    is_like = SheetRecord.digest.in_(digests) | SheetRecord.imported.in_(imported)
    return read_sheets(OF_GROUP.where(is_like | SheetRecord.digest.is_(None)), group_id)
