"""What a group has written about itself, as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.store.errors import reading
from scorekeeper.store.group_entry_queries import entries_of
from scorekeeper.store.rows import GroupEntryRow, GroupRow


@dataclass(frozen=True)
class GroupState:
    """A group at a revision, with everything that was ever written about it, first to last."""

    row: GroupRow
    entries: tuple[GroupEntryRow, ...]

    @property
    def name(self) -> str | None:
        """What the group calls itself, if it does."""
        entry = self.latest(GroupEntryType.NAME)
        return None if entry is None else _read(entry)

    def latest(self, kind: GroupEntryType, subject: int = 0) -> GroupEntryRow | None:
        """The newest edition of a subject; None where nobody has written any."""
        return self._latest.get((kind, subject))

    def entry_with_key(self, key: str) -> GroupEntryRow | None:
        """What a form with this key has written."""
        return next((entry for entry in self.entries if entry.key == key), None)

    @cached_property
    def _latest(self) -> Mapping[tuple[str, int], GroupEntryRow]:
        return {(entry.type, entry.subject): entry for entry in self.entries}


def group_state(row: GroupRow) -> GroupState:
    """The group at the revision of *row*; raises DamagedDatabaseError."""
    entries = entries_of(row)
    with reading(f"group {row.id}"):
        for entry in entries:
            _read(entry)
    return GroupState(row, entries)


def _read(entry: GroupEntryRow) -> Any:
    """The value of an entry; raises ValueError for one that nobody can have written."""
    return GroupEntryType(entry.type).read(entry.data)
