"""What stands where by now, whoever has written it."""

from collections.abc import Collection

from sqlalchemy import select, union_all

from scorekeeper.store.changes import GroupMoved, Moved, SheetMoved
from scorekeeper.store.db import db, discard_session
from scorekeeper.store.records import GroupRecord, SheetRecord


def revisions_now(
    sheet_ids: Collection[int], group_ids: Collection[int], with_all_sheets: Collection[int]
) -> list[Moved]:
    """Where these sheets and groups stand now, as if they had just moved.

    *with_all_sheets* are the groups of which all sheets are wanted. In two queries; the session
    holds nothing afterwards.
    """
    wanted = SheetRecord.id.in_(sheet_ids) | SheetRecord.group_id.in_(with_all_sheets)
    columns = SheetRecord.id, SheetRecord.group_id, SheetRecord.revision
    of_groups = select(GroupRecord.id, GroupRecord.revision).where(GroupRecord.id.in_(group_ids))
    try:
        sheets = db.session.execute(select(*columns).where(wanted)).all()
        groups = db.session.execute(of_groups).all()
    finally:
        discard_session()
    moved = [SheetMoved(*row) for row in sheets]
    return [*moved, *(GroupMoved(*row) for row in groups)]


def living_links(links: Collection[str]) -> frozenset[str]:
    """Those of some secret links that lead to a group or a sheet which is not hidden.

    In one query; the session holds nothing afterwards.
    """
    columns = GroupRecord.link, GroupRecord.look_link, SheetRecord.look_link
    shown = GroupRecord.hidden.is_(False)
    found = [select(column).where(column.in_(links), shown) for column in columns]
    found[-1] = found[-1].join_from(SheetRecord, GroupRecord)
    try:
        return frozenset(db.session.execute(union_all(*found)).scalars())
    finally:
        discard_session()
