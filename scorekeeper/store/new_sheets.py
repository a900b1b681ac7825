"""New sheets with all their entries, made ready before the transaction that inserts them.

What takes long is done without the lock: the entries become what the driver takes, so that inside
the transaction they only have to be handed over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select

from scorekeeper.store.clock import now
from scorekeeper.store.db import db
from scorekeeper.store.entry_insertion import ReadyEntry, insert_ready
from scorekeeper.store.records import EntryRecord, SheetRecord
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.sheet_queries import last_number


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
    insert_ready(
        EntryRecord,
        (
            (sheet_id, entry)
            for sheet_id, sheet in zip(ids, sheets, strict=True)
            for entry in sheet.entries
        ),
    )
    return ids
