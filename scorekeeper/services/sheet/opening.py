"""Opening sheets: new ones, copies, those out of files, what continues another one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice

from scorekeeper.files.archive import ArchivedSheet
from scorekeeper.files.sheet import Sheet
from scorekeeper.services.journal import capacity
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.digests import content_digest
from scorekeeper.services.sheet.duplicate_sheets import complete_digests, same_sheet
from scorekeeper.services.sheet.entries_to_sheet import stored_state
from scorekeeper.services.sheet.people import seated_twice
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet, prepare_sheet
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store import group_queries, revisions, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import DamagedDatabaseError, RaceLostError
from scorekeeper.store.insertion import add_sheets
from scorekeeper.store.rows import GroupRow, SheetRow

LOOKED_AT = 20  # sheets that a new one may continue: what lies further back is no habit


def open_sheet(
    sheet: Sheet,
    group: GroupRow | None,
    *,
    key: str | None = None,
    imported: bool = False,
    twice: bool = True,
    author: str | None = None,
    sample_until: datetime | None = None,
) -> SheetRow:
    """Open a sheet in *group*, or in a new one where that is None; once per *key*.

    *author* says to open it; *imported* keeps the digest of the file it came from. A new group is
    a sample where *sample_until* says how long it is kept. Raises AlreadySavedError where the key
    has opened another sheet or, unless the same may be there *twice*, where the group has this one;
    ImpossibleError where a group cannot hold that much.
    """
    told, chosen = ArchivedSheet(sheet=sheet), key or new_key()
    prepared = prepare_sheet(told, is_imported=imported, author=author)
    try:
        return _open(prepared, group, chosen, sample_until, twice=twice)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _open(prepared, group, chosen, sample_until, twice=twice)


def _open(
    prepared: PreparedSheet,
    group: GroupRow | None,
    key: str,
    sample_until: datetime | None,
    *,
    twice: bool,
) -> SheetRow:
    known = sheet_queries.sheet_by_key(key)
    if known is not None:
        return _same_or_reused(known, prepared, group)
    if group is not None and not twice:
        complete_digests(group)
    with transaction():
        if sheet_queries.sheet_by_key(key) is not None:
            raise RaceLostError(key)
        if group is not None:
            keep_if_sample(group)
        group = group or group_queries.add_group(sample_until)
        revisions.advance_group(group.id, link=group.link)
        named = prepared.in_group(group_queries.known_people(group.id))
        same = None if twice else same_sheet(named, group)
        if same is not None:
            raise AlreadySavedError(same)
        refuse_too_much([prepared.sheet], prepared.sheet.names, group)
        people = group_queries.player_ids(group.id, named.sheet.names)
        (sheet_id,) = add_sheets(group.id, [named.opened(people, key)])
        return existing_sheet(sheet_id)


def existing_sheet(sheet_id: int) -> SheetRow:
    """A sheet that is known to be there; DamagedDatabaseError where it is not."""
    row = sheet_queries.sheet_by_id(sheet_id)
    if row is None:
        raise DamagedDatabaseError(f"sheet {sheet_id} is not found")
    return row


def keep_if_sample(group: GroupRow) -> None:
    """A sample that gets another sheet is kept: people play there; for a transaction."""
    if group.sample_until is not None:
        group_queries.set_group_columns(group.id, sample_until=None)


def refuse_too_much(
    sheets: Sequence[Sheet], names: Sequence[str], group: GroupRow, *, known: int = 0
) -> None:
    """Raise ImpossibleError if a group cannot hold these sheets and people; so many it has already.

    Nor can it where somebody whom it knows by two names would sit twice at one table.
    """
    people = group_queries.known_people(group.id)
    problems = [problem for sheet in sheets for problem in capacity.sheet_problems(sheet)]
    problems += [problem for sheet in sheets for problem in seated_twice(sheet, people.own_names)]
    problems += capacity.sheets_problems(sheet_queries.last_number(group.id), len(sheets) - known)
    problems += capacity.people_problems(people.given_names.values(), names)
    if problems:
        raise ImpossibleError(problems)


def _same_or_reused(known: SheetRow, prepared: PreparedSheet, group: GroupRow | None) -> SheetRow:
    """The sheet that the key has opened, if it began as the one that is to be opened now."""
    entries, players = sheet_queries.content_of(known)
    first = [entry for entry in entries if entry.revision == 1]
    began_as = content_digest(stored_state(known, first, players).sheet)
    named = prepared.in_group(group_queries.known_people(known.group_id))
    is_elsewhere = group is not None and group.id != known.group_id
    if began_as != named.digests.content or is_elsewhere:
        raise AlreadySavedError(known)
    return known


def was_opened(key: str) -> bool:
    """Whether a form with this key has opened a sheet."""
    return sheet_queries.sheet_by_key(key) is not None


def latest_states(sheets: Iterable[SheetRow]) -> Iterator[SheetState]:
    """The latest of these *sheets*, latest first, as they stand: what a new one may continue.

    A sheet that was put away before its first round was opened by mistake: it does not count.
    Neither does one that is damaged.
    """
    for row in islice(sheets, LOOKED_AT):
        with suppress(DamagedDatabaseError):
            state = load(row)
            if state.sheet.rounds or not row.put_away:
                yield state
