"""Costs, payments and settlements of a group; everybody in them by the id of their own.

Who was entered twice has two ids, which may both stand in what was written; `GroupState.persons`
says which of them is the person's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from scorekeeper.core.account import Cost, Payment, Posting, Settlement, Transfer
from scorekeeper.services.group.entries import BY_HAND, GroupEntryType
from scorekeeper.services.group.state import GroupState
from scorekeeper.store.errors import reading

ByHand = Cost[int] | Payment[int]


@dataclass(frozen=True)
class GroupMoney:
    """Everything about money that is no sheet, by its subject, the oldest first.

    *by_hand* are costs and payments, each type by itself.
    """

    by_hand: Mapping[tuple[GroupEntryType, int], ByHand] = field(default_factory=dict)
    settlements: Mapping[int, Settlement[int]] = field(default_factory=dict)

    @cached_property
    def costs(self) -> Mapping[int, Cost[int]]:
        """The costs."""
        return {at[1]: value for at, value in self.by_hand.items() if isinstance(value, Cost)}

    @cached_property
    def payments(self) -> Mapping[int, Payment[int]]:
        """The payments that stand on no list."""
        return {at[1]: value for at, value in self.by_hand.items() if isinstance(value, Payment)}

    @property
    def postings(self) -> Iterator[Posting[int]]:
        """All that moves money."""
        return chain(self.by_hand.values(), self.settlements.values())

    @property
    def open_lines(self) -> Sequence[Transfer[int]]:
        """The lines of the open settlement; none where there is none."""
        number = self.open_settlement
        return () if number is None else self.settlements[number].transfers

    @cached_property
    def open_settlement(self) -> int | None:
        """The subject of the settlement of which something is still to be paid."""
        unpaid = (subject for subject, listed in self.settlements.items() if listed.is_open)
        return next(unpaid, None)


def money_of(state: GroupState, revision: int | None = None) -> GroupMoney:
    """The money of a group as it stands, or as it stood at an earlier *revision*.

    Raises DamagedDatabaseError.
    """
    with reading(f"the money of group {state.row.id}"):
        persons = state.persons
        stood = state.all_standing if revision is None else state.standing_at(revision)
        by_hand = {
            (kind, subject): value.among(persons)
            for kind in BY_HAND
            for subject, value in stood.get(kind, {}).items()
        }
        settlements = stood.get(GroupEntryType.SETTLEMENT, {})
        paid = stood.get(GroupEntryType.PAID, {})
        ticks = {tick.line: tick.cents for tick in paid.values()}
        last = last_unclosed(settlements)
        ticked = {
            subject: replace(_ticked(listed, subject, ticks).among(persons), closed=subject != last)
            for subject, listed in settlements.items()
        }
        return GroupMoney(by_hand, ticked)


def last_value(state: GroupState, kind: GroupEntryType, subject: int) -> ByHand | None:
    """A cost or payment as it stands, or as it stood before it was taken back.

    None where nobody ever wrote it. Raises DamagedDatabaseError.
    """
    value = state.last_value(kind, subject)
    with reading(f"the money of group {state.row.id}"):
        return None if value is None else value.among(state.persons)


def values_since(
    state: GroupState, revision: int
) -> Sequence[tuple[GroupEntryType, ByHand | None]]:
    """What was written about costs and payments behind a revision, latest first.

    None is one that was taken back. Raises DamagedDatabaseError.
    """
    with reading(f"the money of group {state.row.id}"):
        return [
            (GroupEntryType(entry.type), None if value is None else value.among(state.persons))
            for entry, value in reversed(list(state.said))
            if entry.revision > revision and entry.type in BY_HAND
        ]


def last_unclosed(settlements: Mapping[int, Settlement[int]]) -> int | None:
    """The subject of the last settlement that nobody has closed: the only one that can be open.

    It has taken the place of all others. One that was paid, or taken back, is not closed when the
    next one begins; it may yet lose a payment, or come back.
    """
    unclosed = [subject for subject, listed in settlements.items() if not listed.closed]
    return unclosed[-1] if unclosed else None


def _ticked(
    settlement: Settlement[int], subject: int, ticks: Mapping[tuple[int, int], int]
) -> Settlement[int]:
    """A settlement with what was paid of its lines."""
    lines = tuple(
        replace(line, paid=ticks.get((subject, place), 0))
        for place, line in enumerate(settlement.transfers)
    )
    return replace(settlement, transfers=lines)
