"""What a group has written about itself, as it stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.core.names import name_key
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.people_in_use import people_in_use
from scorekeeper.store.clock import now
from scorekeeper.store.errors import reading
from scorekeeper.store.group_entry_queries import entries_of
from scorekeeper.store.group_queries import people_rows
from scorekeeper.store.people import given_names, names_by_id, people_by_id, same_people
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
        return self._last_said.get((kind, subject), (None, None))[0]

    def last_value(self, kind: GroupEntryType, subject: int) -> Any:
        """What that edition says; None where nobody has written any."""
        return self._last_said.get((kind, subject), (None, None))[1]

    def entry_with_key(self, key: str) -> GroupEntryRow | None:
        """What a form with this key has written."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def written_at(self, revision: int) -> tuple[GroupEntryRow, ...]:
        """What was written under a revision, in its order."""
        return tuple(entry for entry in self.entries if entry.revision == revision)

    def changes_at(self, revision: int) -> tuple[GroupEntryRow, ...]:
        """Those of `changes` that were written under a revision, in their order."""
        return self._changes_by_revision.get(revision, ())

    def edition_before(self, entry: GroupEntryRow) -> GroupEntryRow | None:
        """The entry that an entry has replaced; None for the first edition."""
        return self._editions.get((entry.type, entry.subject, entry.edition - 1))

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
        """All entries but the names that people had until a renaming that was written with them."""
        return tuple(entry for entry in self.entries if not self._is_former_name(entry))

    def _is_former_name(self, entry: GroupEntryRow) -> bool:
        after = self._editions.get((entry.type, entry.subject, entry.edition + 1))
        is_person = entry.type == GroupEntryType.PERSON
        return is_person and after is not None and after.revision == entry.revision

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """What every one of the entries says, None where it took something back.

        Raises ValueError for an entry that nobody can have written.
        """
        return tuple(GroupEntryType(entry.type).read(entry.data) for entry in self.entries)

    @cached_property
    def paid_settlements(self) -> frozenset[int]:
        """The subjects of the settlements of which something was paid."""
        paid = self.standing(GroupEntryType.PAID).values()
        return frozenset(each.settlement for each in paid if each.cents)

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

    @cached_property
    def people(self) -> Mapping[int, str]:
        """The names of everybody by id, everybody once, in the order in which they came."""
        return people_by_id(self._people_rows)

    @cached_property
    def taken_back(self) -> Mapping[str, int]:
        """The ids of those who were taken back, by the `name_key` of what they were called."""
        given = self.given_names
        return {
            name_key(given[each.id]): each.id for each in self._people_rows if each.is_taken_back
        }

    @cached_property
    def people_in_use(self) -> frozenset[int]:
        """The ids of those who cannot be taken back, as something depends on them."""
        return people_in_use(self.row.id, self.persons, self.values)

    @cached_property
    def _people_rows(self) -> Sequence[PersonRow]:
        return people_rows(self.row.id)

    @cached_property
    def _latest(self) -> Mapping[tuple[str, int], GroupEntryRow]:
        return {(entry.type, entry.subject): entry for entry in self.entries}

    @cached_property
    def _last_said(self) -> Mapping[tuple[str, int], tuple[GroupEntryRow, Any]]:
        said = zip(self.entries, self.values, strict=True)
        return {(each[0].type, each[0].subject): each for each in said if each[1] is not None}

    @cached_property
    def _editions(self) -> Mapping[tuple[str, int, int], GroupEntryRow]:
        return {(entry.type, entry.subject, entry.edition): entry for entry in self.entries}

    @cached_property
    def _changes_by_revision(self) -> Mapping[int, tuple[GroupEntryRow, ...]]:
        found: dict[int, list[GroupEntryRow]] = {}
        for entry in self.changes:
            found.setdefault(entry.revision, []).append(entry)
        return {revision: tuple(entries) for revision, entries in found.items()}

    @cached_property
    def _standing(self) -> Mapping[str, Mapping[int, Any]]:
        latest: dict[tuple[str, int], Any] = {}
        for entry, value in zip(self.entries, self.values, strict=True):
            latest[entry.type, entry.subject] = value
        found: dict[str, dict[int, Any]] = {}
        for (kind, subject), value in latest.items():
            if value is not None:
                found.setdefault(kind, {})[subject] = value
        return found


def group_state(row: GroupRow) -> GroupState:
    """The group at the revision of *row*; raises DamagedDatabaseError."""
    state = GroupState(row, entries_of(row))
    with reading(f"group {row.id}"):
        _ = state.values
    return state


def first_editions(state: GroupState) -> Mapping[tuple[str, int], GroupEntryRow]:
    """What was first written about every subject, by its type and number."""
    return {(entry.type, entry.subject): entry for entry in reversed(state.entries)}
