"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from itertools import chain

from scorekeeper.core.phrases import Problem, Values
from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.services.archived_money import (
    archived_money,
    money_changes,
    names_in_money,
    with_ids,
)
from scorekeeper.services.digests import complete_digests, sheets_like
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_checks import problems_of
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.group_money import money_of
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.group_writing import GroupChange, add_group_entries, new_entries
from scorekeeper.services.lookup import in_parts, names_of, people_of, sheets_of, states_of
from scorekeeper.services.opening import keep_if_sample, refuse_too_much
from scorekeeper.services.prepared_sheets import PreparedSheet, prepare_sheet
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import group_entry_queries, group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.new_sheets import add_sheets
from scorekeeper.store.people import own_names
from scorekeeper.store.rows import DigestRow, GroupRow

MIDDAY = time(12)


@dataclass(frozen=True, slots=True)
class _PreparedArchive:
    """An archive made ready: its sheets, the *names* of everybody in it, and the *archive*."""

    sheets: Sequence[PreparedSheet]
    names: Sequence[str]
    archive: Archive


def export_group(group: GroupRow) -> Archive:
    """The name of a group, everybody, every sheet, the oldest first, and its money."""
    names, state = names_of(group), group_state(group)
    money = money_of(state, names)
    sheets = tuple(
        ArchivedSheet(state.sheet, state.row.put_away, state.opened_on)
        for part in in_parts(sheets_of(group)[::-1])
        for state in states_of(part, names)
    )
    return Archive(
        tuple(people_of(group).values()),
        sheets,
        state.name,
        group.currency,
        *archived_money(money),
    )


def import_archive(
    archive: Archive, group: GroupRow | None, *, key: str | None = None
) -> tuple[GroupRow, int]:
    """Take all of an archive into *group*, or into a new one, or nothing of it.

    What the group has already is left as it is, so that the same sheets and payments come in once
    however often they are sent; it takes the name of the archive only if it never had one. A new
    group is opened once per *key*. Returns the group and how many sheets were new; raises
    ImpossibleError where the group cannot hold that much, or counts in another currency.
    """
    chosen, prepared = key or new_key(), _prepared_archive(archive)
    try:
        return _import(prepared, group, chosen)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _import(prepared, group, chosen)


def _prepared_archive(archive: Archive) -> _PreparedArchive:
    sheets = [_prepared(each) for each in archive.sheets]
    everybody = chain(archive.people, *(sheet.names for sheet in sheets), names_in_money(archive))
    return _PreparedArchive(sheets, list(dict.fromkeys(everybody)), with_ids(archive))


def _prepared(archived: ArchivedSheet) -> PreparedSheet:
    opened_at = None  # the middle of the day, on this host's clock
    if archived.opened is not None:
        opened_at = datetime.combine(archived.opened, MIDDAY).astimezone()
    return prepare_sheet(
        archived.sheet, is_imported=True, put_away=archived.put_away, created_at=opened_at
    )


def _import(archive: _PreparedArchive, group: GroupRow | None, key: str) -> tuple[GroupRow, int]:
    before = opened_before(key)
    group = group or before
    if group is not None:
        complete_digests(group)
    with transaction():
        if before is None and opened_before(key) is not None:
            raise RaceLostError(key)
        if before is not None and group is not None and not _wanted(archive, group):
            return group, 0
        is_new = group is None
        if group is not None:
            keep_if_sample(group)
        group = group or group_queries.add_group()
        group = group._replace(revision=group_queries.advance_group(group.id))
        wanted = _wanted(archive, group)
        refuse_too_much([sheet.sheet for sheet in wanted], archive.names, group)
        named = chain(archive.names, *(sheet.names for sheet in wanted))
        people = group_queries.player_ids(group.id, dict.fromkeys(named))
        keys = chain([] if before else [key], iter(new_key, None))
        opened = [sheet.opened(people, own) for sheet, own in zip(wanted, keys, strict=False)]
        add_sheets(group.id, opened)
        _write_about(group, archive.archive, people, is_new, None if opened or before else key)
    return group, len(wanted)


def _wanted(archive: _PreparedArchive, group: GroupRow) -> Sequence[PreparedSheet]:
    """The sheets that the group has not, with the names it calls people by."""
    own = own_names(group_queries.people_rows(group.id))
    return _unknown([sheet.in_group(own) for sheet in archive.sheets], group)


def opened_before(key: str) -> GroupRow | None:
    """The group into which a form with this key has brought something."""
    sheet = sheet_queries.sheet_by_key(key)
    return sheet.group if sheet is not None else group_entry_queries.group_made_by(key)


def _write_about(
    group: GroupRow, archive: Archive, people: Mapping[str, int], is_new: bool, key: str | None
) -> None:
    """Write the name, the currency and the money of an archive; for a transaction."""
    state = group_state(group)
    currency = None if archive.currency == group.currency else archive.currency
    if currency is not None and not is_new:
        told: Values = {"currency": currency, "known": group.currency}
        raise ImpossibleError([Problem("other_currency", told)])
    changes = [
        *_named(GroupEntryType.NAME, archive.name, state),
        *_named(GroupEntryType.CURRENCY, currency, state),
        *money_changes(archive, state, people),
    ]
    entries = new_entries(state, changes)
    problems = problems_of(state, entries)
    if problems:
        raise ImpossibleError(problems)
    if entries:
        add_group_entries(group.id, entries, revision=group.revision, key=key)


def _named(kind: GroupEntryType, value: str | None, state: GroupState) -> Iterator[GroupChange]:
    """The change to a value of which there is one, if there never was any."""
    if value is not None and state.latest(kind) is None:
        yield GroupChange(kind, 0, kind.write(value))


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
