"""Who sits on the sheets of a group, and on whom anything in it depends."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from scorekeeper.services.entries import EntryType, Seating
from scorekeeper.services.group_entries import people_in
from scorekeeper.store.rows import EntryRow
from scorekeeper.store.sheet_queries import entries_of_types


def people_in_use(group_id: int, same: Mapping[int, int], values: Iterable[Any]) -> frozenset[int]:
    """The ids of those who sit on a sheet, have another name, or ever stood in money.

    *same* says who everybody is, *values* are those of the entries of the group: what was taken
    back of them can be brought back.
    """
    merged = (pair for pair in same.items() if pair[0] != pair[1])
    seated = (ids for _, ids in seated_by_sheet(group_id))
    return frozenset(chain.from_iterable([*merged, *map(people_in, values), *seated]))


def seated_by_sheet(group_id: int) -> Iterator[tuple[int, frozenset[int]]]:
    """The ids of everybody on every sheet of a group, by the number of the sheet."""
    kinds = (EntryType.SEATING, EntryType.SUBSTITUTE)
    for number, entries in sorted(entries_of_types(group_id, kinds).items()):
        yield number, _seated(entries)


def _seated(entries: Sequence[EntryRow]) -> frozenset[int]:
    """The ids of everybody who sits on a sheet, or sat there for a while, as it stands."""
    newest = {(each.type, each.subject): each for each in entries}
    found = set[int]()
    for entry in newest.values():
        with suppress(ValueError):  # a damaged sheet: nobody can open it anyway
            value = EntryType(entry.type).read(entry.data)
            if isinstance(value, Seating):
                found |= {*value.players}
            elif value is not None:
                found.add(value.player)
    return frozenset(found)
