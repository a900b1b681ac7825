"""Queries about sheets and their entries; nothing here commits."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import Select, String, bindparam, cast, func, literal, select, union_all, update

from scorekeeper.core.codec import json_data
from scorekeeper.core.days import local_day
from scorekeeper.store.db import execute, set_columns
from scorekeeper.store.errors import reading
from scorekeeper.store.group_queries import access_by, is_link_of_group
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.revisions import lock_group
from scorekeeper.store.rows import ABOUT, Access, EntryRow, GroupRow, PersonRow, SheetRow, row_of
from scorekeeper.store.tables import (
    EntryRecord,
    GroupRecord,
    PlayerRecord,
    SheetRecord,
    columns_of,
)

AROUND = timedelta(days=2)  # of noon in UTC: whatever is opened on that day anywhere
FIRST, LAST = date(2, 1, 1), date(9998, 12, 31)  # with room for that

# What was written last about a sheet, as it stands: no row that is damaged hides the others.
ABOUT_SHEET = (
    select(cast(EntryRecord.data, String))
    .where(EntryRecord.sheet_id == SheetRecord.id, EntryRecord.type == ABOUT)
    .order_by(EntryRecord.subject, EntryRecord.edition.desc())
    .limit(1)
    .correlate(SheetRecord)
    .scalar_subquery()
)
_SHEET = (
    select(
        *columns_of(
            SheetRecord,
            SheetRow,
            group_revision=GroupRecord.revision,
            currency=GroupRecord.currency,
            sample_until=GroupRecord.sample_until,
            link=GroupRecord.link,
            dated=ABOUT_SHEET,
        )
    )
    .join_from(SheetRecord, GroupRecord)
    .where(GroupRecord.forgotten.is_(False))
    .order_by(SheetRecord.number.desc())
)
# Every request asks for its sheet: a statement that is put together once takes half the time.
_BY_LINK = _SHEET.where(
    is_link_of_group(bindparam("link")), SheetRecord.number == bindparam("number")
)
_BY_LOOK_LINK = _SHEET.where(SheetRecord.look_link == bindparam("link"), ~GroupRecord.hidden)
_BY_ID = _SHEET.where(SheetRecord.id == bindparam("id"))
_OF_GROUP = _SHEET.where(SheetRecord.group_id == bindparam("group"))
_BY_KEY = _SHEET.where(SheetRecord.key == bindparam("key"))
_EARLIER_AROUND = select(SheetRecord.created_at, ABOUT_SHEET).where(
    SheetRecord.group_id == bindparam("group"),
    SheetRecord.number < bindparam("before"),
    SheetRecord.created_at.between(bindparam("since"), bindparam("until"))
    | ABOUT_SHEET.contains(bindparam("day")),
)
_ENTRY_COLUMNS = columns_of(EntryRecord, EntryRow)
_PERSON = "person"  # in the place of an entry's type, where a row is a person of the group


def sheet_by_link(link: str, number: int) -> SheetRow | None:
    """A sheet of the group behind a secret link, the one that writes or the one that looks."""
    sheet = _one_sheet(_BY_LINK, link=link, number=number)
    return None if sheet is None else sheet._replace(link=link, access=access_by(link, sheet.link))


def sheet_by_look_link(link: str) -> SheetRow | None:
    """The sheet that a secret link looks at, and at nothing else."""
    sheet = _one_sheet(_BY_LOOK_LINK, link=link)
    return sheet and sheet._replace(link=link, access=Access.LOOK, is_alone=True)


def sheet_by_id(sheet_id: int) -> SheetRow | None:
    """A sheet as it is now."""
    return _one_sheet(_BY_ID, id=sheet_id)


def sheet_by_key(key: str) -> SheetRow | None:
    """The sheet that a form has opened before."""
    return _one_sheet(_BY_KEY, key=key)


@reading("a sheet")
def _one_sheet(wanted: Select[Any], **values: Any) -> SheetRow | None:
    row = execute(wanted, values).one_or_none()
    return None if row is None else _sheet_row(row)


def _sheet_row(row: Iterable[Any]) -> SheetRow:
    """A sheet that was asked for by no link: it has the one of its group that writes."""
    *columns, about, _, _ = row
    return row_of(SheetRow, (*columns, date_in(about), Access.WRITE, False))


def date_in(about: str | None) -> date | None:
    """The date in what was written about a sheet; None without one, and where none can be read."""
    try:
        return date.fromisoformat(json_data(about or "{}").get("date") or "")
    except (ValueError, TypeError, AttributeError):
        return None


def sheets_of(group: GroupRow) -> list[SheetRow]:
    """All sheets of a group, latest first; each by the link by which the group was asked for."""
    sheets = _read_sheets(_OF_GROUP, group.id)
    if group.access is Access.WRITE:
        return sheets
    return [sheet._replace(link=group.link, access=group.access) for sheet in sheets]


@reading("the sheets of a group")
def _read_sheets(wanted: Select[Any], group_id: int) -> list[SheetRow]:
    """The sheets of a group, latest first; *wanted* is _OF_GROUP, with conditions or without."""
    read = execute(wanted, {"group": group_id})
    return [_sheet_row(row) for row in read]


def sheets_with(
    group_id: int, digests: Collection[str] = (), imported: Collection[str] = ()
) -> list[SheetRow]:
    """The sheets of a group with one of these digests, or that came from such a file.

    And those without a digest, which were written on since it was worked out, or never had one.
    The latest first.
    """
    is_like = SheetRecord.digest.in_(digests) | SheetRecord.imported.in_(imported)
    return _read_sheets(_OF_GROUP.where(is_like | SheetRecord.digest.is_(None)), group_id)


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
    as_read = SheetRecord.id == bindparam("sheet"), SheetRecord.revision == bindparam("read_at")
    if rows:
        execute(update(SheetRecord).where(*as_read).values(digest=bindparam("worked_out")), rows)


def forget_digests(group_id: int) -> None:
    """Forget the digests of all sheets of a group, where people in it are called otherwise now."""
    set_columns(SheetRecord, SheetRecord.group_id == group_id, digest=None)


@reading("the sheets of a group")
def count_and_revisions(group_id: int) -> tuple[int, int]:
    """How many sheets a group has, and the sum of their revisions."""
    summed = func.coalesce(func.sum(SheetRecord.revision), 0)
    wanted = select(func.count(), summed).where(SheetRecord.group_id == group_id)
    count, revisions = execute(wanted).one()
    return count, int(revisions)


@reading("the sheets of a group")
def count_of_day(group_id: int, day: date, number: int) -> int:
    """How many sheets of a day a group had before it opened the one of this number."""
    noon = datetime.combine(min(max(day, FIRST), LAST), time(12), UTC)
    values = {
        "group": group_id,
        "before": number,
        "since": noon - AROUND,
        "until": noon + AROUND,
        "day": day.isoformat(),
    }
    earlier = execute(_EARLIER_AROUND, values)
    return [date_in(about) or local_day(at) for at, about in earlier].count(day)


@reading("the entries of a group")
def entry_counts(sheet_ids: Sequence[int]) -> dict[int, int]:
    """How many entries every one of these sheets has."""
    counted = (
        select(EntryRecord.sheet_id, func.count().label("entries"))
        .where(EntryRecord.sheet_id.in_(sheet_ids))
        .group_by(EntryRecord.sheet_id)
    )
    return {row.sheet_id: row.entries for row in execute(counted)}


@reading("the entries of a sheet")
def content_of(sheet: SheetRow) -> tuple[tuple[EntryRow, ...], Mapping[int, str]]:
    """All entries of a sheet at its revision, first to last, and the names in its group by id.

    One query: entries and people come as the two halves of a union.
    """
    written = select(EntryRecord.id, *_ENTRY_COLUMNS).where(
        EntryRecord.sheet_id == sheet.id, EntryRecord.revision <= sheet.revision
    )
    filled = {
        "type": literal(_PERSON),
        "author": PlayerRecord.name,
        "subject": PlayerRecord.same_as,
    }
    people = select(PlayerRecord.id, *columns_of(PlayerRecord, EntryRow, **filled)).where(
        PlayerRecord.group_id == sheet.group_id
    )
    union: Any = execute(union_all(written, people))
    rows = sorted(union, key=lambda row: row.id)
    entries = tuple(row_of(EntryRow, row[1:]) for row in rows if row.type != _PERSON)
    known = [
        row_of(PersonRow, (row.id, row.author, row.subject)) for row in rows if row.type == _PERSON
    ]
    return entries, KnownPeople(known).names


def entries_of_all(sheet_ids: Sequence[int]) -> dict[int, list[EntryRow]]:
    """All entries of several sheets, by sheet, in one query; in none where there are no sheets."""
    by_sheet: dict[int, list[EntryRow]] = {sheet_id: [] for sheet_id in sheet_ids}
    if by_sheet:
        by_sheet |= _entries_by(EntryRecord.sheet_id, EntryRecord.sheet_id.in_(sheet_ids))
    return by_sheet


def entries_of_types(group_id: int, types: Sequence[str]) -> dict[int, list[EntryRow]]:
    """The entries of these types of all sheets of a group, by the number of the sheet."""
    on_sheets = (SheetRecord.id == EntryRecord.sheet_id) & (SheetRecord.group_id == group_id)
    return _entries_by(SheetRecord.number, on_sheets, EntryRecord.type.in_(types))


@reading("the entries of a group")
def _entries_by(key: Any, *conditions: Any) -> dict[int, list[EntryRow]]:
    wanted = select(*_ENTRY_COLUMNS, key).where(*conditions).order_by(EntryRecord.id)
    entries: dict[int, list[EntryRow]] = {}
    for *row, by in execute(wanted):
        entries.setdefault(by, []).append(row_of(EntryRow, row))
    return entries


@reading("the number of a sheet")
def last_number(group_id: int) -> int:
    """The number of the latest sheet of a group: how many it has, as none is ever taken away."""
    latest = func.coalesce(func.max(SheetRecord.number), 0)
    return int(execute(select(latest).where(SheetRecord.group_id == group_id)).scalar_one())


@reading("the entries of a group")
def written_since(group_id: int, moment: datetime) -> frozenset[int]:
    """The ids of the sheets of a group on which something was written after a moment."""
    since = (
        select(EntryRecord.sheet_id)
        .join(SheetRecord, SheetRecord.id == EntryRecord.sheet_id)
        .where(SheetRecord.group_id == group_id, EntryRecord.written_at > moment)
        .distinct()
    )
    return frozenset(execute(since).scalars())


@reading("the entries of a group")
def last_written(group_id: int) -> datetime | None:
    """When something was written last on a sheet of a group, by the latest of all clocks."""
    wanted = select(func.max(EntryRecord.written_at)).join_from(EntryRecord, SheetRecord)
    moment: datetime | None = execute(wanted.where(SheetRecord.group_id == group_id)).scalar_one()
    return moment


def set_sheet_columns(sheet_id: int, **values: Any) -> None:
    """Write values into the columns of a sheet."""
    set_columns(SheetRecord, SheetRecord.id == sheet_id, **values)
