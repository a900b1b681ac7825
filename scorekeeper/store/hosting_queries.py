"""Queries for whoever hosts: about all groups, and for all that is stored about one.

Nothing here commits. What is stored about one is read row by row, as it is needed, so that a large
group takes no more memory than a small one.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, get_args

from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy.orm import aliased

from scorekeeper.store.changes import LinksEnded, note
from scorekeeper.store.db import execute, set_columns
from scorekeeper.store.errors import StoreUnavailableError, reading
from scorekeeper.store.group_queries import GROUP_COLUMNS, is_or_any
from scorekeeper.store.rows import FIRST_REVISION, GroupRow, check_types, row_of
from scorekeeper.store.tables import (
    EntryRecord,
    GroupEntryRecord,
    GroupRecord,
    Model,
    SheetRecord,
)

ROWS_AT_ONCE = 500
StoredRow = Mapping[str, Any]  # what is stored, by the names of its columns


class GroupOverview(NamedTuple):
    """A group, how many sheets it has, and when somebody last wrote on one, or on the group."""

    id: int
    hidden: bool
    forgotten: bool
    sheets: int
    last_written: datetime | None


_SHEET_COUNT = select(func.count()).where(SheetRecord.group_id == GroupRecord.id).scalar_subquery()
_WRITTEN_ON_SHEETS = (
    select(func.max(EntryRecord.written_at))
    .join_from(EntryRecord, SheetRecord)
    .where(SheetRecord.group_id == GroupRecord.id)
    .scalar_subquery()
)
_WRITTEN_ON_GROUP = (
    select(func.max(GroupEntryRecord.written_at))
    .where(GroupEntryRecord.group_id == GroupRecord.id)
    .scalar_subquery()
)
_IS_KEPT = and_(
    ~GroupRecord.hidden, GroupRecord.forgotten.is_(False), GroupRecord.sample_until.is_(None)
)


@reading("the groups")
def group_overviews(group_id: int | None = None) -> list[GroupOverview]:
    """All groups by number, the forgotten ones too; or one of them, if it is there."""
    columns = GroupRecord.id, GroupRecord.hidden, GroupRecord.forgotten
    wanted = select(*columns, _SHEET_COUNT, _WRITTEN_ON_SHEETS, _WRITTEN_ON_GROUP).order_by(
        GroupRecord.id
    )
    rows = execute(wanted.where(is_or_any(GroupRecord.id, group_id)))
    return [
        GroupOverview._make((*about, max(filter(None, (on_sheets, on_group)), default=None)))
        for *about, on_sheets, on_group in rows
    ]


@reading("the entries of all groups")
def latest_data(kind: str, group_id: int | None = None) -> dict[int, Any]:
    """The data of the last entry of a type that every group, or one, has, by group."""
    wanted = (
        select(GroupEntryRecord.group_id, GroupEntryRecord.data)
        .where(GroupEntryRecord.type == kind, is_or_any(GroupEntryRecord.group_id, group_id))
        .order_by(GroupEntryRecord.id)
    )
    return {row.group_id: row.data for row in execute(wanted)}


@reading("the groups")
def group_ids() -> list[int]:
    """The ids of all groups that are not forgotten, in their order."""
    wanted = select(GroupRecord.id).where(GroupRecord.forgotten.is_(False)).order_by(GroupRecord.id)
    return list(execute(wanted).scalars())


@reading("the groups")
def kept_groups() -> list[GroupRow]:
    """All groups but samples, hidden ones and forgotten ones."""
    wanted = select(*GROUP_COLUMNS).where(_IS_KEPT).order_by(GroupRecord.id)
    return [row_of(GroupRow, row) for row in execute(wanted)]


@reading("a group")
def file_id_of(group_id: int) -> str:
    """The id by which files know a group."""
    wanted = select(GroupRecord.file_id).where(GroupRecord.id == group_id)
    return str(execute(wanted).scalar_one())


@reading("the groups")
def first_and_last_written() -> tuple[datetime | None, datetime | None]:
    """When the first of these groups was made, and when something was last written in one."""
    of_sheets = select(EntryRecord.written_at).join_from(EntryRecord, SheetRecord).join(GroupRecord)
    of_groups = select(GroupEntryRecord.written_at).join_from(GroupEntryRecord, GroupRecord)
    last = (
        wanted.where(_IS_KEPT).order_by(table.id.desc()).limit(1).scalar_subquery()
        for wanted, table in ((of_sheets, EntryRecord), (of_groups, GroupEntryRecord))
    )
    wanted = select(func.min(GroupRecord.created_at), *last).where(_IS_KEPT)
    first, *written = execute(wanted).one()
    return first, max(filter(None, written), default=None)


def count_standing(kind: str, group_id: int) -> int:
    """How many subjects of a type stand on the sheets of a group: their last edition has data."""
    counted = (
        select(func.count())
        .join_from(EntryRecord, SheetRecord)
        .where(
            SheetRecord.group_id == group_id,
            EntryRecord.type == kind,
            EntryRecord.data.is_not(None),
            ~_is_replaced(),
        )
    )
    return int(execute(counted).scalar_one())


def _is_replaced() -> ColumnElement[bool]:
    """The condition that an entry of a sheet has a later edition."""
    later = aliased(EntryRecord)
    return exists().where(
        later.sheet_id == EntryRecord.sheet_id,
        later.type == EntryRecord.type,
        later.subject == EntryRecord.subject,
        later.edition > EntryRecord.edition,
    )


def _stands_before(dealt: str, kind: str) -> ColumnElement[bool]:
    """The condition that a round of this *kind*, an entry of type *dealt*, was opened next."""
    following = aliased(EntryRecord)
    return exists().where(
        following.sheet_id == EntryRecord.sheet_id,
        following.type == dealt,
        following.subject == func.coalesce(EntryRecord.after, 0) + 1,
        following.revision == FIRST_REVISION,
        following.data["kind"].as_string() == kind,
    )


@reading("the substitutes of all groups")
def sheets_with_substitutes(substitute: str, dealt: str, kind: str) -> list[tuple[int, int, int]]:
    """Sheets that were opened with substitutes who name no round, right before one of this *kind*.

    By group and number, each as its id, that of its group, and its number there. *substitute* and
    *dealt* are the types of the entries. One query, which looks at every sheet and, by the index,
    at its substitutes alone.
    """
    wanted = (
        select(SheetRecord.id, SheetRecord.group_id, SheetRecord.number)
        .join_from(SheetRecord, GroupRecord)
        .join(EntryRecord, EntryRecord.sheet_id == SheetRecord.id)
        .where(
            GroupRecord.forgotten.is_(False),
            EntryRecord.type == substitute,
            EntryRecord.revision == FIRST_REVISION,
            EntryRecord.data["round"].as_string().is_(None),
            _stands_before(dealt, kind),
        )
        .order_by(SheetRecord.group_id, SheetRecord.number)
    )
    return [(row.id, row.group_id, row.number) for row in execute(wanted.distinct())]


def _told_of(record: type[Model], left_out: Container[str]) -> Mapping[ColumnElement[Any], Any]:
    """The columns of a table that are not *left_out*, each with what it can hold."""
    told = (column for column in record.__table__.c if str(column) not in left_out)
    held = {column: get_args(record.__annotations__[column.name])[0] for column in told}
    return {column: object if kind is Any else kind for column, kind in held.items()}


def _stored(told: Mapping[ColumnElement[Any], Any], values: Sequence[Any]) -> StoredRow:
    """A row as it was read; raises TypeError for a value that its column cannot hold."""
    check_types(values, told.values())
    return {column.name: value for column, value in zip(told, values, strict=True)}


@reading("a group")
def stored_group(group_id: int, left_out: Container[str]) -> StoredRow:
    """A group, hidden or not; raises StoreUnavailableError where it was forgotten meanwhile.

    Without the columns that are *left_out*, each named behind its table and a dot.
    """
    told = _told_of(GroupRecord, left_out)
    row = execute(select(*told).where(_is_there(group_id))).one_or_none()
    if row is None:
        raise StoreUnavailableError("the group was forgotten", "group_forgotten")
    return _stored(told, row)


def _is_there(group_id: int) -> ColumnElement[bool]:
    return and_(GroupRecord.id == group_id, GroupRecord.forgotten.is_(False))


def stored_group_entries(group_id: int, left_out: Container[str]) -> Iterator[StoredRow]:
    """All entries of a group that are on none of its sheets, first to last; in one query."""
    told = _told_of(GroupEntryRecord, left_out)
    of_group = GroupEntryRecord.group_id == group_id
    with reading("the entries of a group itself"):
        wanted = select(*told).where(of_group).order_by(GroupEntryRecord.id)
        for row in execute(wanted, yield_per=ROWS_AT_ONCE):
            yield _stored(told, row)


def stored_sheets(
    group_id: int, left_out: Container[str]
) -> Iterator[tuple[StoredRow, StoredRow | None]]:
    """Every entry of all sheets of a group with its sheet, both first to last; in one query.

    A sheet without entries comes once, with None.
    """
    of_sheet, of_entry = _told_of(SheetRecord, left_out), _told_of(EntryRecord, left_out)
    joined = select(*of_sheet, *of_entry).join_from(SheetRecord, EntryRecord, isouter=True)
    of_group = joined.where(SheetRecord.group_id == group_id)
    wanted = of_group.order_by(SheetRecord.number, EntryRecord.id)
    with reading("the entries of a group"):
        for row in execute(wanted, yield_per=ROWS_AT_ONCE):
            sheet, entry = _stored(of_sheet, row[: len(of_sheet)]), row[len(of_sheet) :]
            yield sheet, None if entry[0] is None else _stored(of_entry, entry)


def set_hidden(group_id: int, hidden: bool) -> bool:
    """Hide a group, or show it again, and say whether that changed anything; for a transaction.

    Nothing is changed of a group that is forgotten.
    """
    is_other = and_(_is_there(group_id), GroupRecord.hidden.is_(not hidden))
    is_changed = set_columns(GroupRecord, is_other, hidden=hidden) > 0
    if is_changed and hidden:
        note(LinksEnded(group_id))
    return is_changed
