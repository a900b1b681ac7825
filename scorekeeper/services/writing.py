"""The one way in which anything is written on a sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.core.codec import json_text
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.files.reading import seating_problems
from scorekeeper.services.sheet_state import NAMING_PEOPLE, ROUND, SheetState, read
from scorekeeper.store import group_queries as people
from scorekeeper.store import sheet_queries as store
from scorekeeper.store.db import once_more, transaction
from scorekeeper.store.sheet_queries import EntryRow, NewEntry, SheetMovedOnError


@dataclass(frozen=True, slots=True)
class FormToken:
    """What every form carries: its key, the revision it was printed for, and who says so."""

    key: str
    based_on: int
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Something to be written: a new subject where *subject* is None, else its next edition."""

    type: str
    subject: int | None
    data: Any
    after: int | None = None


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A round before and after a change (None: not on the sheet then)."""

    id: int
    before: LedgerRound | None
    after: LedgerRound | None


@dataclass(frozen=True)
class ChangePreview:
    """What a change would do: the totals before and after, and the rounds it would touch."""

    before: SheetState
    after: SheetState
    rows: tuple[EntryRow, ...]

    @cached_property
    def _subjects(self) -> frozenset[int]:
        return frozenset(each.subject for each in self.rows if each.type == ROUND)

    @cached_property
    def _rounds(self) -> list[RoundChange]:
        before = dict(zip(self.before.round_ids, self.before.ledger.rounds, strict=True))
        after = dict(zip(self.after.round_ids, self.after.ledger.rounds, strict=True))
        ids = [*after, *(each for each in before if each not in after)]
        return [RoundChange(each, before.get(each), after.get(each)) for each in ids]

    @property
    def goes_on_though_closed(self) -> bool:
        """Whether a new round is put behind the last one of a sheet where the table stopped."""
        last = self.before.last_round_id
        return self.before.sheet.head.closed and any(
            each.type == ROUND and each.edition == 1 and each.after == last for each in self.rows
        )

    @property
    def itself(self) -> tuple[RoundChange, ...]:
        """The rounds that are changed on purpose, first what the change is about."""
        changed = {each.id: each for each in self._rounds}
        ids = [row.subject for row in self.rows if row.type == ROUND]
        return tuple(changed[each] for each in ids if each in changed)

    @property
    def moved(self) -> tuple[RoundChange, ...]:
        """Other rounds that would be worth something else, or be dealt by somebody else."""
        return tuple(
            each
            for each in self._rounds
            if each.id not in self._subjects
            and each.before
            and each.after
            and not each.after.problems
            and (
                each.before.score != each.after.score
                or each.before.table.dealer != each.after.table.dealer
            )
        )

    @property
    def misfits(self) -> tuple[RoundChange, ...]:
        """Rounds that would no longer fit, though they did, and repairs that do not fit either."""
        about = self.rows[0].subject if self.rows[0].type == ROUND else None
        return tuple(
            each
            for each in self._rounds
            if each.id != about
            and each.after
            and each.after.problems
            and (each.id in self._subjects or not (each.before and each.before.problems))
        )

    @property
    def dealt_by_another(self) -> RoundChange | None:
        """The first round, none of those changed on purpose, that somebody else would deal."""
        moved = (
            each
            for each in self._rounds
            if each.id not in self._subjects
            and each.before
            and each.after
            and each.before.table.dealer != each.after.table.dealer
        )
        return next(moved, None)


class ImpossibleError(Exception):
    """What was entered cannot have happened; *problems* say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


class MisfitsError(Exception):
    """Later rounds would no longer fit, whatever was said so far about mending them."""

    def __init__(self, consequence: ChangePreview) -> None:
        super().__init__("later rounds would no longer fit")
        self.consequence = consequence


class AlreadySavedError(Exception):
    """The form was saved before, with something else in it."""

    def __init__(self, entry: EntryRow) -> None:
        super().__init__(f"the key has written entry {entry.id}")
        self.entry = entry


