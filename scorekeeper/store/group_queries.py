"""Queries about groups, their people and entries, and what has moved; nothing here commits."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, case, exists, insert, select, true
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.core.names import name_key
from scorekeeper.store.db import execute, set_columns
from scorekeeper.store.errors import reading
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import FIRST_REVISION, Access, EntryRow, GroupRow, PersonRow, row_of
from scorekeeper.store.secret_links import new_link
from scorekeeper.store.tables import (
    GroupEntryRecord,
    GroupRecord,
    PlayerRecord,
    columns_of,
    now,
)

Value = TypeVar("Value", int, str)

GROUP_COLUMNS = columns_of(GroupRecord, GroupRow)[:-1]  # what may be done is not stored
_ENTRY_COLUMNS = columns_of(GroupEntryRecord, EntryRow)


def is_link_of_group(link: Any) -> Any:
    """The condition that a group is not hidden, and that this is a link of it."""
    return ((GroupRecord.link == link) | (GroupRecord.look_link == link)) & ~GroupRecord.hidden


# Many requests ask for their group: a statement that is put together once takes half the time.
_GROUP = select(*GROUP_COLUMNS).where(GroupRecord.forgotten.is_(False))
_BY_LINK = _GROUP.where(is_link_of_group(bindparam("link")))
_BY_ID = _GROUP.where(GroupRecord.id == bindparam("id"))


def group_by_link(link: str) -> GroupRow | None:
    """The group behind a secret link, the one that writes or the one that looks; no hidden one."""
    group = _one_group(_BY_LINK, link=link)
    return None if group is None else group._replace(link=link, access=access_by(link, group.link))


def group_by_file_id(file_id: str) -> GroupRow | None:
    """The first group, hidden or not, that files know by this id; no sample, and none forgotten."""
    wanted = _GROUP.where(GroupRecord.file_id == file_id, GroupRecord.sample_until.is_(None))
    return _one_group(wanted.order_by(GroupRecord.id).limit(1))


def group_by_id(group_id: int) -> GroupRow | None:
    """A group as it is now."""
    return _one_group(_BY_ID, id=group_id)


def access_by(link: str, writing: str) -> Access:
    """What a link of a group may do of which *writing* is the one that writes."""
    return Access.WRITE if link == writing else Access.LOOK


@reading("a group")
def _one_group(wanted: Select[Any], **values: Any) -> GroupRow | None:
    row = execute(wanted, values).one_or_none()
    return None if row is None else row_of(GroupRow, row)


def set_group_columns(group_id: int, **values: Any) -> None:
    """Write values into the columns of a group."""
    set_columns(GroupRecord, GroupRecord.id == group_id, **values)


def people_rows(group_id: int) -> list[PersonRow]:
    """The names a group knows, in the order in which they came."""
    return people_by_group(group_id).get(group_id, [])


def known_people(group_id: int) -> KnownPeople:
    """Everybody whom a group knows."""
    return KnownPeople(people_rows(group_id))


@reading("the players of a group")
def people_by_group(group_id: int | None = None) -> dict[int, list[PersonRow]]:
    """The names that every group knows, in the order in which they came; or those of one group."""
    columns = PlayerRecord.group_id, *columns_of(PlayerRecord, PersonRow)
    wanted = select(*columns).where(is_or_any(PlayerRecord.group_id, group_id))
    people: dict[int, list[PersonRow]] = {}
    for group, *row in execute(wanted.order_by(PlayerRecord.id)):
        people.setdefault(group, []).append(row_of(PersonRow, row))
    return people


def is_or_any(column: InstrumentedAttribute[Value], value: Value | None) -> ColumnElement[bool]:
    """The condition that a column has this value; None: any value."""
    return true() if value is None else column == value


def add_group(sample_until: datetime | None = None, file_id: str | None = None) -> GroupRow:
    """A new group with links that nobody can guess; a sample with the end of its time.

    *file_id* is that of the group of which it is a copy; None: it gets one of its own.
    """
    columns = {
        "link": new_link(),
        "look_link": new_link(),
        "created_at": now(),
        "sample_until": sample_until,
        "file_id": file_id or new_link(),
    }
    added = insert(GroupRecord).values(columns)
    return row_of(GroupRow, execute(added.returning(*GROUP_COLUMNS)).one())


def rename_player(group_id: int, player: int, name: str) -> None:
    """Say what somebody is called from now on; whoever was taken back is there again."""
    key, other = name_key(name), aliased(PlayerRecord)
    is_taken = exists().where(other.group_id == group_id, other.id != player, other.folded == key)
    # Of two whose names are alike by now, one has what the other one would get.
    folded = case((is_taken, PlayerRecord.folded), else_=key)
    there = case((PlayerRecord.same_as == PlayerRecord.id, None), else_=PlayerRecord.same_as)
    _set_player(group_id, player, name=name, folded=folded, same_as=there)


def take_player_back(group_id: int, player: int) -> None:
    """Take somebody out of the group; their name is there for others."""
    nobodys = f" {player}"  # no name begins with a blank
    _set_player(group_id, player, same_as=player, folded=nobodys)


def set_same_as(group_id: int, player: int, same_as: int | None) -> None:
    """Say whose other name somebody's name is; None: their own."""
    _set_player(group_id, player, same_as=same_as)


