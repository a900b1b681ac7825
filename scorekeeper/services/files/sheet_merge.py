"""Merging the sheets of a file into a group that has other versions of them.

A sheet says in a file which version it is, and which others it contains. So what stands here can be
fast-forwarded to what became of it elsewhere, as in version control, by whatever ways that came;
where both were written on, both stay.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.core.days import local_day
from scorekeeper.files.archive import ArchivedSheet, SheetVersion
from scorekeeper.files.sheet import Sheet, round_data
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.entries_to_sheet import state_of
from scorekeeper.services.sheet.lookup import in_parts, readable_states_of
from scorekeeper.services.sheet.people import ids_on_sheet
from scorekeeper.services.sheet.prepared_sheet import PreparedSheet, head_drafts, substitute_drafts
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.versions import (
    VersionsById,
    current_versions,
    is_within,
    is_written,
    told_versions,
    version_columns,
    versions_of,
    written_at,
)
from scorekeeper.store import revisions, sheet_queries
from scorekeeper.store.group_queries import known_people
from scorekeeper.store.insertion import add_entries, dated_behind
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.tables import EntryRecord

LOST_AT_MOST = 100_000  # revisions of a sheet with a backup; a file that says more is none of ours


def archived_sheet(state: SheetState) -> ArchivedSheet:
    """A sheet for a file, which says what it is and what it continues."""
    version, continues = told_versions(state)
    return ArchivedSheet(
        version=version,
        continues=continues,
        put_away=state.row.put_away,
        opened=local_day(state.row.created_at),
        sheet=state.sheet,
    )


@dataclass(frozen=True, slots=True)
class MergePlan:
    """Of the sheets in a file, those that are *new*, and those that go on with one that is known.

    *fast_forwards* have these behind what they go on with; *versions* are these and the older ones,
    which change nothing, each behind the sheet of which it is one; *alike* say what a sheet here
    says of which they are no version yet, and *made_of* what one here came from before it went on.
    *known* are the ids of all sheets that stand for one in the file, by its `id_in_file`.
    """

    new: Sequence[PreparedSheet]
    fast_forwards: Sequence[tuple[SheetState, PreparedSheet]] = ()
    versions: Sequence[tuple[SheetRow, PreparedSheet]] = ()
    alike: Sequence[tuple[SheetRow, PreparedSheet]] = ()
    made_of: Sequence[tuple[SheetRow, PreparedSheet]] = ()
    known: Mapping[str, int] = field(default_factory=dict)


def merge_plan(
    sheets: Sequence[PreparedSheet], rows: Sequence[SheetRow], taken: Iterable[int] = ()
) -> MergePlan:
    """What becomes of sheets of which none is a version, with the same content, of one in *rows*.

    Those that are a later version of a sheet here go on with that before any that were made of it.
    *taken* are the ids of the rows that another sheet in the file is.
    """
    here = defaultdict[str, list[tuple[SheetRow, VersionsById]]](list)
    for row in rows:
        for id_ in (versions := versions_of(row)):
            here[id_].insert(0 if id_ == row.told_id else len(here[id_]), (row, versions))
    untrue, known = set(map(id, _untrue(sheets, rows))), list[tuple[SheetRow, PreparedSheet]]()
    left = list[PreparedSheet]()
    for sheet in sheets:
        told = _as_new_sheet(sheet, sheet.versions.values()) if id(sheet) in untrue else sheet
        later = _row_containing(told, here)
        if later is None:
            left.append(told)
        else:
            known.append((later, told))
    new, fast_forwards = _new_and_continued(left, rows, set(taken))
    known += [(state.row, sheet) for state, sheet in fast_forwards]
    return MergePlan(new, fast_forwards, known)


def _new_and_continued(
    sheets: Sequence[PreparedSheet], rows: Sequence[SheetRow], taken: set[int]
) -> tuple[list[PreparedSheet], list[tuple[SheetState, PreparedSheet]]]:
    """Sheets that are new, and those that go on with one in *rows* that is not *taken*."""
    here = defaultdict[str, list[SheetRow]](list)  # by the ids of what they are just now
    latest = {row.id: [*current_versions(row)] for row in rows}
    for row in rows:
        for version in latest[row.id]:
            here[version.id].append(row)
    left, ahead = dict(enumerate(sheets)), dict[int, SheetState]()
    for is_direct in (True, False):
        for place in [place for place in left if place not in ahead]:
            sheet, told = left[place], left[place].versions
            holders = {
                row.id: row
                for id_ in ([sheet.version_id or ""] if is_direct else told)
                for row in here.get(id_, ())
                if row.id not in taken and any(is_within(each, told) for each in latest[row.id])
            }
            state = _continued(sheet, holders.values())
            if state is not None and _is_one_table(state.sheet, sheet.sheet):
                taken.add(state.row.id)  # a file may hold two versions of one sheet
                ahead[place] = state
            elif state is not None:  # whatever the file says, it is no version of that one
                left[place] = _as_new_sheet(sheet, ())
    fast_forwards = [(state, left.pop(place)) for place, state in sorted(ahead.items())]
    own = {row.file_id for row in rows}  # those ids stay with the sheets that are here
    return [
        _as_new_sheet(sheet, sheet.versions.values()) if sheet.version_id in own else sheet
        for sheet in left.values()
    ], fast_forwards


def _row_containing(
    sheet: PreparedSheet, here: Mapping[str, Sequence[tuple[SheetRow, VersionsById]]]
) -> SheetRow | None:
    """The first sheet that contains the version of one in a file, of those that contain any of it.

    One that is no version of any stands for one that says the same and contains as much.
    """
    version, content = sheet.told.version, sheet.digests.content
    told = [version] if version else [*sheet.versions.values()]
    for row, has in here.get(told[0].id, ()) if told else ():
        if (version or row.digest == content) and all(is_within(each, has) for each in told):
            return row
    return None


def _continued(sheet: PreparedSheet, rows: Iterable[SheetRow]) -> SheetState | None:
    """The first sheet in these rows of which all that stands on it is in the one of a file.

    The caller has left out rows that cannot be it. Passed over are those that say the same already,
    and the sheet that the one of the file says to be but, by its moments, never was.
    """
    told, untrue_id = sheet.versions, None if sheet.version_id else sheet.id_in_file
    for row in rows:
        own = told.get(row.file_id)
        is_too_far = own is not None and own.revision - row.revision > LOST_AT_MOST
        if is_too_far or row.file_id == untrue_id or row.digest == sheet.digests.content:
            continue
        state = load(row)
        if any(is_within(each, told) for each in current_versions(row, written_at(state))):
            return state
    return None


def _untrue(sheets: Iterable[PreparedSheet], rows: Iterable[SheetRow]) -> Iterator[PreparedSheet]:
    """Those that are not what the sheet here was at the version that they say to be."""
    told = defaultdict[str | None, list[PreparedSheet]](list)
    for sheet in sheets:
        told[sheet.version_id].append(sheet)
    for part in in_parts([row for row in rows if row.file_id in told]):
        for state in readable_states_of(part, known_people(part[0].group_id).names):
            yield from (sheet for sheet in told[state.row.file_id] if not _is_true(sheet, state))


def _is_true(prepared: PreparedSheet, state: SheetState) -> bool:
    """Whether the sheet that it says to be can have said this, whatever people are called by now.

    It cannot where a backup was restored and other things were written than those that were lost.
    """
    version = prepared.told.version
    if version is None or not is_written(state, version.revision):
        return True  # of a later revision, or of one that was lost with a backup
    if version.written is not None:
        return version.written == written_at(state, version.revision)
    written = [entry for entry in state.entries if entry.revision <= version.revision]
    then = state_of(state.row, written, state.players, state).sheet
    return _agreed_and_played(then) == _agreed_and_played(prepared.sheet)


def _agreed_and_played(sheet: Sheet) -> tuple[object, ...]:
    return sheet.rounds, sheet.house, sheet.head.stake, sheet.head.closed


def _as_new_sheet(prepared: PreparedSheet, versions: Iterable[SheetVersion]) -> PreparedSheet:
    """A sheet that is no version of one here, whatever it says, but was made of these."""
    return prepared._replace(told=replace(prepared.told, version=None, continues=(*versions,)))


def _is_one_table(sheet: Sheet, other: Sheet) -> bool:
    """Whether both are of one game and as many players, which no sheet ever changes."""
    return (sheet.game, len(sheet.players)) == (other.game, len(other.players))


def fast_forward(
    state: SheetState,
    prepared: PreparedSheet,
    people: Mapping[str, int],
    persons: Mapping[int, int],
) -> None:
    """Write on a sheet what makes it say what another version of it says; for a transaction.

    *people* are the ids of everybody in that by name, *persons* who everybody in the group is. Who
    sits on the sheet by another name stays there by it, so that it is that again once both are
    parted. Raises MovedOnError where somebody was faster.
    """
    on_sheet = ids_on_sheet(state, persons)
    people = {name: on_sheet.get(person, person) for name, person in people.items()}
    row, told = state.row, prepared.versions.get(state.row.file_id)
    lost = told.revision if told else 0  # with a backup
    after = replace(state, row=row._replace(revision=max(row.revision, lost)))
    entries = numbered(after, _drafts(state, prepared.sheet, people))
    revision = row.revision
    if entries:
        revision, settled = revisions.advance_sheet(row.id, revision, after.row.revision + 1)
        add_entries(EntryRecord, row.id, dated_behind(settled, entries))
    keep_version(row, prepared, revision)


def keep_version(row: SheetRow, prepared: PreparedSheet, revision: int) -> None:
    """Keep that a sheet is, at this *revision* of it, a version that a file told."""
    version, continues = prepared.told.version, prepared.told.continues
    own = prepared.versions.get(row.file_id)
    if own is not None and revision < own.revision <= revision + LOST_AT_MOST:
        revisions.advance_sheet(row.id, revision, own.revision)  # which a backup had not
        revision = own.revision
    sheet_queries.set_sheet_columns(row.id, **version_columns(row, version, continues, revision))


def keep_origin(row: SheetRow, prepared: PreparedSheet) -> None:
    """Keep that a sheet contains, whatever became of it, a version that a file told."""
    known = (*versions_of(row).values(), prepared.told.version, *prepared.told.continues)
    columns = version_columns(row, None, filter(None, known), row.revision)
    sheet_queries.set_sheet_columns(row.id, continues=columns["continues"])


def _drafts(state: SheetState, sheet: Sheet, people: Mapping[str, int]) -> Iterator[Draft]:
    """The entries by which a sheet becomes this one."""
    said = head_drafts(sheet, people)
    if state.sheet.head.closed != sheet.head.closed:
        said.append(EntryType.CLOSED.draft(sheet.head.closed, 0))
    for draft in said:
        known = state.latest(draft.type)
        if known is None or known.data != draft.data:
            yield draft
    ids = list(state.round_ids[: len(sheet.rounds)])
    unused = max(state.order, default=0) + 1
    ids += range(unused, unused + len(sheet.rounds) - len(ids))
    yield from _rounds(state, sheet, ids)
    yield from _substitutes(state, sheet, ids, people)


def _rounds(state: SheetState, sheet: Sheet, ids: Sequence[int]) -> Iterator[Draft]:
    before, last = state.sheet.rounds, state.order[-1] if state.order else 0
    for place, (round_id, dealt) in enumerate(zip(ids, sheet.rounds, strict=True)):
        if place >= len(before) or before[place] != dealt:
            yield Draft(EntryType.ROUND, round_id, round_data(dealt, sheet.game), last)
        if place >= len(before):
            last = round_id
    for round_id in state.round_ids[len(ids) :]:
        yield Draft(EntryType.ROUND, round_id, None)


def _substitutes(
    state: SheetState, sheet: Sheet, ids: Sequence[int], people: Mapping[str, int]
) -> Iterator[Draft]:
    """Those who sit down, after all others were taken back who stand on the sheet.

    Who sits down with the next deal would move where a round becomes one or is none any more.
    """
    if state.sheet.head.seating == sheet.head.seating and state.sheet.rounds == sheet.rounds:
        return
    changes = [entry for entry in state.entries if entry.type == EntryType.SUBSTITUTE]
    for subject, data in sorted({change.subject: change.data for change in changes}.items()):
        if data is not None:
            yield EntryType.SUBSTITUTE.draft(None, subject)
    yield from substitute_drafts(sheet, people, ids)
