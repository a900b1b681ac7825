"""Deleting a group for good, in the rows and in the files of the database."""

from sqlalchemy import delete, func, select

from scorekeeper.store.changes import LinksEnded, note
from scorekeeper.store.db import backend, db, execute, release_connection, set_columns
from scorekeeper.store.errors import reading
from scorekeeper.store.revisions import lock_group
from scorekeeper.store.rows import CURRENCY
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.tables import (
    EntryRecord,
    GroupEntryRecord,
    GroupRecord,
    PlayerRecord,
    SheetRecord,
    now,
)

NO_GAME = ""  # of the row of a forgotten sheet


def erase_group(group_id: int, *, keeps_link: bool = False) -> None:
    """Delete all that a group has written, its sheets and its people; for a transaction.

    What this program keeps in memory, and phones in theirs, is kept by ids, and SQLite gives the
    id of the last row of a table anew once that row is gone. So the row of the group stays, empty,
    and so does that of a sheet behind which there is no other one. Where the row *keeps_link*, the
    link that wrote tells `was_thrown_away` that the group was a sample, and leads nowhere.
    """
    lock_group(group_id)  # whoever opens a sheet in it is waited for, or finds nothing any more
    of_group = SheetRecord.group_id == group_id
    sheets = select(SheetRecord.id).where(of_group)
    execute(sheets.with_for_update()).all()  # whoever writes on one is waited for
    execute(delete(EntryRecord).where(EntryRecord.sheet_id.in_(sheets)))
    last = select(func.max(SheetRecord.id)).scalar_subquery()
    execute(delete(SheetRecord).where(of_group, SheetRecord.id < last))
    copied = {"copied_revision": 0, "copied_as": 0}
    empty = _emptied(SheetRecord, game=NO_GAME, key=new_link(), put_away=True, **copied)
    set_columns(SheetRecord, of_group, **empty)
    for table in (GroupEntryRecord, PlayerRecord):
        execute(delete(table).where(table.group_id == group_id))
    link = {} if keeps_link else {"link": new_link()}
    empty = _emptied(GroupRecord, currency=CURRENCY, hidden=True, forgotten=True, file_id="")
    set_columns(GroupRecord, GroupRecord.id == group_id, **empty, **link)
    note(LinksEnded(group_id))


@reading("samples whose time is over")
def samples_over(at_most: int) -> list[int]:
    """The ids of groups that were opened as samples and need not be kept any longer."""
    is_over = GroupRecord.sample_until < now()
    wanted = select(GroupRecord.id).where(is_over, GroupRecord.forgotten.is_(False))
    return list(execute(wanted.order_by(GroupRecord.sample_until).limit(at_most)).scalars())


@reading("a sample that was thrown away")
def was_thrown_away(link: str) -> bool:
    """Whether this was the link of a sample that is no more; no other group keeps its own."""
    wanted = select(GroupRecord.id).where(GroupRecord.link == link, GroupRecord.forgotten)
    return execute(wanted).one_or_none() is not None


def _emptied(table: type[GroupRecord] | type[SheetRecord], **others: object) -> dict[str, object]:
    """What a row holds of which nothing is left: null in every column that can be, and *others*."""
    nothing = {column.name: None for column in table.__table__.c if column.nullable}
    is_moved = table.revision + 1  # whoever writes on it at this moment is too late
    known = {"revision": is_moved, "created_at": now(), "look_link": new_link()}
    return nothing | known | others


def overwrite_deleted() -> bool:
    """Have what was deleted overwritten in the files; False where the log still holds it.

    SQLite overwrites it in the database once its log is written back, which whoever reads from
    the log at this moment hinders.
    """
    release_connection()
    return backend().overwrite_deleted(db.engine)
