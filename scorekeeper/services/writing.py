"""The one way in which anything is written on a sheet: key, revision, check, insert."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scorekeeper.core.codec import json_text
from scorekeeper.core.phrases import Problem
from scorekeeper.services import limits
from scorekeeper.services.change_set import Change, ChangePreview, entry_rows, preview_of
from scorekeeper.services.entries import EntryType
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.people import People
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import keep, load
from scorekeeper.store import sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.errors import RaceLostError, SheetMovedOnError
from scorekeeper.store.rows import EntryRow, NewEntry, SheetRow

ATTEMPTS = 3  # each after the first has seen what somebody faster wrote


class ImpossibleError(Exception):
    """What was entered cannot have happened; *problems* say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


class MisfitsError(Exception):
    """Later rounds would no longer fit, even with the repairs given."""

    def __init__(self, preview: ChangePreview) -> None:
        super().__init__("later rounds would no longer fit")
        self.preview = preview


class AlreadySavedError(Exception):
    """The form was saved before, with something else in it."""

    def __init__(self, entry: EntryRow) -> None:
        super().__init__(f"the key has written entry {entry.id}")
        self.entry = entry


class Write(Protocol):
    """Something that a scorekeeper does to a sheet, as entries."""

    @property
    def names(self) -> Sequence[str]:
        """The people it names, who may be new in the group."""

    @property
    def respells(self) -> bool:
        """Whether the names are also how these people are to be spelled from now on."""

    def changes(self, people: Mapping[str, int]) -> Sequence[Change]:
        """The entries, the first of them what it is about; *people* are ids by name."""

    def problems(self, state: SheetState) -> Iterable[Problem]:
        """Why it cannot be done to this sheet, beside what its rounds and seats say."""


@dataclass(frozen=True, slots=True)
class PlainWrite:
    """Changes that name nobody and may be made at any time."""

    entries: Sequence[Change]
    names: Sequence[str] = field(default=(), init=False)
    respells: bool = field(default=False, init=False)

    def changes(self, people: Mapping[str, int]) -> Sequence[Change]:
        """The changes as they are."""
        return self.entries

    def problems(self, state: SheetState) -> Iterable[Problem]:
        """None."""
        return ()


def write(row: SheetRow, token: FormToken, wanted: Write) -> EntryRow:
    """Write on a sheet, once per key however often the form is sent; returns the first entry.

    In this order: a key that has written the same before gives back what it wrote; the sheet must
    stand at the revision the form was made for; what is written must fit; then it is inserted
    under the next revision, if nobody was faster meanwhile. Raises AlreadySavedError,
    SheetMovedOnError, ImpossibleError, MisfitsError or StoreUnavailableError; then nothing is
    written.
    """
    for _ in range(ATTEMPTS):
        state = load(row)
        known = state.entry_with_key(token.key)
        if known is not None:
            named = People.of(state, wanted.names, respells=False)
            refuse_unless_same(state, known, wanted.changes(named.ids))
            return known
        if token.based_on == state.row.revision:
            try:
                return _check_and_insert(state, token, wanted)
            except (RaceLostError, SheetMovedOnError):
                pass  # somebody was faster: with the same form, or with another one
        row = sheet_queries.sheet_by_id(row.id) or row
        if row == state.row:
            raise SheetMovedOnError
    raise SheetMovedOnError


def _check_and_insert(state: SheetState, token: FormToken, wanted: Write) -> EntryRow:
    people = People.of(state, wanted.names, respells=wanted.respells)
    preview = preview_of(state, wanted.changes(people.ids), people.players)
    _refuse(preview, wanted, people)
    return _insert(preview, people, token, wanted)


def _insert(preview: ChangePreview, people: People, token: FormToken, wanted: Write) -> EntryRow:
    """Insert the entries of a preview; raises SheetMovedOnError if the sheet has moved on."""
    state, rows = preview.before, preview.rows
    with transaction():
        if people.are_changed:  # before the sheet: whoever locks both begins with the group
            rows = tuple(entry_rows(state, wanted.changes(people.written(state.row))))
        revision = sheet_queries.advance(state.row.id, state.row.revision)
        written = insert_rows(state, rows, token, revision=revision)
    if not people.are_changed:
        keep(preview.written_as(written))
    return written[0]


def insert_rows(
    state: SheetState, rows: Sequence[EntryRow], token: FormToken, *, revision: int
) -> tuple[EntryRow, ...]:
    """Insert drafted entries, the first under the key of the form; for a transaction."""
    return sheet_queries.add_entries(
        state.row.id,
        [NewEntry(row.type, row.subject, row.edition, row.after, row.data) for row in rows],
        revision=revision,
        key=token.key,
        author=token.author,
    )


def refuse_unless_same(state: SheetState, known: EntryRow, changes: Sequence[Change]) -> None:
    """Raise AlreadySavedError where the key has written something else than these changes.

    Repairs that were written together with a round belong to it.
    """
    first, *repairs = changes
    same = (
        known.type == first.type
        and known.data == first.data
        and first.subject in (None, known.subject)
        and (first.subject is not None or first.after in (None, known.after))
    )
    if same and known.type == EntryType.ROUND:
        together = [each for each in state.entries if each.revision == known.revision]
        written = {
            (each.subject, json_text(each.data))
            for each in together
            if each.type == EntryType.ROUND and each.id != known.id
        }
        same = written == {(each.subject, json_text(each.data)) for each in repairs}
    if not same:
        raise AlreadySavedError(known)


def _too_much(preview: ChangePreview, wanted: Write) -> Iterator[Problem]:
    """Why neither the sheet nor its group can hold all that."""
    yield from preview.limit_problems
    yield from limits.people_problems(preview.before.players.values(), wanted.names)


def _refuse(preview: ChangePreview, wanted: Write, people: People) -> None:
    """Raise what stands against changes, the first of them before what follows from it."""
    problems = (*wanted.problems(preview.before), *_too_much(preview, wanted))
    if problems:
        raise ImpossibleError(problems)
    if preview.first_problems:
        raise ImpossibleError(preview.first_problems)
    if preview.continues_closed_sheet:
        raise ImpossibleError([Problem("closed")])
    clashes = list(people.problems(preview.after.sheet))
    if clashes:
        raise ImpossibleError(clashes)
    if preview.misfits:
        raise MisfitsError(preview)
