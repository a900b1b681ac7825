"""New sheets with all their entries, made ready before the transaction that inserts them.

What takes long is done without the lock: the entries become what the driver takes, so that inside
the transaction they only have to be handed over.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, insert, select

from scorekeeper.store.clock import now
from scorekeeper.store.db import db
from scorekeeper.store.records import EntryRecord, SheetRecord
from scorekeeper.store.rows import NewEntry
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.sheet_queries import last_number

ReadyEntry = tuple[Any, ...]  # the values of all columns behind the sheet, in their order

_TABLE: Table = EntryRecord.metadata.tables[EntryRecord.__tablename__]
_NAMES = [column.name for column in _TABLE.c if column.name != "id"]


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A sheet to be inserted.

    *imported* is the digest of the file it came from and *digest* that of its content; *entries*
    are those that it begins with.
    """

    game: str
    key: str
    imported: str | None
    digest: str
    put_away: bool
    created_at: datetime | None
    entries: Sequence[ReadyEntry]


def ready_entries(entries: Iterable[NewEntry], author: str | None) -> list[ReadyEntry]:
    """Entries of the first revision, which *author* says to write, as the driver takes them."""
    written_at, to_json = _converter("written_at")(now()), _converter("data")
    return [
        (
            1,
            str(entry.type),
            entry.subject,
            entry.edition,
            entry.after,
            to_json(entry.data),
            None,
            author,
            written_at,
        )
        for entry in entries
    ]


def _converter(column: str) -> Callable[[Any], Any]:
    """What turns a value of a column into one that the driver takes; most are it already."""
    dialect = db.engine.dialect
    convert = _TABLE.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return convert or _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def add_sheets(group_id: int, sheets: Sequence[NewSheet]) -> list[int]:
    """Insert sheets into a group and return their ids; call `advance_group` first."""
    number, moment = last_number(group_id), now()
    rows = [
        {
            "group_id": group_id,
            "number": number + place,
            "game": sheet.game,
            "revision": 1,
            "key": sheet.key,
            "imported": sheet.imported,
            "digest": sheet.digest,
            "put_away": sheet.put_away,
            "look_link": new_link(),
            "created_at": sheet.created_at or moment,
        }
        for place, sheet in enumerate(sheets, 1)
    ]
    if not rows:
        return []
    db.session.execute(insert(SheetRecord), rows)
    added = (
        select(SheetRecord.id)
        .where(SheetRecord.group_id == group_id, SheetRecord.number > number)
        .order_by(SheetRecord.number)
    )
    ids = list(db.session.execute(added).scalars())
    _insert_entries(
        (sheet_id, *entry)
        for sheet_id, sheet in zip(ids, sheets, strict=True)
        for entry in sheet.entries
    )
    return ids


def _insert_entries(rows: Iterable[tuple[Any, ...]]) -> None:
    """Hand entries to the driver, in the way of its parameters."""
    connection = db.session.connection()
    statement = insert(_TABLE).inline().compile(dialect=connection.dialect, column_keys=_NAMES)
    if connection.dialect.positional:
        connection.exec_driver_sql(str(statement), list(rows))
    else:
        named = [dict(zip(_NAMES, row, strict=True)) for row in rows]
        connection.exec_driver_sql(str(statement), named)
