"""What a group has written about itself, as it stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.store.clock import now
from scorekeeper.store.errors import reading
from scorekeeper.store.group_entry_queries import entries_of
from scorekeeper.store.group_queries import people_rows
from scorekeeper.store.people import given_names, names_by_id, same_people
from scorekeeper.store.rows import GroupEntryRow, GroupRow, NewGroupEntry, PersonRow


@dataclass(frozen=True)
class GroupState:
    """A group at a revision, with everything that was ever written about it, first to last."""

    row: GroupRow
    entries: tuple[GroupEntryRow, ...]

    @property
    def name(self) -> str | None:
        """What the group calls itself, if it does."""
        found: str | None = self.standing(GroupEntryType.NAME).get(0)
        return found

    def standing(self, kind: GroupEntryType) -> Mapping[int, Any]:
        """The values of all subjects of a type that were not taken back, the oldest first."""
        return self._standing.get(kind, {})

    def latest(self, kind: GroupEntryType, subject: int = 0) -> GroupEntryRow | None:
        """The newest edition of a subject; None where nobody has written any."""
        return self._latest.get((kind, subject))

    def last_standing(self, kind: GroupEntryType, subject: int) -> GroupEntryRow | None:
        """The newest edition of a subject that did not take it back."""
        wanted = (kind, subject)
        editions = (e for e in reversed(self.entries) if (e.type, e.subject) == wanted)
        return next((entry for entry in editions if entry.data is not None), None)

    def entry_with_key(self, key: str) -> GroupEntryRow | None:
        """What a form with this key has written."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def written_at(self, revision: int) -> tuple[GroupEntryRow, ...]:
        """What was written under a revision, in its order."""
        return tuple(entry for entry in self.entries if entry.revision == revision)

    def changes_at(self, revision: int) -> tuple[GroupEntryRow, ...]:
        """Those of `changes` that were written under a revision, in their order."""
        return tuple(entry for entry in self.changes if entry.revision == revision)

    def edition_before(self, entry: GroupEntryRow) -> GroupEntryRow | None:
        """The entry that an entry has replaced; None for the first edition."""
        wanted = (entry.type, entry.subject, entry.edition - 1)
        found = (e for e in self.entries if (e.type, e.subject, e.edition) == wanted)
        return next(found, None)

    def with_entries(self, entries: Iterable[NewGroupEntry]) -> "GroupState":
        """The group as it would be with these entries under the next revision."""
        revision, moment = self.row.revision + 1, now()
        drafts = [
            GroupEntryRow(
                0, revision, each.type, each.subject, each.edition, each.data, None, None, moment
            )
            for each in entries
        ]
        return GroupState(self.row, (*self.entries, *drafts))

    @cached_property
    def changes(self) -> tuple[GroupEntryRow, ...]:
        """All entries but the names that people had until their first renaming."""
        renamed = {
            (entry.subject, entry.revision)
            for entry in self.entries
            if (entry.type, entry.edition) == (GroupEntryType.PERSON, 2)
        }
        return tuple(
            entry
            for entry in self.entries
            if (entry.type, entry.edition) != (GroupEntryType.PERSON, 1)
            or (entry.subject, entry.revision) not in renamed
        )

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What everybody is called now, by id; other names of somebody are those of that person."""
        return names_by_id(self._people_rows)

    @cached_property
    def given_names(self) -> Mapping[int, str]:
        """The same with other names of somebody as they are."""
        return given_names(self._people_rows)

    @cached_property
    def persons(self) -> Mapping[int, int]:
        """Who everybody is, by id: the person whose other name they are, or they themselves."""
        return same_people(self._people_rows)

    @property
    def people(self) -> Mapping[int, str]:
        """The names of everybody by id, everybody once, in the order in which they came."""
        return {each: self.names[each] for each, person in self.persons.items() if each == person}

    @cached_property
    def _people_rows(self) -> Sequence[PersonRow]:
        return people_rows(self.row.id)

    @cached_property
    def _latest(self) -> Mapping[tuple[str, int], GroupEntryRow]:
        return {(entry.type, entry.subject): entry for entry in self.entries}

    @cached_property
    def _standing(self) -> Mapping[str, Mapping[int, Any]]:
        found: dict[str, dict[int, Any]] = {}
        for entry in self._latest.values():
            if entry.data is not None:
                found.setdefault(entry.type, {})[entry.subject] = _read(entry)
        return found


def group_state(row: GroupRow) -> GroupState:
    """The group at the revision of *row*; raises DamagedDatabaseError."""
    entries = entries_of(row)
    with reading(f"group {row.id}"):
        for entry in entries:
            _read(entry)
    return GroupState(row, entries)


def first_editions(state: GroupState) -> Mapping[tuple[str, int], GroupEntryRow]:
    """What was first written about every subject, by its type and number."""
    return {(entry.type, entry.subject): entry for entry in reversed(state.entries)}


def _read(entry: GroupEntryRow) -> Any:
    """The value of an entry; raises ValueError for one that nobody can have written."""
    return GroupEntryType(entry.type).read(entry.data)
