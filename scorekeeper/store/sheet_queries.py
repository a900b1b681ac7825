"""Reading and adding sheets and entries; nothing here commits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select, update

from scorekeeper.store.db import db
from scorekeeper.store.group_queries import GroupRow, now
from scorekeeper.store.records import EntryRecord, GroupRecord, SheetRecord


class SheetMovedOnError(Exception):
    """Somebody else has written on the sheet since the form was printed."""


class SheetRow(NamedTuple):
    """A sheet as read, with the link and revision of its group."""

    id: int
    group_id: int
    number: int
    game: str
    revision: int
    put_away: bool
    imported: str | None
    created_at: datetime
    link: str
    group_revision: int

    @property
    def group(self) -> GroupRow:
        """The group it belongs to."""
        return GroupRow(self.group_id, self.link, self.group_revision)


class EntryRow(NamedTuple):
    """An entry as read."""

    id: int
    revision: int
    type: str
    subject: int
    edition: int
    after: int | None
    data: Any
    key: str | None
    author: str | None
    written_at: datetime


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written."""

    type: str
    subject: int
    edition: int
    after: int | None
    data: Any


_SHEET = (
    select(
        SheetRecord.id,
        SheetRecord.group_id,
        SheetRecord.number,
        SheetRecord.game,
        SheetRecord.revision,
        SheetRecord.put_away,
        SheetRecord.imported,
        SheetRecord.created_at,
        GroupRecord.link,
        GroupRecord.revision,
    )
    .join_from(SheetRecord, GroupRecord)
    .order_by(SheetRecord.number.desc())
)
_ENTRY = select(
    EntryRecord.id,
    EntryRecord.revision,
    EntryRecord.type,
    EntryRecord.subject,
    EntryRecord.edition,
    EntryRecord.after,
    EntryRecord.data,
    EntryRecord.key,
    EntryRecord.author,
    EntryRecord.written_at,
).order_by(EntryRecord.id)


def sheet_by_link(link: str, number: int) -> SheetRow | None:
    """A sheet of the group behind a secret link."""
    return _one_sheet(GroupRecord.link == link, SheetRecord.number == number)


def sheet_by_id(sheet_id: int) -> SheetRow | None:
    """A sheet as it is now."""
    return _one_sheet(SheetRecord.id == sheet_id)


def sheet_by_key(key: str) -> SheetRow | None:
    """The sheet that a form has opened before."""
    return _one_sheet(SheetRecord.key == key)


def _one_sheet(*conditions: Any) -> SheetRow | None:
    row = db.session.execute(_SHEET.where(*conditions)).one_or_none()
    return None if row is None else SheetRow._make(row)


def sheets_of(group_id: int, *, put_away: bool | None = None) -> list[SheetRow]:
    """The sheets of a group, latest first; only those put away, or only the others, if asked."""
    wanted = _SHEET.where(SheetRecord.group_id == group_id)
    if put_away is not None:
        wanted = wanted.where(SheetRecord.put_away == put_away)
    return [SheetRow._make(row) for row in db.session.execute(wanted)]


def entries_of(sheet_id: int) -> list[EntryRow]:
    """Everything written on a sheet, first to last."""
    rows = db.session.execute(_ENTRY.where(EntryRecord.sheet_id == sheet_id))
    return [EntryRow(*row) for row in rows]


def entries_of_all(sheet_ids: Sequence[int]) -> dict[int, list[EntryRow]]:
    """Everything written on several sheets, in one look."""
    found: dict[int, list[EntryRow]] = {sheet_id: [] for sheet_id in sheet_ids}
    wanted = _ENTRY.add_columns(EntryRecord.sheet_id).where(EntryRecord.sheet_id.in_(sheet_ids))
    for *row, sheet_id in db.session.execute(wanted):
        found[sheet_id].append(EntryRow(*row))
    return found


def entry_with_key(sheet_id: int, key: str) -> EntryRow | None:
    """What a form has written before."""
    row = db.session.execute(_ENTRY.where(EntryRecord.sheet_id == sheet_id, EntryRecord.key == key))
    found = row.one_or_none()
    return None if found is None else EntryRow(*found)


def entries_of_revision(sheet_id: int, revision: int) -> list[EntryRow]:
    """What was written together."""
    wanted = _ENTRY.where(EntryRecord.sheet_id == sheet_id, EntryRecord.revision == revision)
    return [EntryRow(*row) for row in db.session.execute(wanted)]


def add_sheet(
    group_id: int,
    game: str,
    *,
    key: str,
    imported: str | None = None,
    put_away: bool = False,
    created_at: datetime | None = None,
) -> int:
    """A new sheet of the group, and its id; call `advance_group` first."""
    latest = select(func.coalesce(func.max(SheetRecord.number), 0)).where(
        SheetRecord.group_id == group_id
    )
    number = db.session.execute(latest).scalar_one() + 1
    sheet = SheetRecord(
        group_id=group_id,
        number=number,
        game=game,
        revision=1,
        key=key,
        imported=imported,
        put_away=put_away,
        created_at=created_at or now(),
    )
    db.session.add(sheet)
    db.session.flush()
    return sheet.id


def advance(sheet_id: int, based_on: int) -> int:
    """Move the sheet one revision on and return it; raises SheetMovedOnError."""
    moved = db.session.execute(
        update(SheetRecord)
        .where(SheetRecord.id == sheet_id, SheetRecord.revision == based_on)
        .values(revision=based_on + 1)
    )
    if moved.rowcount != 1:  # type: ignore[attr-defined]
        raise SheetMovedOnError
    return based_on + 1


def put_away(sheet_id: int, away: bool) -> None:
    """Take a sheet off the table, or fetch it back."""
    db.session.execute(update(SheetRecord).where(SheetRecord.id == sheet_id).values(put_away=away))


def add_entries(
    sheet_id: int,
    entries: Iterable[NewEntry],
    *,
    revision: int,
    key: str | None = None,
    author: str | None = None,
) -> None:
    """Write entries down, the first one under *key*."""
    moment = now()
    columns: list[Mapping[str, Any]] = [
        {
            "sheet_id": sheet_id,
            "revision": revision,
            "type": entry.type,
            "subject": entry.subject,
            "edition": entry.edition,
            "after": entry.after,
            "data": entry.data,
            "key": None if position else key,
            "author": author,
            "written_at": moment,
        }
        for position, entry in enumerate(entries)
    ]
    db.session.execute(insert(EntryRecord), columns)
