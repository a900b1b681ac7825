"""Queries about groups and the people in them; nothing here commits."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import and_, case, exists, insert, null, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.core.names import name_key
from scorekeeper.store.changes import GroupMoved, note
from scorekeeper.store.clock import now
from scorekeeper.store.db import db
from scorekeeper.store.errors import MovedOnError, StoreUnavailableError, reading
from scorekeeper.store.people import ids_by_name, names_by_id
from scorekeeper.store.records import GroupRecord, PlayerRecord
from scorekeeper.store.rows import Access, GroupRow, PersonRow, row_of
from scorekeeper.store.secret_links import new_link

GROUP_COLUMNS = (
    GroupRecord.id,
    GroupRecord.link,
    GroupRecord.revision,
    GroupRecord.currency,
    GroupRecord.sample_until,
)


@reading("a group")
def group_by_link(link: str) -> GroupRow | None:
    """The group behind a secret link, the one that writes or the one that looks; no hidden one."""
    group = _one_group(is_link_of_group(link))
    return None if group is None else group._replace(link=link, access=access_by(link, group.link))


@reading("a group")
def group_by_id(group_id: int) -> GroupRow | None:
    """A group as it is now."""
    return _one_group(GroupRecord.id == group_id)


def is_link_of_group(link: str) -> Any:
    """The condition that a group is not hidden, and that this is a link of it."""
    return and_(or_(GroupRecord.link == link, GroupRecord.look_link == link), ~GroupRecord.hidden)


def access_by(link: str, writing: str) -> Access:
    """What a link of a group may do of which *writing* is the one that writes."""
    return Access.WRITE if link == writing else Access.LOOK


def _one_group(condition: Any) -> GroupRow | None:
    wanted = select(*GROUP_COLUMNS).where(condition, GroupRecord.forgotten.is_(False))
    row = db.session.execute(wanted).one_or_none()
    return None if row is None else group_row(row)


def group_row(row: Iterable[Any]) -> GroupRow:
    """A group by its columns, asked for by no link: it has the one that writes."""
    return row_of(GroupRow, (*row, Access.WRITE))


def set_currency(group_id: int, code: str) -> None:
    """Say in which currency a group counts: an ISO 4217 code."""
    changed = update(GroupRecord).where(GroupRecord.id == group_id).values(currency=code)
    db.session.execute(changed)


@reading("the players of a group")
def people_rows(group_id: int) -> list[PersonRow]:
    """The names a group knows, in the order in which they came."""
    rows = db.session.execute(
        select(PlayerRecord.id, PlayerRecord.name, PlayerRecord.same_as)
        .where(PlayerRecord.group_id == group_id)
        .order_by(PlayerRecord.id)
    )
    return [row_of(PersonRow, row) for row in rows]


def add_group(sample_until: datetime | None = None) -> GroupRow:
    """A new group with links that nobody can guess; a sample with the end of its time."""
    group = GroupRecord(
        link=new_link(),
        look_link=new_link(),
        revision=0,
        created_at=now(),
        sample_until=sample_until,
    )
    db.session.add(group)
    db.session.flush()
    return GroupRow(group.id, group.link, group.revision, sample_until=sample_until)


def keep_sample(group_id: int) -> None:
    """From now on the group is no sample any more, but one like any other."""
    kept = update(GroupRecord).where(GroupRecord.id == group_id).values(sample_until=None)
    db.session.execute(kept)


def lock_group(group_id: int) -> None:
    """Have whoever changes the group wait for the end of this transaction.

    Whoever locks a group and sheets of it locks the group first, or two might wait for each other.
    """
    locked = select(GroupRecord.id).where(GroupRecord.id == group_id).with_for_update()
    db.session.execute(locked)


def advance_group(group_id: int, based_on: int | None = None) -> int:
    """Count one more change of the group and return its revision.

    Another transaction that does so too waits here. Raises MovedOnError where the group is no
    longer at the revision *based_on*, if that is given, and StoreUnavailableError where it was
    forgotten meanwhile.
    """
    advanced = (
        update(GroupRecord)
        .where(GroupRecord.id == group_id, GroupRecord.forgotten.is_(False))
        .values(revision=GroupRecord.revision + 1)
        .returning(GroupRecord.revision)
    )
    if based_on is not None:
        advanced = advanced.where(GroupRecord.revision == based_on)
    revision = db.session.execute(advanced).scalar_one_or_none()
    if revision is None and based_on is None:
        raise StoreUnavailableError("the group was forgotten", "group_forgotten")
    if revision is None:
        raise MovedOnError
    note(db.session, GroupMoved(group_id, revision))
    return revision


def rename_player(group_id: int, player: int, name: str) -> None:
    """Say what somebody is called from now on; whoever was taken back is there again."""
    of_group, key = PlayerRecord.group_id == group_id, name_key(name)
    other = aliased(PlayerRecord)
    is_other = and_(other.group_id == group_id, other.id != player, other.folded == key)
    # Of two whose names are alike by now, one has what the other one would get.
    folded = case((exists().where(is_other), PlayerRecord.folded), else_=key)
    changed = update(PlayerRecord).where(of_group, PlayerRecord.id == player)
    there = case((PlayerRecord.same_as == PlayerRecord.id, null()), else_=PlayerRecord.same_as)
    db.session.execute(changed.values(name=name, folded=folded, same_as=there))


def take_player_back(group_id: int, player: int) -> None:
    """Take somebody out of the group; their name is there for others."""
    changed = update(PlayerRecord).where(
        PlayerRecord.group_id == group_id, PlayerRecord.id == player
    )
    nobodys = f" {player}"  # no name begins with a blank
    db.session.execute(changed.values(same_as=player, folded=nobodys))


def set_same_as(group_id: int, player: int, same_as: int | None) -> None:
    """Say whose other name somebody's name is; None: their own."""
    changed = update(PlayerRecord).where(
        PlayerRecord.group_id == group_id, PlayerRecord.id == player
    )
    db.session.execute(changed.values(same_as=same_as))


def player_ids(group_id: int, names: Iterable[str], *, respell: bool = False) -> dict[str, int]:
    """The id of every name, known before or not; *respell* takes the new spelling over.

    By another name of somebody that person is meant. Whoever was taken back is there again, as
    they are called now.
    """
    rows = people_rows(group_id)
    by_name, by_id = ids_by_name(rows), names_by_id(rows)
    taken_back = {each.id for each in rows if each.is_taken_back}
    folded = {name: name_key(name) for name in names}
    new: dict[str, str] = {}
    for name, each in folded.items():
        if each not in by_name:
            new.setdefault(each, name)
        elif by_name[each] in taken_back:
            rename_player(group_id, by_name[each], name)
        elif respell and name_key(by_id[by_name[each]]) == each:
            known_as = PlayerRecord.id == by_name[each]
            db.session.execute(update(PlayerRecord).where(known_as).values(name=name))
    if new:
        db.session.execute(
            insert(PlayerRecord),
            [{"group_id": group_id, "name": name, "folded": each} for each, name in new.items()],
        )
        by_name = ids_by_name(people_rows(group_id))
    return {name: by_name[each] for name, each in folded.items()}
