"""What stands in a journal: entries by their type and subject, and drafts of further ones."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from scorekeeper.core.codec import Maybe
from scorekeeper.core.game import Round
from scorekeeper.core.shapes import Anything, Shape
from scorekeeper.store.insertion import new_entry
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow

SEATS_AT_MOST = 100  # where nobody asks whether a place is one at the table


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to be written: the next edition of *subject*, or a new subject where it is None.

    *data* are as they are stored, None to strike out or take back; *round* is the round that they
    mean, where it is at hand. A new round is put after round *after* (0: at the front), or after
    the last one where that is None.
    """

    type: str
    subject: int | None
    data: Any
    after: int | None = None
    round: Round[Any] | None = field(default=None, compare=False)


class StoredType(StrEnum):
    """What an entry is about, by the word stored for it; `shape` reads and writes its data."""

    shape: Shape

    def __new__(cls, word: str, shape: Shape = Anything()) -> Self:  # noqa: B008 - it is constant
        """A member that is equal to its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.shape = Maybe(shape)  # None: taken back
        return member

    def read(self, data: Any, seats: int = SEATS_AT_MOST) -> Any:
        """The value that stored data stand for at a table of so many seats; MalformedError."""
        return self.shape.read(data, seats)

    def write(self, value: Any) -> Any:
        """The data to be stored for a value."""
        return self.shape.write(value)

    def draft(self, value: Any, subject: int | None = None, after: int | None = None) -> Draft:
        """The draft of an entry that says a value; None strikes out or takes back."""
        return Draft(self, subject, self.write(value), after)


@dataclass(frozen=True)
class Journal:
    """A sheet or a group at a revision, with everything that was ever written there in order."""

    row: SheetRow | GroupRow
    entries: tuple[EntryRow, ...]

    def entry_with_key(self, key: str) -> EntryRow | None:
        """What a form with this key has written, the first entry of it."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def latest(self, kind: str, subject: int = 0) -> EntryRow | None:
        """The newest edition of a subject; None where nobody has written any."""
        return self.latest_entries.get((kind, subject))

    def first(self, kind: str, subject: int) -> EntryRow:
        """The earliest edition of a subject; raises KeyError where nobody has written any."""
        return self._first[kind, subject]

    def edition_before(self, entry: EntryRow) -> EntryRow | None:
        """The entry that an entry has replaced; None for the first edition."""
        return self._editions.get((entry.type, entry.subject, entry.edition - 1))

    def written_at(self, revision: int) -> tuple[EntryRow, ...]:
        """What was written under a revision, in its order."""
        return tuple(self._by_revision.get(revision, ()))

    def written_with(self, entry: EntryRow) -> Sequence[EntryRow]:
        """What the form of an entry has said by it and by others, first what it was about."""
        raise NotImplementedError

    def undoing(self, entries: Iterable[EntryRow]) -> list[Draft]:
        """What puts all back that these entries have changed: further editions of what was before.

        What was said for the first time by one of them is struck out, or taken back.
        """
        before = [(entry, self.edition_before(entry)) for entry in entries]
        return [Draft(entry.type, entry.subject, old and old.data) for entry, old in before]

    @cached_property
    def _by_revision(self) -> Mapping[int, Sequence[EntryRow]]:
        entries: defaultdict[int, list[EntryRow]] = defaultdict(list)
        for entry in self.entries:
            entries[entry.revision].append(entry)
        return entries

    @cached_property
    def latest_entries(self) -> Mapping[tuple[str, int], EntryRow]:
        """The newest edition of everything that was ever written, by type and subject."""
        return {(entry.type, entry.subject): entry for entry in self.entries}

    @cached_property
    def _first(self) -> Mapping[tuple[str, int], EntryRow]:
        return {(entry.type, entry.subject): entry for entry in reversed(self.entries)}

    @cached_property
    def _editions(self) -> Mapping[tuple[str, int, int], EntryRow]:
        return {(entry.type, entry.subject, entry.edition): entry for entry in self.entries}


def numbered(journal: Journal, drafts: Iterable[Draft]) -> list[EntryRow]:
    """The entries that drafts would become: each with its subject, edition and place."""
    known, revision = journal.latest_entries, journal.row.revision + 1
    highest, newest = dict[str, int](), dict[tuple[str, int], EntryRow]()
    entries = list[EntryRow]()
    for draft in drafts:
        if draft.type not in highest:
            of_type = (subject for kind, subject in known if kind == draft.type)
            highest[draft.type] = max(of_type, default=0)
        subject = highest[draft.type] + 1 if draft.subject is None else draft.subject
        highest[draft.type] = max(subject, highest[draft.type])
        before = newest.get((draft.type, subject)) or known.get((draft.type, subject))
        edition, after = (before.edition + 1, before.after) if before else (1, draft.after)
        entry = new_entry(draft.type, subject, edition, after, draft.data, revision)
        newest[entry.type, subject] = entry
        entries.append(entry)
    return entries
