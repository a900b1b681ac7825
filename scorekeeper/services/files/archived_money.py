"""The costs, payments and settlements of a file, as entries of the group they come into.

Everything that moves money has an id, and what a group has ever known is not taken in again. What
has none in the file gets one from all the money in it: the same file comes in once, while two equal
payments in it both count.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.core.account import Cost, Payment, Settlement
from scorekeeper.core.codec import json_text
from scorekeeper.files.archive import Archive, money_data
from scorekeeper.services.account.money import GroupMoney
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import GroupState
from scorekeeper.services.journal.entries import Draft

Item = TypeVar("Item", Cost[str], Payment[str])
ONE_PERSON = {"paid_by", "payer", "payee", "person"}


def archived_money(
    money: GroupMoney, names: Mapping[int, str]
) -> tuple[tuple[Cost[str], ...], tuple[Payment[str], ...], tuple[Settlement[str], ...]]:
    """The costs, payments and settlements of a group as its file holds them.

    What moves between two names of one person moves nothing, and is left out.
    """
    payments = [paid for paid in money.payments.values() if paid.payer != paid.payee]
    settlements = [
        replace(
            settlement,
            transfers=tuple(line for line in settlement.transfers if line.payer != line.payee),
        )
        for settlement in money.settlements.values()
    ]
    return (
        tuple(cost.among(names) for cost in money.costs.values()),
        tuple(payment.among(names) for payment in payments),
        tuple(settlement.among(names) for settlement in settlements),
    )


def with_ids(archive: Archive) -> Archive:
    """The archive with an id for every cost and payment."""
    costs, payments = archive.costs, archive.payments
    written = archive.letters or money_data(archive)
    parts = [written["costs"], written["payments"]]
    digest = hashlib.sha256(json_text(parts, sort_keys=True).encode()).hexdigest()[:40]
    return replace(
        archive,
        costs=_identified(costs, f"{digest}-c"),
        payments=_identified(payments, f"{digest}-p"),
    )


def money_changes(archive: Archive, state: GroupState, ids: Mapping[str, int]) -> list[Draft]:
    """What a group has to write for the money in a file that it does not know yet.

    *ids* are those of everybody in it by name.
    """
    changes = [
        *_changes(archive.costs, GroupEntryType.COST, state, ids),
        *_changes(archive.payments, GroupEntryType.PAYMENT, state, ids),
    ]
    kind = GroupEntryType.SETTLEMENT
    subject = max((entry.subject for entry in state.entries if entry.type == kind), default=0)
    known = _known(state, kind)
    for settlement in archive.settlements:
        if settlement.id not in known:
            known.add(settlement.id)
            subject += 1
            changes += _settlement(settlement, subject, ids)
    return changes


def with_ids_of(ids: Mapping[int, int], data: Any) -> Any:
    """The data of an entry, with other ids for people: those that *ids* have for theirs."""
    if not isinstance(data, Mapping) or not ids:
        return data
    named: dict[str, Any] = {}
    for key in ONE_PERSON & data.keys():
        named[key] = ids.get(data[key], data[key])
    if "shared_by" in data:
        named["shared_by"] = [ids.get(person, person) for person in data["shared_by"]]
    if "transfers" in data:
        named["transfers"] = [with_ids_of(ids, line) for line in data["transfers"]]
    return {**data, **named}


def _identified(items: Sequence[Item], start: str) -> tuple[Item, ...]:
    return tuple(
        item if item.id is not None else replace(item, id=f"{start}{number}")
        for number, item in enumerate(items, 1)
    )


def _changes(
    items: Sequence[Item], kind: GroupEntryType, state: GroupState, ids: Mapping[str, int]
) -> Iterator[Draft]:
    known = _known(state, kind)
    for item in items:
        if item.id not in known:
            known.add(item.id)
            yield Draft(kind, None, kind.write(item.among(ids)))


def _known(state: GroupState, kind: GroupEntryType) -> set[str | None]:
    """The ids of everything of a type that was ever written, taken back since or not."""
    written = zip(state.entries, state.values, strict=True)
    return {value.id for entry, value in written if entry.type == kind and value is not None}


def _settlement(
    settlement: Settlement[str], subject: int, ids: Mapping[str, int]
) -> Iterator[Draft]:
    """A settlement, and what was paid of each of its lines."""
    unpaid = tuple(replace(line.among(ids), paid=0) for line in settlement.transfers)
    stored = replace(settlement.among(ids), transfers=unpaid)
    kind = GroupEntryType.SETTLEMENT
    yield Draft(kind, subject, kind.write(stored))
    for place, line in enumerate(settlement.transfers):
        if line.paid:
            paid = PaidTransfer(settlement=subject, transfer=place, cents=line.paid)
            yield Draft(GroupEntryType.PAID, None, GroupEntryType.PAID.write(paid))