def _set_player(group_id: int, player: int, **values: Any) -> None:
    is_player = (PlayerRecord.group_id == group_id) & (PlayerRecord.id == player)
    set_columns(PlayerRecord, is_player, **values)


def player_ids(group_id: int, names: Iterable[str], *, respell: bool = False) -> dict[str, int]:
    """The id of every name, known before or not; *respell* takes the new spelling over.

    By another name of somebody that person is meant. Whoever was taken back is there again, as
    they are called now.
    """
    known, keys = known_people(group_id), {name: name_key(name) for name in names}
    by_name, taken_back = known.ids_by_name, {*known.taken_back.values()}
    new: dict[str, str] = {}
    for name, key in keys.items():
        if key not in by_name:
            new.setdefault(key, name)
        elif by_name[key] in taken_back:
            rename_player(group_id, by_name[key], name)
        elif respell and name_key(known.names[by_name[key]]) == key:
            _set_player(group_id, by_name[key], name=name)
    if new:
        added = [{"group_id": group_id, "name": name, "folded": key} for key, name in new.items()]
        execute(insert(PlayerRecord), added)
        by_name = known_people(group_id).ids_by_name
    return {name: by_name[key] for name, key in keys.items()}


@reading("the entries of a group itself")
def entries_of(group: GroupRow, kind: str | None = None) -> tuple[EntryRow, ...]:
    """All entries of a group at its revision, or those of one type, first to last."""
    rows: Any = execute(
        select(*_ENTRY_COLUMNS)
        .where(GroupEntryRecord.group_id == group.id, GroupEntryRecord.revision <= group.revision)
        .where(is_or_any(GroupEntryRecord.type, kind))
        .order_by(GroupEntryRecord.id)
    )
    return tuple(row_of(EntryRow, row) for row in rows)


def group_made_by(key: str) -> GroupRow | None:
    """The group that the form with this key has made, by something else than opening a sheet."""
    return _group_of(key, GroupEntryRecord.revision <= FIRST_REVISION)


def group_with_entry(key: str, kind: str) -> GroupRow | None:
    """The group about which the form with this key has written an entry of this type."""
    return _group_of(key, GroupEntryRecord.type == kind)


def _group_of(key: str, condition: Any) -> GroupRow | None:
    of_entries = select(*GROUP_COLUMNS).join_from(GroupEntryRecord, GroupRecord)
    return _one_group(of_entries.where(GroupEntryRecord.key == key, condition))
