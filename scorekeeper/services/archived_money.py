"""The costs, payments and settlements of a file, as entries of the group they come into.

Everything that moves money has an id, and what a group has ever known is not taken in again. What
has none in the file gets one from all the money in it: the same file comes in once, while two equal
payments in it both count.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from scorekeeper.core.account import (
    Cost,
    CostTerms,
    Payment,
    PaymentTerms,
    Settlement,
    SettlementTerms,
)
from scorekeeper.core.codec import json_text
from scorekeeper.files.archive import Archive, money_data
from scorekeeper.services.group_entries import (
    GroupEntryType,
    PaidTransfer,
    StoredCost,
    StoredPayment,
    StoredSettlement,
    StoredTransfer,
)
from scorekeeper.services.group_money import GroupMoney
from scorekeeper.services.group_state import GroupState
from scorekeeper.services.journal.entries import Draft

Item = TypeVar("Item", Cost, Payment)
Ids = Mapping[Any, int]
ONE_PERSON = {"paid_by", "payer", "payee", "person"}


def archived_money(
    money: GroupMoney,
) -> tuple[tuple[Cost, ...], tuple[Payment, ...], tuple[Settlement, ...]]:
    """The costs, payments and settlements of a group as its file holds them.

    What moves between two names of one person moves nothing, and is left out.
    """
    return (
        tuple(money.costs.values()),
        tuple(each for each in money.payments.values() if each.payer != each.payee),
        tuple(
            replace(
                settlement,
                transfers=tuple(each for each in settlement.transfers if each.payer != each.payee),
            )
            for settlement in money.settlements.values()
        ),
    )


def with_ids(archive: Archive) -> Archive:
    """The same archive with an id for every cost and payment."""
    costs, payments = archive.costs, archive.payments
    written = archive.letters or money_data(archive)
    parts = [written["costs"], written["payments"]]
    digest = hashlib.sha256(json_text(parts, sort_keys=True).encode()).hexdigest()[:40]
    return replace(
        archive,
        costs=_identified(costs, f"{digest}-c"),
        payments=_identified(payments, f"{digest}-p"),
    )


def money_changes(archive: Archive, state: GroupState, ids: Ids) -> list[Draft]:
    """What a group has to write for the money in a file that it does not know yet.

    *ids* are those of everybody in it by name.
    """
    changes = [
        *_changes(archive.costs, GroupEntryType.COST, state, lambda cost: _cost(cost, ids)),
        *_changes(
            archive.payments, GroupEntryType.PAYMENT, state, lambda each: _payment(each, ids)
        ),
    ]
    subject = max((each.subject for each in _entries(state, GroupEntryType.SETTLEMENT)), default=0)
    known = _known(state, GroupEntryType.SETTLEMENT)
    for settlement in archive.settlements:
        if settlement.id not in known:
            known.add(settlement.id)
            subject += 1
            changes += _settlement(settlement, subject, ids)
    return changes


def with_ids_of(ids: Ids, data: Any) -> Any:
    """The data of an entry, with other ids for people: those that *ids* have for theirs."""
    if not isinstance(data, Mapping) or not ids:
        return data
    named: dict[str, Any] = {}
    for key in ONE_PERSON & data.keys():
        named[key] = ids.get(data[key], data[key])
    if "shared_by" in data:
        named["shared_by"] = [ids.get(each, each) for each in data["shared_by"]]
    if "transfers" in data:
        named["transfers"] = [with_ids_of(ids, each) for each in data["transfers"]]
    return {**data, **named}


def _identified(items: Sequence[Item], start: str) -> tuple[Item, ...]:
    return tuple(
        each if each.id is not None else replace(each, id=f"{start}{number}")
        for number, each in enumerate(items, 1)
    )


def _changes(
    items: Sequence[Item],
    kind: GroupEntryType,
    state: GroupState,
    stored: Callable[[Item], Any],
) -> Iterator[Draft]:
    known = _known(state, kind)
    for each in items:
        if each.id not in known:
            known.add(each.id)
            yield Draft(kind, None, kind.write(stored(each)))


def _known(state: GroupState, kind: GroupEntryType) -> set[str | None]:
    """The ids of everything of a type that was ever written, taken back since or not."""
    return {kind.read(each.data).id for each in _entries(state, kind) if each.data is not None}


def _entries(state: GroupState, kind: GroupEntryType) -> Iterator[Any]:
    return (entry for entry in state.entries if entry.type == kind)


def _cost(cost: Cost, ids: Ids) -> StoredCost:
    shared_by = tuple(ids[name] for name in cost.shared_by)
    return StoredCost(**_terms(cost, CostTerms), paid_by=ids[cost.paid_by], shared_by=shared_by)


def _payment(payment: Payment, ids: Ids) -> StoredPayment:
    return StoredPayment(
        **_terms(payment, PaymentTerms), payer=ids[payment.payer], payee=ids[payment.payee]
    )


def _settlement(settlement: Settlement, subject: int, ids: Ids) -> Iterator[Draft]:
    """A settlement, and what was paid of each of its lines."""
    lines = tuple(
        StoredTransfer(payer=ids[each.payer], payee=ids[each.payee], cents=each.cents)
        for each in settlement.transfers
    )
    stored = StoredSettlement(**_terms(settlement, SettlementTerms), transfers=lines)
    kind = GroupEntryType.SETTLEMENT
    yield Draft(kind, subject, kind.write(stored))
    for place, each in enumerate(settlement.transfers):
        if each.paid:
            paid = PaidTransfer(settlement=subject, transfer=place, cents=each.paid)
            yield Draft(GroupEntryType.PAID, None, GroupEntryType.PAID.write(paid))


def _terms(value: Any, terms: type[Any]) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(terms)}
