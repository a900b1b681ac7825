"""Undoing what was written: by one more edition of everything, as entries are only ever added."""

from collections.abc import Iterable

from scorekeeper.services.journal.entries import Draft, Journal
from scorekeeper.store.rows import EntryRow


def undoing(journal: Journal, entries: Iterable[EntryRow]) -> list[Draft]:
    """The drafts that put everything back which these entries have changed: what was said before.

    What was said for the first time by one of them is struck out, or taken back.
    """
    before = [(entry, journal.edition_before(entry)) for entry in entries]
    return [Draft(entry.type, entry.subject, old and old.data) for entry, old in before]
