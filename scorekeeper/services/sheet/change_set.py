"""Changes to a sheet, and what they would do to it: totals, later rounds, dealers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.core.game import Unreadable
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.phrases import Problem
from scorekeeper.services.journal import capacity
from scorekeeper.services.journal.entries import Draft, numbered
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.entries_to_sheet import state_of, with_entries
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.rows import EntryRow


class RoundChange(NamedTuple):
    """A round before and after a change (None: not on the sheet then)."""

    id: int
    before: LedgerRound | None
    after: LedgerRound | None

    @property
    def label(self) -> str:
        """What the table calls it: now, or once it stands on the sheet."""
        known = self.before or self.after
        return known.label if known else ""


@dataclass(frozen=True)
class ChangePreview:
    """What *changes* would do: the sheet before and after, and the rounds that they touch."""

    changes: Sequence[Draft]
    before: SheetState
    after: SheetState
    rows: tuple[EntryRow, ...]

    @cached_property
    def _changed_ids(self) -> frozenset[int]:
        return frozenset(row.subject for row in self.rows if row.type == EntryType.ROUND)

    @cached_property
    def _rounds(self) -> Mapping[int, RoundChange]:
        """The rounds that stand before or after, by id; first those that stand after."""
        before = dict(zip(self.before.round_ids, self.before.ledger.rounds, strict=True))
        after = dict(zip(self.after.round_ids, self.after.ledger.rounds, strict=True))
        return {
            round_id: RoundChange(round_id, before.get(round_id), after.get(round_id))
            for round_id in after | before
        }

    def written_as(self, entries: Sequence[EntryRow]) -> SheetState:
        """The sheet after the changes, now that they are written as these entries."""
        row = self.after.row._replace(revision=entries[0].revision)
        return replace(self.after, row=row, entries=(*self.before.entries, *entries))

    @property
    def is_append(self) -> bool:
        """Whether all that changes is one new round after the last one."""
        return len(self.rows) == 1 and self.before.is_appended(self.rows[0])

    @property
    def limit_problems(self) -> tuple[Problem, ...]:
        """Why the sheet cannot hold all that."""
        return tuple(capacity.sheet_problems(self.after.sheet, self.before.sheet))

    @property
    def first_problems(self) -> tuple[Problem, ...]:
        """Why the round that the first change is about cannot be; none where it stays as it was."""
        if self.is_append:
            return self.after.ledger.rounds[-1].problems
        for change in self.itself[:1]:
            if change.after is not None and change.after != change.before:
                return change.after.problems
        return ()

    @property
    def continues_closed_sheet(self) -> bool:
        """Whether a new round is put after the last one of a sheet where the table stopped."""
        return self.before.sheet.head.closed and any(map(self.before.is_appended, self.rows))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why the changes cannot be, whatever is repaired; empty where they can."""
        found = self.limit_problems or self.first_problems
        return found or ((Problem("closed"),) if self.continues_closed_sheet else ())

    @property
    def itself(self) -> tuple[RoundChange, ...]:
        """The rounds that are changed on purpose, first what the change is about."""
        ids = [row.subject for row in self.rows if row.type == EntryType.ROUND]
        return tuple(self._rounds[round_id] for round_id in ids if round_id in self._rounds)

    @property
    def _others(self) -> Iterator[tuple[int, LedgerRound, LedgerRound]]:
        """By id, the rounds not changed on purpose that stand before and after, as they do."""
        for change in self._rounds.values():
            if change.id not in self._changed_ids and change.before and change.after:
                yield change.id, change.before, change.after

    @property
    def moved(self) -> Sequence[tuple[LedgerRound, LedgerRound]]:
        """Other rounds, now and then, that would be worth something else or dealt by another."""
        return [
            (before, after)
            for _, before, after in self._others
            if not after.problems and (before.score, before.dealer) != (after.score, after.dealer)
        ]

    @property
    def misfits(self) -> tuple[RoundChange, ...]:
        """Rounds that would no longer fit, though they did, and repairs that do not fit either."""
        if self.is_append:
            return ()
        about = self.rows[0].subject if self.rows[0].type == EntryType.ROUND else None
        return tuple(
            change
            for change in self._rounds.values()
            if change.id != about
            and change.after
            and change.after.problems
            and (change.id in self._changed_ids or not (change.before and change.before.problems))
        )

    @cached_property
    def dealt_as_before(self) -> tuple[RoundChange, ...]:
        """The repairs that only say of a round who dealt it, and that is who dealt it before."""
        return tuple(
            change
            for change in self.itself[1:]
            if change.before
            and change.after
            and change.before.round.observation == change.after.round.observation
            and change.before.dealer == change.after.dealer
        )

    @property
    def leaves_the_others(self) -> bool:
        """Whether every round but the one the first change is about stays as it was."""
        repairs = len(self.itself) - 1
        return repairs == len(self.dealt_as_before) and not (self.moved or self.misfits)

    @property
    def kept(self) -> tuple[int, LedgerRound] | None:
        """The first round that is left with its dealer on purpose: its id, and as it is now."""
        kept = ((change.id, change.before) for change in self.dealt_as_before if change.before)
        return next((with_id for with_id in kept if _is_rotated(with_id[1])), None)

    @property
    def dealt_by_another(self) -> tuple[int, LedgerRound] | None:
        """The first of the other rounds that somebody else would deal: its id, and as it is now."""
        dealt = ((round_id, old) for round_id, old, new in self._others if old.dealer != new.dealer)
        return next((with_id for with_id in dealt if _is_rotated(with_id[1])), None)


