"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from itertools import chain

from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.services.digests import complete_digests, sheets_like
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_state import group_state
from scorekeeper.services.group_writing import GroupChange, add_group_entries, new_entries
from scorekeeper.services.lookup import in_parts, names_of, people_of, sheets_of, states_of
from scorekeeper.services.opening import refuse_too_much
from scorekeeper.services.prepared_sheets import PreparedSheet, prepare_sheet
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.new_sheets import add_sheets
from scorekeeper.store.rows import DigestRow, GroupRow

MIDDAY = time(12)


@dataclass(frozen=True, slots=True)
class _PreparedArchive:
    """An archive made ready: its sheets, the *names* of everybody in it, and its own *name*."""

    sheets: Sequence[PreparedSheet]
    names: Sequence[str]
    name: str | None


def export_group(group: GroupRow) -> Archive:
    """The name of a group, everybody and every sheet, the oldest first."""
    names = names_of(group)
    sheets = tuple(
        ArchivedSheet(state.sheet, state.row.put_away, state.opened_on)
        for part in in_parts(sheets_of(group)[::-1])
        for state in states_of(part, names)
    )
    return Archive(tuple(people_of(group).values()), sheets, group_state(group).name)


def import_archive(
    archive: Archive, group: GroupRow | None, *, key: str | None = None
) -> tuple[GroupRow, int]:
    """Open all sheets of an archive in *group*, or in a new one, all of them or none.

    What the group has already is left as it is, so that the same sheets come in once however
    often they are sent; it takes the name of the archive only if it never had one. A new group is
    opened once per *key*. Returns the group and how many
    sheets were new; raises ImpossibleError where the group cannot hold that much.
    """
    chosen, prepared = key or new_key(), _prepared_archive(archive)
    try:
        return _import(prepared, group, chosen)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _import(prepared, group, chosen)


def _prepared_archive(archive: Archive) -> _PreparedArchive:
    sheets = [_prepared(each) for each in archive.sheets]
    names = dict.fromkeys(chain(archive.people, *(sheet.names for sheet in sheets)))
    return _PreparedArchive(sheets, list(names), archive.name)


def _prepared(archived: ArchivedSheet) -> PreparedSheet:
    opened_at = None  # the middle of the day, on this host's clock
    if archived.opened is not None:
        opened_at = datetime.combine(archived.opened, MIDDAY).astimezone()
    return prepare_sheet(
        archived.sheet, is_imported=True, put_away=archived.put_away, created_at=opened_at
    )


def _import(archive: _PreparedArchive, group: GroupRow | None, key: str) -> tuple[GroupRow, int]:
    before = sheet_queries.sheet_by_key(key)
    group = group or (before.group if before else None)
    if group is not None:
        complete_digests(group)
    with transaction():
        if before is None and sheet_queries.sheet_by_key(key) is not None:
            raise RaceLostError(key)
        if before is not None and group is not None and not _unknown(archive.sheets, group):
            return group, 0
        group = group or group_queries.add_group()
        group = group._replace(revision=group_queries.advance_group(group.id))
        wanted = _unknown(archive.sheets, group)
        refuse_too_much([sheet.sheet for sheet in wanted], archive.names, group)
        people = group_queries.player_ids(group.id, archive.names)
        keys = chain([] if before else [key], iter(new_key, None))
        add_sheets(
            group.id,
            [sheet.opened(people, own) for sheet, own in zip(wanted, keys, strict=False)],
        )
        if archive.name is not None:
            _name_where_nameless(group, archive.name)
    return group, len(wanted)


def _name_where_nameless(group: GroupRow, name: str) -> None:
    """Give a group a name that never had one; for a transaction that has advanced it."""
    state = group_state(group)
    if state.latest(GroupEntryType.NAME) is None:
        change = GroupChange(GroupEntryType.NAME, 0, GroupEntryType.NAME.write(name))
        add_group_entries(group.id, new_entries(state, [change]), revision=group.revision)


def _unknown(sheets: Sequence[PreparedSheet], group: GroupRow) -> Sequence[PreparedSheet]:
    """Those that the group has not; every sheet it has stands for one.

    A sheet that is the same in both ways is taken first, then one that says the same: what a group
    has written itself is known again, whatever file one of its sheets once came from.
    """
    left: Sequence[PreparedSheet] = sheets
    known: Sequence[DigestRow] = sheets_like([sheet.digests for sheet in sheets], group)
    for of_prepared, of_row in (
        (_both_of_prepared, _both_of_row),
        (lambda sheet: sheet.digests.content, lambda row: row.digest),
        (lambda sheet: sheet.digests.written, lambda row: row.imported),
    ):
        left, known = _unpaired(left, known, of_prepared, of_row)
    return left


def _both_of_prepared(sheet: PreparedSheet) -> Hashable:
    return sheet.digests.written, sheet.digests.content


def _both_of_row(row: DigestRow) -> Hashable:
    return row.imported, row.digest


def _unpaired(
    sheets: Sequence[PreparedSheet],
    rows: Sequence[DigestRow],
    of_prepared: Callable[[PreparedSheet], Hashable],
    of_row: Callable[[DigestRow], Hashable],
) -> tuple[list[PreparedSheet], list[DigestRow]]:
    """Those of both kinds that are left once each is paired with one of the same digest."""
    by_digest: defaultdict[Hashable, list[DigestRow]] = defaultdict(list)
    for row in rows:
        by_digest[of_row(row)].append(row)
    left = []
    for sheet in sheets:
        same = by_digest[of_prepared(sheet)]
        if same:
            same.pop()
        else:
            left.append(sheet)
    return left, [row for rest in by_digest.values() for row in rest]
