"""Costs, payments and settlements of a group as they stand, with the names of people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain
from typing import Any

from scorekeeper.core.account import (
    Cost,
    CostTerms,
    ListedTransfer,
    Payment,
    PaymentTerms,
    Posting,
    Settlement,
    SettlementTerms,
)
from scorekeeper.services.group_entries import (
    GroupEntryType,
    PaidTransfer,
    StoredCost,
    StoredPayment,
    StoredSettlement,
)
from scorekeeper.services.group_state import GroupState
from scorekeeper.store.errors import reading


@dataclass(frozen=True)
class GroupMoney:
    """Everything about money that is no sheet, by its subject, the oldest first."""

    costs: Mapping[int, Cost]
    payments: Mapping[int, Payment]
    settlements: dict[int, Settlement]

    @property
    def postings(self) -> Iterator[Posting]:
        """All that moves money."""
        groups = (self.costs, self.payments, self.settlements)
        return chain.from_iterable(each.values() for each in groups)

    @property
    def open_lines(self) -> Sequence[ListedTransfer]:
        """The lines of the open settlement; none where there is none."""
        number = self.open_settlement
        return () if number is None else self.settlements[number].transfers

    @cached_property
    def open_settlement(self) -> int | None:
        """The subject of the settlement of which something is still to be paid."""
        found = (subject for subject, each in self.settlements.items() if each.is_open)
        return next(found, None)


def money_of(state: GroupState, names: Mapping[int, str]) -> GroupMoney:
    """The money of a group; *names* are those of everybody by id. Raises DamagedDatabaseError."""
    with reading(f"the money of group {state.row.id}"):
        paid = _paid(state)
        return GroupMoney(
            {
                subject: named_cost(cost, names)
                for subject, cost in state.standing(GroupEntryType.COST).items()
            },
            {
                subject: named_payment(payment, names)
                for subject, payment in state.standing(GroupEntryType.PAYMENT).items()
            },
            _superseded_closed(
                {
                    subject: _settlement(subject, settlement, paid, names)
                    for subject, settlement in state.standing(GroupEntryType.SETTLEMENT).items()
                }
            ),
        )


def named_cost(cost: StoredCost, names: Mapping[int, str]) -> Cost:
    """A cost with names; who shares it under two names shares it once, with both parts."""
    parts: dict[str, int] = {}
    shares = cost.shares(len(cost.shared_by))
    for person, cents in zip(cost.shared_by, shares, strict=True):
        parts[names[person]] = parts.get(names[person], 0) + cents
    terms = _terms(cost, CostTerms)
    if len(parts) < len(cost.shared_by):
        terms["amounts"] = tuple(parts.values())
    return Cost(**terms, paid_by=names[cost.paid_by], shared_by=tuple(parts))


def named_payment(payment: StoredPayment, names: Mapping[int, str]) -> Payment:
    """A payment with names."""
    return Payment(
        **_terms(payment, PaymentTerms), payer=names[payment.payer], payee=names[payment.payee]
    )


def paid_subject(state: GroupState, settlement: int, transfer: int) -> int | None:
    """The subject that says how much was paid of a line of a settlement; None before anything."""
    for entry in state.entries:
        if entry.type == GroupEntryType.PAID and entry.data is not None:
            paid: PaidTransfer = GroupEntryType.PAID.read(entry.data)
            if (paid.settlement, paid.transfer) == (settlement, transfer):
                return entry.subject
    return None


def is_closed(state: GroupState, settlement: int) -> bool:
    """Whether another settlement has taken the place of this one, which stands."""
    standing = state.standing(GroupEntryType.SETTLEMENT)
    return standing[settlement].closed or settlement != _last_unclosed(standing)


def _last_unclosed(settlements: Mapping[int, Any]) -> int | None:
    """The subject of the last settlement that nobody has closed: the only one that can be open.

    One that was paid, or taken back, is not closed when the next one begins; it may yet lose a
    payment, or come back.
    """
    unclosed = [subject for subject, each in settlements.items() if not each.closed]
    return unclosed[-1] if unclosed else None


def _paid(state: GroupState) -> dict[tuple[int, int], int]:
    return {
        (paid.settlement, paid.transfer): paid.cents
        for paid in state.standing(GroupEntryType.PAID).values()
    }


def _settlement(
    subject: int,
    settlement: StoredSettlement,
    paid: Mapping[tuple[int, int], int],
    names: Mapping[int, str],
) -> Settlement:
    lines = tuple(
        ListedTransfer(
            payer=names[each.payer],
            payee=names[each.payee],
            cents=each.cents,
            paid=paid.get((subject, place), 0),
        )
        for place, each in enumerate(settlement.transfers)
    )
    return Settlement(**_terms(settlement, SettlementTerms), transfers=lines)


def _superseded_closed(settlements: Mapping[int, Settlement]) -> dict[int, Settlement]:
    """The same with every settlement closed but the one that can be open."""
    last = _last_unclosed(settlements)
    return {
        subject: each if subject == last else replace(each, closed=True)
        for subject, each in settlements.items()
    }


def _terms(value: Any, terms: type[Any]) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(terms)}
