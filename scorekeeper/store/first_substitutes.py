"""Substitutes of all groups that were there when their sheets were opened; nothing commits."""

from typing import Any, NamedTuple

from sqlalchemy import and_, select
from sqlalchemy.orm import aliased

from scorekeeper.store.db import db
from scorekeeper.store.errors import reading
from scorekeeper.store.records import EntryRecord, GroupRecord, SheetRecord


class FirstSubstitute(NamedTuple):
    """A change of seats with which a sheet was opened, and the round that it stands before."""

    sheet_id: int
    group_id: int
    number: int
    subject: int
    after: int
    data: Any
    round: Any


@reading("the substitutes of all groups")
def first_substitutes(substitute: str, dealt: str) -> list[FirstSubstitute]:
    """Those that nobody changed since and that stand before a round, in the order of the sheets.

    *substitute* and *dealt* are the types of the entries. One query, which looks at every sheet
    and, by the index, at its substitutes alone.
    """
    later, following = aliased(EntryRecord), aliased(EntryRecord)
    is_changed = (
        select(later.id)
        .where(
            later.sheet_id == EntryRecord.sheet_id,
            later.type == substitute,
            later.subject == EntryRecord.subject,
            later.edition > 1,
        )
        .exists()
    )
    stands_before = and_(
        following.sheet_id == EntryRecord.sheet_id,
        following.type == dealt,
        following.subject == EntryRecord.after + 1,
        following.edition == 1,
        following.revision == 1,
    )
    wanted = (
        select(
            SheetRecord.id,
            SheetRecord.group_id,
            SheetRecord.number,
            EntryRecord.subject,
            EntryRecord.after,
            EntryRecord.data,
            following.data,
        )
        .join_from(SheetRecord, GroupRecord)
        .join(EntryRecord, EntryRecord.sheet_id == SheetRecord.id)
        .join(following, stands_before)
        .where(
            GroupRecord.forgotten.is_(False),
            EntryRecord.type == substitute,
            EntryRecord.edition == 1,
            EntryRecord.revision == 1,
            ~is_changed,
        )
        .order_by(SheetRecord.group_id, SheetRecord.number, EntryRecord.subject)
    )
    return [FirstSubstitute(*row) for row in db.session.execute(wanted)]
