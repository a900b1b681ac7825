"""Revisions of sheets and groups: the conditional updates, a lock, and where they stand now."""

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import String, bindparam, func, literal_column, select, type_coerce, update

from scorekeeper.store.changes import Moved, note
from scorekeeper.store.db import execute, release_connection
from scorekeeper.store.errors import MovedOnError, StoreUnavailableError
from scorekeeper.store.group_queries import is_or_any
from scorekeeper.store.rows import SETTLEMENT
from scorekeeper.store.tables import GroupEntryRecord, GroupRecord, SheetRecord

_SETTLED_AT = (
    select(type_coerce(func.max(GroupEntryRecord.written_at), String))
    # As a column it would be named without its table behind RETURNING, and so be the entry's own.
    .where(GroupEntryRecord.group_id == literal_column("sheets.group_id"))
    .where(GroupEntryRecord.type == SETTLEMENT)
)
_ADVANCE = (
    update(SheetRecord)
    .where(SheetRecord.id == bindparam("of"), SheetRecord.revision == bindparam("based_on"))
    .values(revision=bindparam("advanced_to"), digest=None)
    .returning(SheetRecord.group_id, _SETTLED_AT.scalar_subquery())
)


class AdvancedSheet(NamedTuple):
    """The *revision* that a sheet stands at now, and when its group was *settled* last, if ever."""

    revision: int
    settled: datetime | None


def advance_sheet(sheet_id: int, based_on: int, to: int | None = None) -> AdvancedSheet:
    """Move the sheet one revision on, or *to* a later one; raises MovedOnError.

    What it says changes with it, so its digest is no longer known.
    """
    revision = to or based_on + 1
    values = {"of": sheet_id, "based_on": based_on, "advanced_to": revision}
    advanced = execute(_ADVANCE, values).one_or_none()
    if advanced is None:
        raise MovedOnError
    group_id, settled = advanced
    note(Moved(group_id, revision, sheet_id))
    return AdvancedSheet(revision, _moment(settled))


def _moment(stored: Any) -> datetime | None:
    """A moment as a driver hands it over; None where it is damaged: that refuses no save."""
    if isinstance(stored, str):
        with suppress(ValueError):
            return datetime.fromisoformat(stored).replace(tzinfo=UTC)
    return stored if isinstance(stored, datetime) else None


def advance_group(group_id: int, based_on: int | None = None, link: str | None = None) -> int:
    """Count one more change of the group and return its revision.

    Another transaction that does so too waits here. Raises MovedOnError where the group is no
    longer at the revision *based_on*, if that is given, and else StoreUnavailableError where it was
    forgotten meanwhile, or its *link* is another one by now.
    """
    as_known = is_or_any(GroupRecord.revision, based_on), is_or_any(GroupRecord.link, link)
    advanced = (
        update(GroupRecord)
        .where(GroupRecord.id == group_id, GroupRecord.forgotten.is_(False), *as_known)
        .values(revision=GroupRecord.revision + 1)
        .returning(GroupRecord.revision)
    )
    revision: int | None = execute(advanced).scalar_one_or_none()
    if revision is None and based_on is not None:
        raise MovedOnError
    if revision is None:
        words = "the group was forgotten, or its link replaced"
        raise StoreUnavailableError(words, "group_forgotten")
    note(Moved(group_id, revision))
    return revision


def lock_group(group_id: int) -> int | None:
    """Have whoever changes the group wait for the end of this transaction; its revision by now.

    Whoever locks a group and sheets of it locks the group first, or two might wait for each other.
    """
    locked = select(GroupRecord.revision).where(GroupRecord.id == group_id).with_for_update()
    revision: int | None = execute(locked).scalar_one_or_none()
    return revision


def revisions_now(
    sheet_ids: Collection[int], group_ids: Collection[int], with_all_sheets: Collection[int]
) -> list[Moved]:
    """Where these sheets and groups stand now, as if they had just moved.

    *with_all_sheets* are the groups of which all sheets are wanted. In two queries; no connection
    is held afterwards.
    """
    wanted = SheetRecord.id.in_(sheet_ids) | SheetRecord.group_id.in_(with_all_sheets)
    columns = SheetRecord.group_id, SheetRecord.revision, SheetRecord.id
    of_groups = select(GroupRecord.id, GroupRecord.revision).where(GroupRecord.id.in_(group_ids))
    try:
        sheets = execute(select(*columns).where(wanted)).all()
        groups = execute(of_groups).all()
    finally:
        release_connection()
    return [Moved(*row) for row in (*sheets, *groups)]
