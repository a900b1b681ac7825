"""Writing in a journal: key, revision, check, insert, in this order, once per key."""

from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from scorekeeper.core.codec import json_text
from scorekeeper.core.phrases import Problem
from scorekeeper.services.journal.entries import Draft, Journal
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import MovedOnError, RaceLostError
from scorekeeper.store.insertion import EntryTable, add_entries
from scorekeeper.store.rows import EntryRow, SheetRow

# Each after the first has seen what somebody faster wrote: so many phones tap at one moment.
ATTEMPTS = 5

State = TypeVar("State", bound=Journal)
Saved = TypeVar("Saved", EntryRow, SheetRow)


class ImpossibleError(Exception):
    """What was entered cannot have happened; *problems* say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


class AlreadySavedError(Exception, Generic[Saved]):
    """The form was saved before, with something else in it: an entry, or a sheet it opened."""

    def __init__(self, saved: Saved) -> None:
        super().__init__(f"saved before as {type(saved).__name__}")
        self.saved: Saved = saved


class JournalChange(Protocol[State]):
    """Something that a scorekeeper does to a sheet or a group, as entries under one revision."""

    table: ClassVar[EntryTable]  # where its entries are written

    @property
    def at_any_revision(self) -> bool:
        """Whether it does not matter what others have written since the form was made."""

    def latest(self, state: State) -> State | None:
        """The state as it is by now; None where nobody has written since."""

    def drafts_again(self, state: State, known: EntryRow) -> Sequence[Draft]:
        """What the same form would have written when its key has written *known*."""

    def checked(self, state: State) -> Sequence[EntryRow]:
        """The entries that it becomes; raises ImpossibleError, or what else stands against it."""

    def advance(self, state: State, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
        """Move the sheet or the group on, and write what follows from entries in other tables.

        Returns the entries as they are to be written by then; raises MovedOnError.
        """

    def keep(self, entries: Sequence[EntryRow]) -> None:
        """Remember what stands now that these entries are written, if that is kept anywhere."""


def write(state: State, change: JournalChange[State], token: FormToken) -> EntryRow:
    """Write a change, once per key however often the form is sent; returns the first entry.

    In this order: a key that has written the same before gives back what it wrote; the sheet or
    group must stand at the revision the form was made for; what is written must be possible; then
    it is inserted under the next revision, if nobody was faster meanwhile. Raises
    AlreadySavedError, MovedOnError, ImpossibleError or StoreUnavailableError; then nothing is
    written. *state* is the one at hand: only where somebody was faster is it read anew.
    """
    now: State | None = state
    for _ in range(ATTEMPTS):
        if now is None:
            break
        known = now.entry_with_key(token.key)
        if known is not None:
            _refuse_unless_same(now, known, change.drafts_again(now, known))
            return known
        if change.at_any_revision or token.based_on == now.row.revision:
            entries = change.checked(now)
            try:
                return _insert(now, entries, change, token)
            except (RaceLostError, MovedOnError):
                pass  # somebody was faster: with the same form, or with another one
        now = change.latest(now)
    raise MovedOnError


def _insert(
    state: State, entries: Sequence[EntryRow], change: JournalChange[State], token: FormToken
) -> EntryRow:
    with transaction():
        ready = change.advance(state, entries)
        written = add_entries(change.table, state.row.id, ready, token.key, token.author)
    change.keep(written)
    return written[0]


def _refuse_unless_same(state: Journal, known: EntryRow, drafts: Sequence[Draft]) -> None:
    """Raise AlreadySavedError where the form that wrote *known* said something else than this.

    What was written with it may be said in another order.
    """
    written = state.written_with(known)
    entries = [*written[:1], *sorted(written[1:], key=_said)]
    said = [*drafts[:1], *sorted(drafts[1:], key=_said)]
    if len(entries) != len(said) or not all(map(_is_said_by, entries, said)):
        raise AlreadySavedError(known)


def _is_said_by(entry: EntryRow, draft: Draft) -> bool:
    if draft.subject is None and draft.after not in (None, entry.after):
        return False
    said = draft.type, draft.data
    return said == (entry.type, entry.data) and draft.subject in (None, entry.subject)


def _said(entry: Draft | EntryRow) -> tuple[str, str, int]:
    return entry.type, json_text(entry.data, sort_keys=True), entry.subject or 0
