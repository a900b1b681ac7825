"""What lies behind a link: groups, their people, their sheets."""

from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.services.sheet_state import SheetState, stored_state
from scorekeeper.store import group_queries, sheet_queries
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.store.rows import GroupRow, SheetRow


def group_by_link(link: str) -> GroupRow | None:
    """The group behind a secret link."""
    return group_queries.group_by_link(link)


def sheet_by_link(link: str, number: int) -> SheetRow | None:
    """A sheet of the group behind a secret link."""
    return sheet_queries.sheet_by_link(link, number)


def people_of(group: GroupRow) -> dict[int, str]:
    """The names a group knows, by id, in the order in which they came."""
    return group_queries.players_of(group.id)


def sheets_of(group: GroupRow, *, put_away: bool | None = None) -> list[SheetRow]:
    """The sheets of a group, latest first; only those put away, or only the others, if asked."""
    return sheet_queries.sheets_of(group.id, put_away=put_away)


def states_of(sheets: Sequence[SheetRow], group: GroupRow) -> list[SheetState]:
    """Several sheets of a group as they stand, in two queries."""
    entries = sheet_queries.entries_of_all([sheet.id for sheet in sheets])
    people = people_of(group)
    return [stored_state(sheet, entries[sheet.id], people) for sheet in sheets]


def readable_states_of(sheets: Sequence[SheetRow], group: GroupRow) -> list[SheetState]:
    """The same, without those whose entries are damaged: they do not close the others."""
    try:
        return states_of(sheets, group)
    except DamagedDatabaseError:
        found: list[SheetState] = []
        for sheet in sheets:
            with suppress(DamagedDatabaseError):
                found += states_of([sheet], group)
        return found


def was_saved(sheet: SheetRow, key: str) -> bool:
    """Whether a form with this key has written on the sheet."""
    return sheet_queries.has_key(sheet.id, key)
