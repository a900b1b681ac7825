"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime, time
from itertools import chain

from scorekeeper.files.archive import Archive, ArchivedSheet
from scorekeeper.services.digests import complete_digests, sheets_like
from scorekeeper.services.drafts import Draft, draft_of
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import in_parts, people_of, sheets_of, states_of
from scorekeeper.services.opening import refuse_too_much
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError
from scorekeeper.store.new_sheets import add_sheets
from scorekeeper.store.rows import DigestRow, GroupRow

MIDDAY = time(12)


def export_group(group: GroupRow) -> Archive:
    """Everybody and every sheet of a group, the oldest first."""
    people = people_of(group)
    sheets = tuple(
        ArchivedSheet(state.sheet, state.row.put_away, state.opened_on)
        for part in in_parts(sheets_of(group)[::-1])
        for state in states_of(part, people)
    )
    return Archive(tuple(people.values()), sheets)


def import_archive(
    archive: Archive, group: GroupRow | None, *, key: str | None = None
) -> tuple[GroupRow, int]:
    """Open all sheets of an archive in *group*, or in a new one, all of them or none.

    What the group has already is left as it is, so that the same sheets come in once however
    often they are sent; a new group is opened once per *key*. Returns the group and how many
    sheets were new; raises ImpossibleError where the group cannot hold that much.
    """
    chosen, drafts = key or new_key(), [_draft(each) for each in archive.sheets]
    names = list(dict.fromkeys(chain(archive.people, *(draft.names for draft in drafts))))
    try:
        return _import(drafts, names, group, chosen)
    except RaceLostError:  # the same form, sent twice at the same moment
        return _import(drafts, names, group, chosen)


def _draft(archived: ArchivedSheet) -> Draft:
    opened_at = None  # the middle of the day, on this host's clock
    if archived.opened is not None:
        opened_at = datetime.combine(archived.opened, MIDDAY).astimezone()
    return draft_of(
        archived.sheet, is_imported=True, put_away=archived.put_away, created_at=opened_at
    )


def _import(
    drafts: Sequence[Draft], names: Sequence[str], group: GroupRow | None, key: str
) -> tuple[GroupRow, int]:
    before = sheet_queries.sheet_by_key(key)
    group = group or (before.group if before else None)
    if group is not None:
        complete_digests(group)
    with transaction():
        if before is None and sheet_queries.sheet_by_key(key) is not None:
            raise RaceLostError(key)
        if before is not None and group is not None and not _unknown(drafts, group):
            return group, 0
        group = group or group_queries.add_group()
        group_queries.advance_group(group.id)
        wanted = _unknown(drafts, group)
        refuse_too_much([draft.sheet for draft in wanted], names, group)
        people = group_queries.player_ids(group.id, names)
        keys = chain([] if before else [key], iter(new_key, None))
        add_sheets(
            group.id,
            [draft.opened(people, own) for draft, own in zip(wanted, keys, strict=False)],
        )
    return group, len(wanted)


def _unknown(drafts: Sequence[Draft], group: GroupRow) -> Sequence[Draft]:
    """Those that the group has not; every sheet it has stands for one.

    A sheet that is the same in both ways is taken first, then one that says the same: what a group
    has written itself is known again, whatever file one of its sheets once came from.
    """
    left: Sequence[Draft] = drafts
    known: Sequence[DigestRow] = sheets_like([draft.digests for draft in drafts], group)
    for of_draft, of_row in (
        (_both_of_draft, _both_of_row),
        (lambda draft: draft.digests.content, lambda row: row.digest),
        (lambda draft: draft.digests.written, lambda row: row.imported),
    ):
        left, known = _unpaired(left, known, of_draft, of_row)
    return left


def _both_of_draft(draft: Draft) -> Hashable:
    return draft.digests.written, draft.digests.content


def _both_of_row(row: DigestRow) -> Hashable:
    return row.imported, row.digest


def _unpaired(
    drafts: Sequence[Draft],
    rows: Sequence[DigestRow],
    of_draft: Callable[[Draft], Hashable],
    of_row: Callable[[DigestRow], Hashable],
) -> tuple[list[Draft], list[DigestRow]]:
    """The drafts and the sheets that are left once each is paired with one of the same digest."""
    by_digest: defaultdict[Hashable, list[DigestRow]] = defaultdict(list)
    for row in rows:
        by_digest[of_row(row)].append(row)
    left = []
    for draft in drafts:
        same = by_digest[of_draft(draft)]
        if same:
            same.pop()
        else:
            left.append(draft)
    return left, [row for rest in by_digest.values() for row in rest]
