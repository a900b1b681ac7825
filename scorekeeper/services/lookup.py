"""What lies behind a link: groups, their people, their sheets."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date

from scorekeeper.services.sheet_state import SheetState, stored_state
from scorekeeper.services.state_cache import keep, kept
from scorekeeper.store import db, group_queries, sheet_queries
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.store.people import names_by_id, people_by_id, same_people
from scorekeeper.store.rows import GroupRow, SheetRow
from scorekeeper.store.sheet_queries import count_of_day

ENTRIES_IN_A_PART = 25_000  # read and replayed within a second or two
SHEETS_IN_A_QUERY = 200


def discard_session() -> None:
    """Forget what a request has read, and its connection, which may be lost."""
    db.discard_session()


def group_by_link(link: str) -> GroupRow | None:
    """The group behind a secret link."""
    return group_queries.group_by_link(link)


def sheet_by_link(link: str, number: int) -> SheetRow | None:
    """A sheet of the group behind a secret link."""
    return sheet_queries.sheet_by_link(link, number)


def sheet_by_look_link(link: str) -> SheetRow | None:
    """The sheet that a secret link looks at, and at nothing else."""
    return sheet_queries.sheet_by_look_link(link)


def names_of(group: GroupRow) -> dict[int, str]:
    """The names of everybody a group knows, by id; who is there under two names, twice."""
    return names_by_id(group_queries.people_rows(group.id))


def people_of(group: GroupRow) -> dict[int, str]:
    """The same with everybody once, in the order in which they came."""
    return people_by_id(group_queries.people_rows(group.id))


def own_ids(group: GroupRow) -> dict[int, int]:
    """For every id that anybody in a group has, the one by which `people_of` knows them."""
    rows = group_queries.people_rows(group.id)
    people = people_by_id(rows)
    return {player: own for player, own in same_people(rows).items() if own in people}


def sheets_of(group: GroupRow) -> list[SheetRow]:
    """All sheets of a group, latest first."""
    return sheet_queries.sheets_of(group)


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
    found = {sheet.id: kept(sheet) for sheet in sheets}
    unread = [sheet for sheet in sheets if found[sheet.id] is None]
    entries = sheet_queries.entries_of_all([sheet.id for sheet in unread])
    return [found[sheet.id] or stored_state(sheet, entries[sheet.id], people) for sheet in sheets]


def shown_states_of(sheets: Sequence[SheetRow], people: Mapping[int, str]) -> list[SheetState]:
    """The readable ones, kept in memory: who looks at a list of sheets looks at it again."""
    states = readable_states_of(sheets, people)
    for state in states:
        keep(state)
    return states


def readable_states_of(sheets: Sequence[SheetRow], people: Mapping[int, str]) -> list[SheetState]:
    """The same, without those whose entries are damaged: they do not close the others."""
    try:
        return states_of(sheets, people)
    except DamagedDatabaseError:
        found: list[SheetState] = []
        for sheet in sheets:
            with suppress(DamagedDatabaseError):
                found += states_of([sheet], people)
        return found


def place_in_day(state: SheetState) -> int:
    """The place of a sheet among those of its day in its group, from 1, as they were opened.

    Only a sheet without a title needs one; no query for another one.
    """
    if state.sheet.head.title is not None:
        return 1
    return count_of_day(state.row.group_id, state.day, state.row.number) + 1


def places_among(sheets: Sequence[SheetRow]) -> dict[int, int]:
    """The same for all sheets of a group, latest first, by number."""
    counted, places = Counter[date](), dict[int, int]()
    for sheet in reversed(sheets):
        counted[sheet.day] += 1
        places[sheet.number] = counted[sheet.day]
    return places