def preview_of(
    state: SheetState, changes: Sequence[Draft], players: Mapping[int, str] | None = None
) -> ChangePreview:
    """What changes would do to a sheet; nothing is written.

    *players* are the names in its group by id, where the changes name somebody new.
    """
    rows = tuple(numbered(state, [_placed(state, draft) for draft in changes]))
    rounds = {
        (row.subject, row.edition): draft.round
        for row, draft in zip(rows, changes, strict=True)
        if draft.round is not None
    }
    return ChangePreview(changes, state, with_entries(state, rows, players, rounds), rows)


def _placed(state: SheetState, draft: Draft) -> Draft:
    """The draft; of a round that names no place, after the last one."""
    is_placed = draft.type != EntryType.ROUND or draft.after is not None
    return draft if is_placed else replace(draft, after=state.last_round_id)


def with_repair(changes: Sequence[Draft], repair: Draft) -> list[Draft]:
    """The change set with one more repair, or with another one of the same round."""
    for place, draft in enumerate(changes):
        if draft.subject == repair.subject:
            return [*changes[:place], replace(repair, after=draft.after), *changes[place + 1 :]]
    return [*changes, repair]


def struck_out(state: SheetState, round_id: int) -> list[Draft]:
    """Strike a round out; those behind it stay with the players who dealt them.

    Where the next one stays with its dealer, the rotation gives all others theirs again.
    """
    changes = [state.next_edition(round_id, None)]
    rounds, number = state.ledger.rounds, state.number_of(round_id) or 0
    following = next((played for played in rounds[number:] if not played.beside), None)
    if following is None or not _is_rotated(following):
        return changes
    if following.dealer != rounds[number - 1].found.dealer:
        changes.append(state.dealt_by(following))
    return changes


def restored(state: SheetState, round_id: int) -> Draft:
    """Bring a struck-out round back to its place, with the player who dealt it."""
    dealt, dealer = state.last_edition(round_id), dealer_named(state, round_id)
    return state.next_edition(round_id, dealt if dealer is None else dealt._replace(dealer=dealer))


def dealer_named(state: SheetState, round_id: int) -> int | None:
    """Whom a struck-out round has to name as dealer to come back with the player who dealt it.

    That is whoever dealt it among the rounds that stood when it was struck out; None where it needs
    to name nobody for that.
    """
    struck = state.struck_out_at(round_id)
    kept = (row for row in state.entries if row.type != EntryType.ROUND or row.revision < struck)
    earlier = state_of(state.row, kept, state.players, state)
    played = earlier.ledger.rounds[earlier.place_of(round_id) - 1]
    is_turn = played.dealer == state.table_at(state.place_of(round_id)).dealer
    return played.dealer if _is_rotated(played) and not is_turn else None


def _is_rotated(played: LedgerRound) -> bool:
    """Whether the rotation says who dealt a round, and nothing that was written of it."""
    return played.round.dealer is None and not isinstance(played.round.observation, Unreadable)


def rebased(state: SheetState, changes: Sequence[Draft], revision: int) -> list[Draft]:
    """A change set that was made at an earlier revision, for the sheet as it stands now.

    A repair that said no more of a round than who dealt it says no more of it now: it falls away
    where the round stands no more, or was given another dealer since.
    """
    repairs = (_rebased(state, repair, revision) for repair in changes[1:])
    return [*changes[:1], *(repair for repair in repairs if repair is not None)]


def _rebased(state: SheetState, repair: Draft, revision: int) -> Draft | None:
    if repair.subject is None or repair.round is None:
        return repair
    then, now = (state.edition_at(repair.subject, at) for at in (revision, state.row.revision))
    if then is None or then.observation != repair.round.observation:
        return repair
    if now is None or now.dealer != then.dealer:
        return None
    return state.next_edition(repair.subject, now._replace(dealer=repair.round.dealer))