def _drafted(state: SheetState, drafts: Sequence[Change]) -> list[EntryRow]:
    """The entries that these drafts would become on this sheet."""
    rows: list[EntryRow] = []
    for draft in drafts:
        known = [each for each in [*state.entries, *rows] if each.type == draft.type]
        subject = draft.subject
        if subject is None:
            subject = 1 + max((each.subject for each in known), default=0)
        editions = [each for each in known if each.subject == subject]
        after = editions[0].after if editions else draft.after
        rows.append(
            EntryRow(
                0,
                state.row.revision + 1,
                draft.type,
                subject,
                len(editions) + 1,
                after,
                draft.data,
                None,
                None,
                people.now(),
            )
        )
    return rows


def preview_of(state: SheetState, drafts: Sequence[Change]) -> ChangePreview:
    """What these drafts would do to the sheet; nothing is written."""
    rows = tuple(_drafted(state, drafts))
    return ChangePreview(state, state.with_entries(rows), rows)


Drafts = Callable[[SheetState, Change], Sequence[Change]]


def alone(_: SheetState, first: Change) -> Sequence[Change]:
    """Most changes are one entry."""
    return [first]


def write(
    seen: SheetState, slip: FormToken, first: Callable[[], Change], drafts: Drafts = alone
) -> EntryRow:
    """Write *drafts* of the sheet as it stands, once per key however often it is sent.

    *seen* is the sheet as it was read before, perhaps no longer as it stands; *first* makes, inside
    the transaction, what the key stands for, and *drafts* what is written with it. Raises
    AlreadySavedError, SheetMovedOnError, ImpossibleError, MisfitsError or StoreUnavailableError;
    nothing is written then.
    """
    return once_more(lambda: _write(seen, slip, first, drafts))


def _write(
    seen: SheetState, slip: FormToken, first: Callable[[], Change], drafts: Drafts
) -> EntryRow:
    sheet_id = seen.row.id
    with transaction():
        draft = first()
        known = store.entry_with_key(sheet_id, slip.key)
        if known is not None:
            _refuse_unless_same(known, draft)
            if draft.type == ROUND:
                _refuse_unless_same_batch(known, drafts(seen, draft), sheet_id)
            return known
        now = store.sheet_by_id(sheet_id)
        if now is None or now.revision != slip.based_on:
            raise SheetMovedOnError
        stale = seen.row.revision != now.revision or draft.type in NAMING_PEOPLE
        state = read(now) if stale else seen
        consequence = preview_of(state, drafts(state, draft))
        _refuse(consequence)
        revision = store.advance(sheet_id, slip.based_on)
        store.add_entries(
            sheet_id,
            [
                NewEntry(row.type, row.subject, row.edition, row.after, row.data)
                for row in consequence.rows
            ],
            revision=revision,
            key=slip.key,
            author=slip.author,
        )
        return consequence.rows[0]


def _refuse_unless_same(known: EntryRow, first: Change) -> None:
    same = (
        known.type == first.type
        and known.data == first.data
        and first.subject in (None, known.subject)
        and (first.subject is not None or first.after in (None, known.after))
    )
    if not same:
        raise AlreadySavedError(known)


def _refuse_unless_same_batch(known: EntryRow, wanted: Sequence[Change], sheet_id: int) -> None:
    """Repairs that were written with it belong to it: with others it is not the same."""
    together = store.entries_of_revision(sheet_id, known.revision)
    written = {(each.subject, json_text(each.data)) for each in together if each.id != known.id}
    repairs = {(each.subject, json_text(each.data)) for each in wanted[1:]}
    if written != repairs:
        raise AlreadySavedError(known)


def _refuse(consequence: ChangePreview) -> None:
    """Raise what stands against a change, the change itself before what follows from it."""
    for change in consequence.itself[:1]:
        if change.after and change.after.problems and change.after != change.before:
            raise ImpossibleError(change.after.problems)
    if consequence.goes_on_though_closed:
        raise ImpossibleError([Problem("closed")])
    sheet = consequence.after.sheet
    clashes = list(seating_problems(sheet.players, sheet.head.seating))
    if clashes:
        raise ImpossibleError(clashes)
    if consequence.misfits:
        raise MisfitsError(consequence)
