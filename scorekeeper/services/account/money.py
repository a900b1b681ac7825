"""Costs, payments and settlements of a group; everybody in them by the id of their own.

Who was entered twice has two ids, which may both stand in what was written; `GroupState.persons`
says which of them is the person's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Posting, Settlement
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import GroupState
from scorekeeper.store.errors import reading

KINDS = (GroupEntryType.COST, GroupEntryType.PAYMENT)


@dataclass(frozen=True)
class GroupMoney:
    """Everything about money that is no sheet, by its subject, the oldest first."""

    costs: Mapping[int, Cost[int]] = field(default_factory=dict)
    payments: Mapping[int, Payment[int]] = field(default_factory=dict)
    settlements: Mapping[int, Settlement[int]] = field(default_factory=dict)

    @property
    def costs_and_payments(self) -> Mapping[tuple[GroupEntryType, int], Cost[int] | Payment[int]]:
        """What was written down by hand, by its type and subject."""
        costs = {(GroupEntryType.COST, each): cost for each, cost in self.costs.items()}
        paid = {(GroupEntryType.PAYMENT, each): payment for each, payment in self.payments.items()}
        return {**costs, **paid}

    @property
    def postings(self) -> Iterator[Posting[int]]:
        """All that moves money."""
        return chain(self.costs.values(), self.payments.values(), self.settlements.values())

    @property
    def open_lines(self) -> Sequence[ListedTransfer[int]]:
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
        costs, payments, settlements, paid = (
            _standing(state, kind, revision)
            for kind in (*KINDS, GroupEntryType.SETTLEMENT, GroupEntryType.PAID)
        )
        ticks = {tick.line: tick.cents for tick in paid.values()}
        last = _last_unclosed(settlements)
        return GroupMoney(
            {subject: _own_cost(cost, persons) for subject, cost in costs.items()},
            {subject: payment.among(persons) for subject, payment in payments.items()},
            {
                subject: replace(
                    _ticked(settlement, subject, ticks).among(persons), closed=subject != last
                )
                for subject, settlement in settlements.items()
            },
        )


def last_value(
    state: GroupState, kind: GroupEntryType, subject: int
) -> Cost[int] | Payment[int] | None:
    """A cost or payment as it stands, or as it stood before it was taken back.

    None where nobody ever wrote it. Raises DamagedDatabaseError.
    """
    value = state.last_value(kind, subject)
    return None if value is None else _own(state, value)


def values_since(
    state: GroupState, revision: int
) -> Sequence[tuple[GroupEntryType, Cost[int] | Payment[int] | None]]:
    """What was written about costs and payments behind a revision, latest first.

    None is one that was taken back. Raises DamagedDatabaseError.
    """
    return [
        (GroupEntryType(entry.type), None if value is None else _own(state, value))
        for entry, value in reversed(list(state.said))
        if entry.revision > revision and entry.type in KINDS
    ]


def paid_subject(state: GroupState, paid: PaidTransfer) -> int | None:
    """The subject that says how much was paid of the line that *paid* is about; None for none."""
    for entry, value in state.said:
        if isinstance(value, PaidTransfer) and value.line == paid.line:
            return entry.subject
    return None


def is_closed(state: GroupState, settlement: int) -> bool:
    """Whether another settlement has taken the place of this one, which stands."""
    return settlement != _last_unclosed(state.standing(GroupEntryType.SETTLEMENT))


def _last_unclosed(settlements: Mapping[int, Settlement[int]]) -> int | None:
    """The subject of the last settlement that nobody has closed: the only one that can be open.

    One that was paid, or taken back, is not closed when the next one begins; it may yet lose a
    payment, or come back.
    """
    unclosed = [subject for subject, listed in settlements.items() if not listed.closed]
    return unclosed[-1] if unclosed else None


def _standing(state: GroupState, kind: GroupEntryType, revision: int | None) -> Mapping[int, Any]:
    """The values of a type that stand, or stood at a revision, by subject, the oldest first."""
    if revision is None:
        return state.standing(kind)
    values = {
        entry.subject: value
        for entry, value in state.said
        if entry.type == kind and entry.revision <= revision
    }
    return {subject: value for subject, value in values.items() if value is not None}


def _own(state: GroupState, value: Cost[int] | Payment[int]) -> Cost[int] | Payment[int]:
    """A cost or payment with the own ids of people."""
    with reading(f"the money of group {state.row.id}"):
        if isinstance(value, Cost):
            return _own_cost(value, state.persons)
        return value.among(state.persons)


def _own_cost(cost: Cost[int], persons: Mapping[int, int]) -> Cost[int]:
    """A cost that everybody shares once, with both parts of who shares it under two names."""
    parts: dict[int, int] = {}
    for person, cents in cost.parts:
        parts[persons[person]] = parts.get(persons[person], 0) + cents
    if len(parts) == len(cost.shared_by):
        return cost.among(persons)
    paid_by, amounts = persons[cost.paid_by], tuple(parts.values())
    return replace(cost, paid_by=paid_by, shared_by=tuple(parts), amounts=amounts)


def _ticked(
    settlement: Settlement[int], subject: int, ticks: Mapping[tuple[int, int], int]
) -> Settlement[int]:
    """A settlement with what was paid of its lines."""
    lines = tuple(
        replace(line, paid=ticks.get((subject, place), 0))
        for place, line in enumerate(settlement.transfers)
    )
    return replace(settlement, transfers=lines)
