"""Secret links: whoever knows one may do what it stands for. Nothing here commits."""

import secrets
import string
from collections.abc import Collection

from sqlalchemy import bindparam, select, union_all, update

from scorekeeper.store.changes import LinksEnded, note
from scorekeeper.store.db import execute, release_connection, set_columns
from scorekeeper.store.errors import reading
from scorekeeper.store.rows import FIRST_REVISION, sheet_file_id
from scorekeeper.store.tables import GroupEntryRecord, GroupRecord, SheetRecord

LETTERS = string.ascii_letters + string.digits
LENGTH = 24  # 142 random bits, and no sign that a terminal or a chat would trip over


def new_link() -> str:
    """A secret that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


@reading("the links of a group")
def links_of(group_id: int, number: int | None = None) -> tuple[str, str, str | None]:
    """The links of a group, to write and to look, and the one that looks at a sheet alone.

    That is the sheet of this *number*, if one is given.
    """
    is_sheet = (SheetRecord.group_id == GroupRecord.id) & (SheetRecord.number == number)
    columns = GroupRecord.link, GroupRecord.look_link, SheetRecord.look_link
    wanted = select(*columns).outerjoin(SheetRecord, is_sheet).where(GroupRecord.id == group_id)
    writing, looking, alone = execute(wanted).one()
    return writing, looking, alone


def living_links(links: Collection[str]) -> frozenset[str]:
    """Which of some secret links lead to a group, or a sheet of one, that is not hidden.

    In one query; no connection is held afterwards.
    """
    columns = GroupRecord.link, GroupRecord.look_link, SheetRecord.look_link
    shown = GroupRecord.hidden.is_(False)
    wanted = [select(column).where(column.in_(links), shown) for column in columns]
    wanted[-1] = wanted[-1].join_from(SheetRecord, GroupRecord)
    try:
        return frozenset(execute(union_all(*wanted)).scalars())
    finally:
        release_connection()


def replace_link(group_id: int, entry_type: str) -> None:
    """Give a group another link that writes, and have the streams of the old one end.

    No key of a form that has made the group, opened a sheet, or replaced a link before (an entry
    of *entry_type*) leads there any more: who knows one is not answered with the new link.
    """
    writing, _, _ = links_of(group_id)
    leads_there = GroupEntryRecord.revision <= FIRST_REVISION
    leads_there |= GroupEntryRecord.type == entry_type
    set_columns(GroupRecord, GroupRecord.id == group_id, link=new_link())
    set_columns(GroupEntryRecord, (GroupEntryRecord.group_id == group_id) & leads_there, key=None)
    renewed = update(SheetRecord).where(SheetRecord.id == bindparam("sheet"))
    columns = SheetRecord.id, SheetRecord.key, SheetRecord.former_id
    sheets = execute(select(*columns).where(SheetRecord.group_id == group_id))
    keys = [
        {"sheet": sheet_id, "new": new_link(), "known_by": sheet_file_id(key, former_id)}
        for sheet_id, key, former_id in sheets
    ]
    if keys:  # files know the sheets by the ids that they had
        execute(renewed.values(key=bindparam("new"), former_id=bindparam("known_by")), keys)
    note(LinksEnded(group_id, frozenset({writing})))


def replace_look_link(group_id: int, number: int | None = None) -> None:
    """Give a group, or its sheet of this *number*, another link that looks.

    The streams of the old one end.
    """
    table: type[GroupRecord | SheetRecord] = GroupRecord
    condition = GroupRecord.id == group_id
    if number is not None:
        table = SheetRecord
        condition = (SheetRecord.group_id == group_id) & (SheetRecord.number == number)
    old = execute(select(table.look_link).where(condition)).scalar_one()
    set_columns(table, condition, look_link=new_link())
    note(LinksEnded(group_id, frozenset({old})))
