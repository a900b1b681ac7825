"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections.abc import Sequence
from datetime import datetime, time
from itertools import chain

from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import people_of, sheets_of, states_of
from scorekeeper.services.opening import digest_of, insert_sheet, names_on, refuse_too_much
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.rows import GroupRow

MIDDAY = time(12)


def export_group(group: GroupRow) -> Archive:
    """Everybody and every sheet of a group, the oldest first."""
    states = states_of(list(reversed(sheets_of(group))), group)
    sheets = tuple(
        ArchivedSheet(state.sheet, state.row.put_away, state.opened_on) for state in states
    )
    return Archive(tuple(people_of(group).values()), sheets)


def import_archive(
    archive: Archive, group: GroupRow | None, *, key: str | None = None
) -> tuple[GroupRow, int]:
    """Open all sheets of an archive in *group*, or in a new one, all of them or none.

    What the group has already is left as it is, so that the same sheets come in once however
    often they are sent; a new group is opened once per *key*. Returns the group and how many
    sheets were new; raises ImpossibleError where the group cannot hold that much.
    """
    chosen = key or new_key()
    try:
        return _import(archive, group, chosen)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _import(archive, group, chosen)


def _import(archive: Archive, group: GroupRow | None, key: str) -> tuple[GroupRow, int]:
    with transaction():
        before = sheet_queries.sheet_by_key(key)
        group = group or (before.group if before else group_queries.add_group())
        if before is not None and not _unknown(archive.sheets, group):
            return group, 0
        group_queries.advance_group(group.id)
        wanted = _unknown(archive.sheets, group)
        names = _names_in(archive)
        refuse_too_much([archived.sheet for archived, _ in wanted], names, group)
        people = group_queries.player_ids(group.id, names)
        keys = chain([] if before else [key], iter(new_key, None))
        for (archived, digest), own_key in zip(wanted, keys, strict=False):
            insert_sheet(
                archived.sheet,
                people,
                group,
                key=own_key,
                imported=digest,
                put_away=archived.put_away,
                created_at=_opened_at(archived),
            )
    return group, len(wanted)


def _names_in(archive: Archive) -> list[str]:
    on_sheets = (name for each in archive.sheets for name in names_on(each.sheet))
    return list(dict.fromkeys([*archive.people, *on_sheets]))


def _opened_at(archived: ArchivedSheet) -> datetime | None:
    """The middle of the day it was opened, on this host's clock."""
    if archived.opened is None:
        return None
    return datetime.combine(archived.opened, MIDDAY).astimezone()


def _unknown(sheets: Sequence[ArchivedSheet], group: GroupRow) -> list[tuple[ArchivedSheet, str]]:
    """Those that the group has not, each with its digest; every sheet it has stands for one."""
    rows = sheet_queries.sheets_of(group.id)
    known = [{digest_of(state.sheet), state.row.imported} for state in states_of(rows, group)]
    unknown = []
    for archived in sheets:
        digest = digest_of(archived.sheet)
        same = next((each for each in known if digest in each), None)
        if same is None:
            unknown.append((archived, digest))
        else:
            known.remove(same)
    return unknown
