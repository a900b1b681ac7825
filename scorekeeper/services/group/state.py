"""What a group has written about itself, as it stands."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any

from werkzeug.utils import cached_property  # behind that of Python 3.11 others wait for a query

from scorekeeper.files.archive import DEFAULTS
from scorekeeper.services.group.entries import GroupEntryType, people_in
from scorekeeper.services.journal.entries import Journal
from scorekeeper.services.sheet.entries import ABOUT_SEATS, EntryType, seated_in
from scorekeeper.store.errors import reading
from scorekeeper.store.group_queries import entries_of, people_rows
from scorekeeper.store.people import KnownPeople
from scorekeeper.store.rows import EntryRow, GroupRow, PersonRow
from scorekeeper.store.sheet_queries import entries_of_types


@dataclass(frozen=True)
class GroupState(Journal, KnownPeople):
    """A group at a revision, with everything that was ever written about it, first to last."""

    row: GroupRow

    @property
    def name(self) -> str | None:
        """What the group calls itself, if it does."""
        name: str | None = self.single(GroupEntryType.NAME)
        return name

    def single(self, kind: GroupEntryType) -> Any:
        """What the group says of a type of `SINGLE`, or what holds where it says nothing."""
        return self.standing(kind).get(0, DEFAULTS[kind])

    def standing(self, kind: GroupEntryType) -> Mapping[int, Any]:
        """The values of all subjects of a type that were not taken back, the oldest first."""
        return self.all_standing.get(kind, {})

    @cached_property
    def all_standing(self) -> Mapping[str, Mapping[int, Any]]:
        """By type, all that stands now."""
        return self.standing_at(inf)

    def standing_at(self, revision: float) -> Mapping[str, Mapping[int, Any]]:
        """By type, the values of all subjects as they stood at a revision."""
        said = ((entry, value) for entry, value in self.said if entry.revision <= revision)
        latest = {(entry.type, entry.subject): value for entry, value in said}
        standing: dict[str, dict[int, Any]] = {}
        for (kind, subject), value in latest.items():
            if value is not None:
                standing.setdefault(kind, {})[subject] = value
        return standing

    def last_value(self, kind: GroupEntryType, subject: int) -> Any:
        """What the newest edition of a subject says that did not take it back; None without one."""
        return self._last_values.get((kind, subject))

    def written_with(self, entry: EntryRow) -> Sequence[EntryRow]:
        """All that was written under the revision of an entry, but for names until a renaming."""
        return self.changes_at(entry.revision)

    def changes_at(self, revision: int) -> tuple[EntryRow, ...]:
        """The `changes` that were written under a revision, in their order."""
        return tuple(e for e in self.written_at(revision) if not self._is_former_name(e))

    @cached_property
    def changes(self) -> tuple[EntryRow, ...]:
        """All entries but the names that people had until a renaming that was written with them."""
        return tuple(entry for entry in self.entries if not self._is_former_name(entry))

    def _is_former_name(self, entry: EntryRow) -> bool:
        after = self._editions.get((entry.type, entry.subject, entry.edition + 1))
        is_person = entry.type == GroupEntryType.PERSON
        return is_person and after is not None and after.revision == entry.revision

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """What every one of the entries says, None where it took something back.

        Raises ValueError for an entry that nobody can have written.
        """
        return tuple(GroupEntryType(entry.type).read(entry.data) for entry in self.entries)

    @property
    def said(self) -> Iterator[tuple[EntryRow, Any]]:
        """Every entry with what it says, first to last."""
        return zip(self.entries, self.values, strict=True)

    @cached_property
    def people_rows(self) -> Sequence[PersonRow]:
        """Every name that the group knows by now, as it is stored; asked for once."""
        return people_rows(self.row.id)

    def person(self, player: int) -> int | None:
        """Who has this id, be it that of another name of theirs; None for nobody in the group."""
        own = self.persons.get(player)
        return own if own in self.people else None

    @cached_property
    def people_in_use(self) -> frozenset[int]:
        """The ids of those who sit on a sheet, have another name, or ever stood in money.

        Something depends on them: what was taken back of the entries can be brought back.
        """
        merged = (pair for pair in self.persons.items() if pair[0] != pair[1])
        seated = (ids for _, ids in seated_by_sheet(self.row.id))
        return frozenset(chain.from_iterable([*merged, *map(people_in, self.values), *seated]))

    @cached_property
    def _last_values(self) -> Mapping[tuple[str, int], Any]:
        said = ((entry, value) for entry, value in self.said if value is not None)
        return {(entry.type, entry.subject): value for entry, value in said}


def group_state(row: GroupRow) -> GroupState:
    """The group at the revision of *row*; raises DamagedDatabaseError."""
    state = GroupState(row, entries_of(row))
    with reading(f"group {row.id}"):
        _ = state.values
    return state


def seated_by_sheet(group_id: int) -> Iterator[tuple[int, frozenset[int]]]:
    """The ids of everybody who sits on a sheet, or sat there for a while, by its number."""
    for number, entries in sorted(entries_of_types(group_id, ABOUT_SEATS).items()):
        newest = {(entry.type, entry.subject): entry for entry in entries}
        seated = set[int]()
        for entry in newest.values():
            with suppress(ValueError):  # a damaged sheet: nobody can open it anyway
                seated.update(seated_in(EntryType(entry.type).read(entry.data)))
        yield number, frozenset(seated)
