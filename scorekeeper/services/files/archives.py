"""Whole groups: all sheets of one exported as an archive, and opened again from one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import chain

from scorekeeper.core.days import local_day
from scorekeeper.files.archive import (
    SHAPES,
    TICKS_AT_MOST,
    Archive,
    ArchivedName,
    ArchivedSheet,
    data_digest,
    money_data,
)
from scorekeeper.services.account.group_money import money_of
from scorekeeper.services.account.sheet_results import begun_settlements, counted_by
from scorekeeper.services.files.import_draft import Item, PreparedArchive, draft_of, write_draft
from scorekeeper.services.files.sheet_merge import MergePlan, archived_sheet, merge_plan
from scorekeeper.services.group.entries import SINGLE, GroupEntryType
from scorekeeper.services.group.house_rules import archived_rules
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.digests import Digests, digests_of
from scorekeeper.services.sheet.duplicate_sheets import complete_digests, sheets_like
from scorekeeper.services.sheet.lookup import in_parts, sheets_of, states_of
from scorekeeper.services.sheet.opening import keep_if_sample
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet, prepare_sheet
from scorekeeper.services.sheet.versions import is_within, versions_of
from scorekeeper.store import group_queries, hosting_queries, revisions, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import MovedOnError, RaceLostError, StoreUnavailableError
from scorekeeper.store.rows import GroupRow, SheetRow

# Of the digests of a file and of the content of a sheet: what it is known again by.
BOTH, CONTENT, FILE = slice(2), slice(1, 2), slice(1)
DAYS_UNSAVED = timedelta(days=7)
ATTEMPTS = 3  # to write what was worked out before; after them others wait for it

kept_groups = hosting_queries.kept_groups  # the web, which knows no queries, asks for it here


def is_copy_due(saved: date | None, today: date) -> bool:
    """Whether something was written a week ago or earlier and was not saved in all that time.

    *saved* is the day on which everything was saved last.
    """
    first, last = hosting_queries.first_and_last_written()
    if first is None or last is None:
        return False
    is_new = saved is None or local_day(last) >= saved
    return is_new and (saved or local_day(first)) <= today - DAYS_UNSAVED


def export_everything() -> Iterator[Archive]:
    """All groups but samples and empty ones, to be known again wherever their files are opened."""
    for archive in map(export_group, kept_groups()):
        if not archive.is_empty:
            yield archive


def export_group(group: GroupRow) -> Archive:
    """All that a group says about itself as it stands, and its sheets, the oldest first.

    It says which it is, and so do its sheets, wherever its file is opened.
    """
    state = group_state(group)
    money, names, begun = money_of(state), state.names, list(begun_settlements(state))
    sheets, counted = list[ArchivedSheet](), defaultdict[int, list[str]](list)
    for part in in_parts(sheets_of(group)[::-1]):
        for on_sheet in states_of(part, names):
            sheets.append(archived_sheet(on_sheet))
            listed, _ = counted_by(on_sheet, begun)
            if listed is not None:
                counted[listed.begun.subject].append(on_sheet.row.told_id)
    return Archive(
        # A version before that knows no such id may have made the group while this one runs.
        id=hosting_queries.file_id_of(group.id) or None,
        people=tuple(state.people.values()),
        sheets=tuple(sheets),
        currency=group.currency,
        costs=tuple(cost.among(names) for cost in money.costs.values()),
        payments=tuple(
            paid.among(names) for paid in money.payments.values() if paid.payer != paid.payee
        ),
        settlements=tuple(
            replace(
                listed, transfers=tuple(listed.lines.values()), sheets=tuple(counted[number])
            ).among(names)
            for number, listed in money.settlements.items()
        ),
        house_rules=archived_rules(state),
        other_names=tuple(_other_names(state)),
        seasons=tuple(state.standing(GroupEntryType.SEASON).values()),
        **{kind.value: state.single(kind) for kind in SINGLE},
    )


def _other_names(state: GroupState) -> Iterator[ArchivedName]:
    """Names by which the group knows people that are called otherwise in it."""
    for player, person in state.persons.items():
        if player != person and person in state.people:
            yield ArchivedName(name=state.given_names[player], person=state.names[person])


def known_group(archive: Archive) -> GroupRow | None:
    """The group of which an archive is a copy, if it is here; nobody may write in it by that."""
    return None if archive.id is None else group_queries.group_by_file_id(archive.id)


def import_archive(
    archive: Archive,
    group: GroupRow | None,
    *,
    key: str | None = None,
    ticks_at_most: int | None = TICKS_AT_MOST,
) -> tuple[GroupRow, tuple[int, int]]:
    """Take all of an archive into *group*, or into a new one, or nothing of it.

    What the group has already is left as it is, so that the same sheets and payments come in once
    however often they are sent; it takes what the archive says about it only where it never had a
    word of its own. A new group is opened once per *key*. Returns the group, and how many sheets
    were new and how many went on; raises ImpossibleError where the group cannot hold that much, or
    counts in another currency; it holds any number of ticks where *ticks_at_most* is None.
    """
    sheets = [_prepared(sheet) for sheet in archive.sheets]
    prepared = PreparedArchive(sheets, _with_ids(archive), ticks_at_most)
    chosen = key or new_key()
    for _ in range(ATTEMPTS):
        try:
            return _import(prepared, group, chosen)
        except (RaceLostError, MovedOnError):  # the same form sent twice, or somebody faster
            group = group and group_now(group)
    try:
        return _import(prepared, group, chosen, under_lock=True)
    except MovedOnError:  # on PostgreSQL others can still write on the sheets
        raise StoreUnavailableError("others write on all sheets at every moment") from None


def _with_ids(archive: Archive) -> Archive:
    """The archive with an id for every cost, payment and season, by which a group knows them again.

    What has none in the file gets one from all the money in it: the same file comes in once, while
    two equal payments in it both count.
    """
    written = archive.letters or money_data(archive)
    digest = data_digest([written["costs"], written["payments"]])
    seasons = SHAPES["seasons"].write(archive.seasons)
    return replace(
        archive,
        costs=_identified(archive.costs, f"{digest}-c"),
        payments=_identified(archive.payments, f"{digest}-p"),
        seasons=_identified(archive.seasons, f"{data_digest(seasons)}-s"),
    )


def _identified(items: Sequence[Item], start: str) -> tuple[Item, ...]:
    return tuple(
        item if item.id is not None else replace(item, id=f"{start}{number}")
        for number, item in enumerate(items, 1)
    )


def _prepared(archived: ArchivedSheet) -> PreparedSheet:
    """A sheet made ready: the file as a whole tells its people apart, in sheets and in money."""
    sheet, prepared = archived.sheet, prepare_sheet(archived)
    if sheet.letters is None:
        return prepared
    return prepared._replace(told=replace(archived, sheet=replace(sheet, letters=None)))


def _import(
    archive: PreparedArchive, group: GroupRow | None, key: str, *, under_lock: bool = False
) -> tuple[GroupRow, tuple[int, int]]:
    """Write what a group lacks of an archive: worked out first, so that nobody waits for that.

    Raises RaceLostError where the form was sent twice, and MovedOnError where somebody else
    wrote about the group meanwhile; *under_lock* works it out anew then.
    """
    before = opened_before(key)
    known = group or before
    if known is not None:
        complete_digests(known)
    wanted = _wanted(archive, known)
    if before is not None and known is not None and not (wanted.new or wanted.fast_forwards):
        return known, (0, 0)
    draft = draft_of(archive, known, wanted)
    with transaction():
        if before is None and opened_before(key) is not None:
            raise RaceLostError(key)
        if known is not None:
            keep_if_sample(known)
        group = known or group_queries.add_group(file_id=archive.archive.id)
        revision = revisions.advance_group(group.id, link=group.link)
        if known is not None and (under_lock or revision > known.revision + 1):
            if not under_lock:
                raise MovedOnError
            group = known = group_now(known)
            draft = draft_of(archive, known, _wanted(archive, known))
        group = group._replace(revision=revision)
        write_draft(draft, group, None if before else key)
    return group, (len(draft.plan.new), len(draft.plan.fast_forwards))


def _wanted(archive: PreparedArchive, group: GroupRow | None) -> MergePlan:
    """The sheets that the group has not, with the names it calls people by."""
    if group is None:
        return MergePlan(archive.sheets)
    people = group_queries.known_people(group.id)
    return _unknown([sheet.in_group(people) for sheet in archive.sheets], group)


def group_now(group: GroupRow) -> GroupRow:
    """A group as it is by now, by its link."""
    now = group_queries.group_by_id(group.id) or group
    return now._replace(link=group.link, access=group.access)


def opened_before(key: str) -> GroupRow | None:
    """The group into which a form with this key has brought something."""
    sheet = sheet_queries.sheet_by_key(key)
    return sheet.group if sheet is not None else group_queries.group_made_by(key)


def _unknown(sheets: Sequence[PreparedSheet], group: GroupRow) -> MergePlan:
    """Those that the group has not; every sheet it has stands for one.

    A version of a sheet that is here is paired with that alone. Of the others, a sheet that is the
    same in both ways is taken first, then one that says the same: what a group has written itself
    is known again, whatever file one of its sheets once came from. Versions come before files: a
    sheet may say again what it said when its file first came in.
    """
    found = sheets_like([sheet.digests for sheet in sheets], group)
    rows = sheets_of(group)[::-1]
    pairing = _Pairing(sheets, _without_those_before(sheets, found))
    pairing.pair(_version, lambda row: [(row.file_id, row.digest)])
    pairing.pair(_version, lambda row: [(row.told_id, row.digest)])
    plan = merge_plan(pairing.left, rows, [row.id for row, _ in pairing.pairs])
    ahead = {state.row.id for state, _ in plan.fast_forwards}
    pairing.left = plan.new
    pairing.rows = [row for row in pairing.rows if row.id not in ahead]
    versions = set(chain.from_iterable(map(versions_of, rows)))
    pairing.pair(_all_versions, lambda row: [(id_, row.digest) for id_ in versions_of(row)])
    for part in (BOTH, CONTENT):
        pairing.pair_by(part, lambda sheet: None if sheet.version_id in versions else sheet.digests)
    alike = [
        (row, sheet)
        for row, sheet in pairing.pairs
        if row.id not in ahead
        if (version := sheet.told.version) and not is_within(version, versions_of(row))
    ]
    met = {row.id for row, _ in plan.versions}
    pairing.rows = [row for row in pairing.rows if row.id not in met]
    by_version = len(pairing.pairs)
    pairing.pair_by(FILE, lambda sheet: sheet.digests)
    _pair_with_links(pairing, group, {row.id for row in found} | met)
    made_of = [
        (row, sheet)
        for row, sheet in pairing.pairs[by_version:]
        if sheet.version_id and sheet.sheet.rounds and versions.isdisjoint(sheet.versions)
    ]
    known = {sheet.id_in_file: row.id for row, sheet in (*plan.versions, *pairing.pairs)}
    return replace(plan, new=pairing.left, alike=alike, made_of=made_of, known=known)


@dataclass
class _Pairing:
    """The sheets of a file that are *left*, and those of a group that still stand for none.

    These *rows* are the latest first; *pairs* are those that stand for one, each before it.
    """

    left: Sequence[PreparedSheet]
    rows: Sequence[SheetRow]
    pairs: list[tuple[SheetRow, PreparedSheet]] = field(default_factory=list)

    def pair(
        self,
        wanted: Callable[[PreparedSheet], Iterable[Hashable]],
        keys: Callable[[SheetRow], Iterable[Hashable]],
    ) -> None:
        """Pair each sheet with one that has one of the *wanted* keys, by the first of them."""
        unpaired: defaultdict[Hashable, list[SheetRow]] = defaultdict(list)
        for row in self.rows:
            for key in keys(row):
                unpaired[key].append(row)
        left, paired = list[PreparedSheet](), set[int]()
        for sheet in self.left:
            found = (row for key in wanted(sheet) for row in reversed(unpaired[key]))
            same = next((row for row in found if row.id not in paired), None)
            if same is None:
                left.append(sheet)
            else:
                paired.add(same.id)
                self.pairs.append((same, sheet))
        self.left, self.rows = left, [row for row in self.rows if row.id not in paired]

    def pair_by(self, part: slice, digests: Callable[[PreparedSheet], Digests | None]) -> None:
        """Pair each sheet with one of the same digests: of both, or a *part* of them.

        *digests* are those by which a sheet is looked for, if it is.
        """
        self.pair(
            lambda sheet: [(digests(sheet) or ())[part]],
            lambda row: [(row.imported, row.digest)[part]],
        )


def _version(sheet: PreparedSheet) -> Iterator[Hashable]:
    """Which sheet it says to be a version of, and its content."""
    if sheet.version_id is not None:
        yield sheet.version_id, sheet.digests.content


def _all_versions(sheet: PreparedSheet) -> Iterator[Hashable]:
    """Which sheets it says to be or to contain, and its content."""
    for version in sheet.told.continues:
        yield version.id, sheet.digests.content
    yield from _version(sheet)


def _pair_with_links(pairing: _Pairing, group: GroupRow, looked_at: Collection[int]) -> None:
    """Pair those that have come in by a link, which says the day of a sheet without a date.

    *looked_at* are the ids of sheets of the group that stand for others.
    """
    dated = {
        id(sheet): digests_of(sheet.sheet.dated(sheet.told.opened))
        for sheet in pairing.left
        if sheet.told.opened is not None and sheet.sheet.head.date is None
    }
    like = sheets_like(list(dated.values()), group) if dated else ()
    pairing.rows = [row for row in like if row.id not in looked_at]
    for part in (CONTENT, FILE):
        pairing.pair_by(part, lambda sheet: dated.get(id(sheet)))


def _without_those_before(
    sheets: Sequence[PreparedSheet], rows: Sequence[SheetRow]
) -> Sequence[SheetRow]:
    """The rows, latest first, that are left for these sheets: equal ones came in earlier files."""
    before = Counter[str]()
    for sheet in sheets:
        content = sheet.digests.content
        before[content] = max(before[content], sheet.told.alike_before)
    left = list[SheetRow]()
    for row in reversed(rows):
        if row.digest is not None and before[row.digest] > 0:
            before[row.digest] -= 1
        else:
            left.append(row)
    return left[::-1]
