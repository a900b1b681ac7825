"""Inserting new sheets, and the entries of sheets and of groups; nothing here commits.

What takes long can be done before the transaction that inserts: entries are made ready to be handed
to the driver (`ready_entries`), so that inside it they only have to be handed over.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, insert

from scorekeeper.core.codec import json_text
from scorekeeper.store.db import execute
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.sheet_queries import last_number
from scorekeeper.store.tables import EncodedJson, EntryRecord, GroupEntryRecord, SheetRecord, now

EntryTable = type[EntryRecord] | type[GroupEntryRecord]
ReadyEntry = Mapping[str, Any]  # the values of all columns but that of the owner
# The columns of a sheet that its group does not say, and the entries that it begins with.
NewSheet = tuple[Mapping[str, Any], Sequence[ReadyEntry]]

AS_JSON = "as_json"  # of a ready entry: its data
_READY = {"data": bindparam(AS_JSON, type_=EncodedJson)}
# Put together once, not for every round that is saved: each behind the column of the owner.
_INSERTIONS = {
    EntryRecord: ("sheet_id", insert(EntryRecord).inline().values(_READY)),
    GroupEntryRecord: ("group_id", insert(GroupEntryRecord).inline().values(_READY)),
}


def new_entry(
    kind: str, subject: int, edition: int, after: int | None, data: Any, revision: int = 1
) -> EntryRow:
    """An entry that is not written yet: what is written by whom, and when, is known later."""
    return EntryRow(
        revision,
        str(kind),
        subject,
        edition,
        after,
        data,
        key=None,
        author=None,
        written_at=now(),
    )


def dated_behind(moment: datetime | None, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
    """Entries that are certainly behind a moment, if there is one, whatever the clock says.

    It may have been set back since, or be that of another host.
    """
    if moment is None:
        return entries
    least = moment + timedelta(microseconds=1)
    return [entry._replace(written_at=max(entry.written_at, least)) for entry in entries]


def add_entries(
    table: EntryTable,
    owner: int,
    entries: Sequence[EntryRow],
    key: str | None = None,
    author: str | None = None,
) -> tuple[EntryRow, ...]:
    """Insert entries at their latest moment, the first one under *key*; returns them as written.

    They say their revision, and have no keys yet; *owner* is the id of the sheet or of the group
    whose they are.
    """
    moment = max(entry.written_at for entry in entries)
    written = [entry._replace(author=author, written_at=moment) for entry in entries]
    written[0] = written[0]._replace(key=key)
    ready = ready_entries(written, author, moment)
    insert_ready(table, ((owner, entry) for entry in ready))
    return tuple(written)


def ready_entries(
    entries: Iterable[EntryRow], author: str | None = None, moment: datetime | None = None
) -> list[ReadyEntry]:
    """Entries of one *moment*, or of this one, which *author* says to write, to be handed over."""
    written = {"author": author, "written_at": moment or now()}
    return [_ready(entry) | written for entry in entries]


def _ready(entry: EntryRow) -> dict[str, Any]:
    values = entry._asdict()
    data = values.pop("data")
    return values | {AS_JSON: None if data is None else json_text(data)}


def insert_ready(table: EntryTable, rows: Iterable[tuple[int, ReadyEntry]]) -> None:
    """Insert many entries quickly; each comes with the id of the sheet or group whose it is."""
    owner, statement = _INSERTIONS[table]
    execute(statement, [{owner: owner_id, **ready} for owner_id, ready in rows])


def add_sheets(group_id: int, sheets: Sequence[NewSheet]) -> list[int]:
    """Insert sheets into a group and return their ids; call `advance_group` first."""
    number = last_number(group_id)
    rows = [
        {"group_id": group_id, "number": place, "revision": 1, "look_link": new_link(), **columns}
        for place, (columns, _) in enumerate(sheets, number + 1)
    ]
    if not rows:
        return []
    added = insert(SheetRecord).returning(SheetRecord.number, SheetRecord.id)
    ids = [sheet_id for _, sheet_id in sorted(execute(added, rows))]
    entries = (
        (sheet_id, entry)
        for sheet_id, (_, begun_with) in zip(ids, sheets, strict=True)
        for entry in begun_with
    )
    insert_ready(EntryRecord, entries)
    return ids
