"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from scorekeeper.files.archive import TICKS_AT_MOST, Archive, ArchivedName, ArchivedSheet
from scorekeeper.services.account.money import money_of
from scorekeeper.services.files.archived_money import archived_money, with_ids
from scorekeeper.services.files.import_draft import PreparedArchive, draft_of, write_draft
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.house_rules.writing import archived_rules
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.digests import complete_digests, sheets_like
from scorekeeper.services.sheet.lookup import in_parts, names_of, people_of, sheets_of, states_of
from scorekeeper.services.sheet.opening import PreparedSheet, keep_if_sample, prepare_sheet
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import MovedOnError, RaceLostError
from scorekeeper.store.people import own_names
from scorekeeper.store.rows import DigestRow, GroupRow

# Of the digests of a file and of the content of a sheet: what it is known again by.
BOTH, CONTENT, FILE = slice(2), slice(1, 2), slice(1)
ATTEMPTS = 3  # to write what was worked out before; after them others wait for it


def export_group(group: GroupRow) -> Archive:
    """The name of a group, everybody, every sheet, the oldest first, its money and house rules."""
    names, state = names_of(group), group_state(group)
    sheets = tuple(
        ArchivedSheet(sheet=state.sheet, put_away=state.row.put_away, opened=state.opened_on)
        for part in in_parts(sheets_of(group)[::-1])
        for state in states_of(part, names)
    )
    costs, payments, settlements = archived_money(money_of(state), names)
    return Archive(
        people=tuple(people_of(group).values()),
        sheets=sheets,
        name=state.name,
        currency=group.currency,
        costs=costs,
        payments=payments,
        settlements=settlements,
        house_rules=archived_rules(state),
        other_names=tuple(_other_names(state)),
    )


def _other_names(state: GroupState) -> Iterator[ArchivedName]:
    """Names by which the group knows people that are called otherwise in it."""
    for player, person in state.persons.items():
        if player != person and person in state.people:
            yield ArchivedName(name=state.given_names[player], person=state.names[person])


def import_archive(
    archive: Archive,
    group: GroupRow | None,
    *,
    key: str | None = None,
    ticks_at_most: int | None = TICKS_AT_MOST,
) -> tuple[GroupRow, int]:
    """Take all of an archive into *group*, or into a new one, or nothing of it.

    What the group has already is left as it is, so that the same sheets and payments come in once
    however often they are sent; it takes the name of the archive only if it never had one. A new
    group is opened once per *key*. Returns the group and how many sheets were new; raises
    ImpossibleError where the group cannot hold that much, or counts in another currency; it holds
    any number of ticks where *ticks_at_most* is None.
    """
    chosen, prepared = key or new_key(), _prepared_archive(archive, ticks_at_most)
    for _ in range(ATTEMPTS):
        try:
            return _import(prepared, group, chosen)
        except (RaceLostError, MovedOnError):  # the same form sent twice, or somebody faster
            group = group and group_now(group)
    return _import(prepared, group, chosen, under_lock=True)


def _prepared_archive(archive: Archive, ticks_at_most: int | None) -> PreparedArchive:
    sheets = [_prepared(each) for each in archive.sheets]
    names = list(dict.fromkeys(chain(archive.names, (each.name for each in archive.other_names))))
    return PreparedArchive(sheets, names, with_ids(archive), ticks_at_most)


def _prepared(archived: ArchivedSheet) -> PreparedSheet:
    """A sheet made ready: the file as a whole tells its people apart, in sheets and in money."""
    sheet, prepared = archived.sheet, prepare_sheet(archived)
    if sheet.letters is None:
        return prepared
    return replace(prepared, told=replace(archived, sheet=replace(sheet, letters=None)))


def _import(
    archive: PreparedArchive, group: GroupRow | None, key: str, *, under_lock: bool = False
) -> tuple[GroupRow, int]:
    """Write what a group lacks of an archive: worked out first, so that nobody waits for that.

    Raises RaceLostError where the form was sent twice, and MovedOnError where somebody else
    wrote about the group meanwhile; *under_lock* works it out anew then.
    """
    before = opened_before(key)
    known = group or before
    if known is not None:
        complete_digests(known)
    wanted = _wanted(archive, known)
    if before is not None and known is not None and not wanted:
        return known, 0
    draft = draft_of(archive, known, wanted)
    with transaction():
        if before is None and opened_before(key) is not None:
            raise RaceLostError(key)
        if known is not None:
            keep_if_sample(known)
        group = known or group_queries.add_group()
        revision = group_queries.advance_group(group.id)
        if known is not None and revision > known.revision + 1:
            if not under_lock:
                raise MovedOnError
            group = known = group_now(known)
            draft = draft_of(archive, known, _wanted(archive, known))
        group = group._replace(revision=revision)
        write_draft(draft, group, None if before else key)
    return group, len(draft.sheets)


def _wanted(archive: PreparedArchive, group: GroupRow | None) -> Sequence[PreparedSheet]:
    """The sheets that the group has not, with the names it calls people by."""
    if group is None:
        return archive.sheets
    people = group_queries.people_rows(group.id)
    own = own_names(people)
    return _unknown([sheet.in_group(people, own) for sheet in archive.sheets], group)


def group_now(group: GroupRow) -> GroupRow:
    """A group as it is by now, by its link."""
    now = group_queries.group_by_id(group.id) or group
    return now._replace(link=group.link, access=group.access)


def opened_before(key: str) -> GroupRow | None:
    """The group into which a form with this key has brought something."""
    sheet = sheet_queries.sheet_by_key(key)
    return sheet.group if sheet is not None else group_queries.group_made_by(key)


def _unknown(sheets: Sequence[PreparedSheet], group: GroupRow) -> Sequence[PreparedSheet]:
    """Those that the group has not; every sheet it has stands for one.

    A sheet that is the same in both ways is taken first, then one that says the same: what a group
    has written itself is known again, whatever file one of its sheets once came from.
    """
    left: Sequence[PreparedSheet] = sheets
    known = _without_those_before(sheets, sheets_like([sheet.digests for sheet in sheets], group))
    for part in (BOTH, CONTENT, FILE):
        left, known = _unpaired(left, known, part)
    return left


def _without_those_before(
    sheets: Sequence[PreparedSheet], rows: Sequence[DigestRow]
) -> Sequence[DigestRow]:
    """The rows, latest first, that are left for these sheets: equal ones came in earlier files."""
    before = Counter[str]()
    for sheet in sheets:
        content = sheet.digests.content
        before[content] = max(before[content], sheet.told.alike_before)
    left = list[DigestRow]()
    for row in reversed(rows):
        if row.digest is not None and before[row.digest] > 0:
            before[row.digest] -= 1
        else:
            left.append(row)
    return left[::-1]


def _unpaired(
    sheets: Sequence[PreparedSheet],
    rows: Sequence[DigestRow],
    part: slice,
) -> tuple[list[PreparedSheet], list[DigestRow]]:
    """Those left once each is paired with one of the same digests: of both, or a *part* of them."""
    unpaired: defaultdict[Hashable, list[DigestRow]] = defaultdict(list)
    for row in rows:
        unpaired[(row.imported, row.digest)[part]].append(row)
    left = list[PreparedSheet]()
    for sheet in sheets:
        same = unpaired[(sheet.digests.written, sheet.digests.content)[part]]
        if same:
            same.pop()
        else:
            left.append(sheet)
    return left, [row for rest in unpaired.values() for row in rest]
