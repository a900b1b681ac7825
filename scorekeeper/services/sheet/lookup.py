"""What lies behind a link: groups, their people, their sheets, and what was worked out of those."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TypeVar

from flask import current_app

from scorekeeper.services.sheet.entries_to_sheet import stored_state
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import RESULTS, keep, kept
from scorekeeper.store import db, group_queries, sheet_queries
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.sheet_queries import count_of_day

ENTRIES_IN_A_PART = 25_000  # read and replayed within a second or two
SHEETS_IN_A_QUERY = 200

Result = TypeVar("Result")
Work = Callable[..., Result]  # of a sheet, and of what is the same for all


# What the web asks, which knows no queries.
release_connection = db.release_connection
group_by_link = group_queries.group_by_link
sheet_by_link = sheet_queries.sheet_by_link
sheet_by_look_link = sheet_queries.sheet_by_look_link
sheets_of = sheet_queries.sheets_of
last_number = sheet_queries.last_number


def people_of(group: GroupRow) -> Mapping[int, str]:
    """The names of everybody in a group by id, each person once, in the order they came in."""
    return group_queries.known_people(group.id).people


def some_of(sheets: Sequence[SheetRow], *, start: int, at_most: int) -> tuple[list[SheetRow], bool]:
    """The sheets behind the first *start* of them, and whether more follow.

    They are so few that reading them is no long work: *at_most* so many, and of long ones fewer.
    """
    shown = next(in_parts(sheets[start : start + at_most]), [])
    return shown, start + len(shown) < len(sheets)


def in_parts(sheets: Sequence[SheetRow]) -> Iterator[list[SheetRow]]:
    """The sheets in their order, as many at a time as are read in one go, but one at least."""
    for start in range(0, len(sheets), SHEETS_IN_A_QUERY):
        some = sheets[start : start + SHEETS_IN_A_QUERY]
        counts = sheet_queries.entry_counts([sheet.id for sheet in some])
        part, entries = list[SheetRow](), 0
        for sheet in some:
            entries += counts.get(sheet.id, 0)
            if part and entries > ENTRIES_IN_A_PART:
                yield part
                part, entries = [], counts.get(sheet.id, 0)
            part.append(sheet)
        yield part


def states_of(sheets: Sequence[SheetRow], people: Mapping[int, str]) -> list[SheetState]:
    """Several sheets of a group as they stand, those that are not in memory in one query.

    *people* are the names in the group by id.
    """
    known = {sheet.id: kept(sheet) for sheet in sheets}
    unread = [sheet.id for sheet in sheets if known[sheet.id] is None]
    entries = sheet_queries.entries_of_all(unread)
    return [known[sheet.id] or stored_state(sheet, entries[sheet.id], people) for sheet in sheets]


def shown_states_of(sheets: Sequence[SheetRow], people: Mapping[int, str]) -> list[SheetState]:
    """The sheets that can be read, kept in memory: who looks at a list looks at it again."""
    states = readable_states_of(sheets, people)
    for state in states:
        keep(state)
    return states


def readable_states_of(sheets: Sequence[SheetRow], people: Mapping[int, str]) -> list[SheetState]:
    """The sheets as they stand but those whose entries are damaged: they close no others."""
    try:
        return states_of(sheets, people)
    except DamagedDatabaseError:
        states: list[SheetState] = []
        for sheet in sheets:
            with suppress(DamagedDatabaseError):
                states += states_of([sheet], people)
        return states


def place_in_day(state: SheetState) -> int:
    """The place of a sheet among those of its day in its group, from 1, as they were opened.

    Only a sheet without a title needs one; no query for another one, nor for the first of a group.
    """
    if state.sheet.head.title is not None or state.row.number == 1:
        return 1
    return count_of_day(state.row.group_id, state.day, state.row.number) + 1


def places_among(sheets: Sequence[SheetRow]) -> dict[int, int]:
    """The places of all *sheets* of a group, latest first, among those of their days, by number."""
    counted, places = Counter[date](), dict[int, int]()
    for sheet in reversed(sheets):
        counted[sheet.day] += 1
        places[sheet.number] = counted[sheet.day]
    return places


def group_version(group: GroupRow, sheets: Sequence[SheetRow]) -> str:
    """A short text, another one after every change of a group or of one of its *sheets*.

    A sheet is never taken from its group, and no revision ever becomes less.
    """
    return f"{group.revision}-{len(sheets)}-{sum(sheet.revision for sheet in sheets)}"


def version_of(group: GroupRow) -> str:
    """The same as `group_version`, in a query that reads none of the sheets."""
    count, revisions = sheet_queries.count_and_revisions(group.id)
    return f"{group.revision}-{count}-{revisions}"


def results_of(
    work: Work[Result],
    sheets: Sequence[SheetRow],
    people: Mapping[int, str],
    more: tuple[Hashable, ...] = (),
) -> tuple[list[Result], bool]:
    """What *work* finds for these sheets, in their order, and whether that is all of them.

    *work* may look at nothing but the sheet, *more*, and at people by their ids alone. Of the
    sheets that are not in memory only so many are read as is no long work; the next call reads on.
    Damaged ones are left out.
    """
    named, (results, lock) = (work, *more), current_app.extensions[RESULTS]
    with lock:
        remembered = {sheet.id: results.get(_key(named, sheet)) for sheet in sheets}
    by_sheet = {sheet_id: result for sheet_id, result in remembered.items() if result is not None}
    missing = [sheet for sheet in sheets if sheet.id not in by_sheet]
    unread = [sheet for sheet in missing if kept(sheet) is None]
    part = next(in_parts(unread), [])
    later = {sheet.id for sheet in unread[len(part) :]}
    for state in readable_states_of([row for row in missing if row.id not in later], people):
        by_sheet[state.row.id] = work(state, *more)
        with lock:
            results[_key(named, state.row)] = by_sheet[state.row.id]
    return [by_sheet[row.id] for row in sheets if row.id in by_sheet], not later


def _key(work: Hashable, sheet: SheetRow) -> Hashable:
    return work, sheet.id, sheet.key, sheet.revision
