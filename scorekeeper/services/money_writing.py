"""Writing about the money of a group: costs, payments, settlements and what is paid of them."""

from dataclasses import replace
from datetime import date

from scorekeeper.core.phrases import Problem
from scorekeeper.services.account import Account
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_entries import (
    GroupEntryType,
    PaidTransfer,
    StoredCost,
    StoredPayment,
    StoredSettlement,
    StoredTransfer,
)
from scorekeeper.services.group_money import is_closed, paid_subject
from scorekeeper.services.group_state import GroupState, first_editions, group_state
from scorekeeper.services.group_writing import GroupChange, write_on_group
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import group_queries
from scorekeeper.store.errors import GroupMovedOnError
from scorekeeper.store.rows import GroupEntryRow, GroupRow

ATTEMPTS = 5


def save_cost(
    row: GroupRow, token: FormToken, cost: StoredCost, subject: int | None = None
) -> GroupEntryRow:
    """Write a cost down, or correct that of a *subject*, which keeps its id."""
    return _save(row, token, GroupEntryType.COST, cost, subject)


def save_payment(
    row: GroupRow, token: FormToken, payment: StoredPayment, subject: int | None = None
) -> GroupEntryRow:
    """The same for a payment that stands on no list."""
    return _save(row, token, GroupEntryType.PAYMENT, payment, subject)


def _save(
    row: GroupRow,
    token: FormToken,
    kind: GroupEntryType,
    wanted: StoredCost | StoredPayment,
    subject: int | None,
) -> GroupEntryRow:
    known = None if subject is None else group_state(row).last_standing(kind, subject)
    identity = token.key if known is None else kind.read(known.data).id
    data = kind.write(replace(wanted, id=identity))
    return write_on_group(row, token, [GroupChange(kind, subject, data)])


def take_back(row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int) -> GroupEntryRow:
    """Take a cost, a payment or a settlement back: as if it had never been.

    What was taken back already stays so, whoever did it.
    """
    return _write_unless_so(row, token, GroupChange(kind, subject, None))


def bring_back(
    row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int
) -> GroupEntryRow | None:
    """Let what was taken back stand again as it was; None where nobody ever wrote it."""
    last = group_state(row).last_standing(kind, subject)
    if last is None:
        return None
    return _write_unless_so(row, token, GroupChange(kind, subject, last.data))


def _write_unless_so(row: GroupRow, token: FormToken, change: GroupChange) -> GroupEntryRow:
    """Write a change that somebody else may have made already."""
    state = group_state(row)
    latest = state.latest(change.type, change.subject or 0)
    is_known = state.entry_with_key(token.key) is not None
    if latest is not None and latest.data == change.data and not is_known:
        return latest
    return write_on_group(row, token, [change])


def start_settling(account: Account, token: FormToken, day: date) -> GroupEntryRow:
    """Freeze who should pay whom for the account as it stands.

    A list that is still open is closed at what was paid of it, also where nobody owes anything any
    more. Raises ImpossibleError where there is neither, and what `write_on_group` raises.
    """
    state = account.state
    known = state.entry_with_key(token.key)
    if known is not None:
        return known
    changes = [*_beginning(account, token.key, day), *_closing(account)]
    if not changes:
        raise ImpossibleError([Problem("nothing_to_settle")])
    return write_on_group(state.row, token, changes)


def _beginning(account: Account, list_id: str, day: date) -> list[GroupChange]:
    if not account.transfers:
        return []
    ids = account.ids
    transfers = tuple(
        StoredTransfer(payer=ids[each.payer], payee=ids[each.payee], cents=each.cents)
        for each in account.transfers
    )
    settlement = StoredSettlement(id=list_id, date=day, transfers=transfers)
    data = GroupEntryType.SETTLEMENT.write(settlement)
    return [GroupChange(GroupEntryType.SETTLEMENT, None, data)]


def _closing(account: Account) -> list[GroupChange]:
    subject, kind = account.money.open_settlement, GroupEntryType.SETTLEMENT
    if subject is None:
        return []
    stored: StoredSettlement = account.state.standing(kind)[subject]
    return [GroupChange(kind, subject, kind.write(replace(stored, closed=True)))]


def drop_settlement(row: GroupRow, token: FormToken, subject: int) -> GroupEntryRow:
    """Take a settlement back of which nothing was paid; the one it has closed is open again.

    Raises what `write_on_group` raises.
    """
    kind, state = GroupEntryType.SETTLEMENT, group_state(row)
    first = first_editions(state)[kind, subject]
    closed_by_it = [
        entry
        for entry in state.written_at(first.revision)
        if entry.type == kind and entry.edition > 1 and state.latest(kind, entry.subject) == entry
    ]
    before = [state.edition_before(entry) for entry in closed_by_it]
    reopened = [GroupChange(kind, each.subject, each.data) for each in before if each is not None]
    return write_on_group(row, token, [GroupChange(kind, subject, None), *reopened])


def pay_transfer(
    row: GroupRow,
    token: FormToken,
    paid: PaidTransfer,
    *,
    paid_before: int,
) -> GroupEntryRow:
    """Say how much was paid so far of a line of a settlement.

    What others wrote about the group meanwhile does not matter as long as *paid_before* still
    stands there; otherwise GroupMovedOnError. Of a list that another one has replaced nothing more
    is paid (ImpossibleError), but what was paid of it can be taken back.
    """
    data = GroupEntryType.PAID.write(paid)
    for _ in range(ATTEMPTS):
        state = group_state(row)
        if state.entry_with_key(token.key) is None:
            if paid_now(state, paid.settlement, paid.transfer) != paid_before:
                raise GroupMovedOnError
            _refuse_if_closed(state, paid, paid_before)
            token = replace(token, based_on=row.revision)
        subject = paid_subject(state, paid.settlement, paid.transfer)
        try:
            return write_on_group(row, token, [GroupChange(GroupEntryType.PAID, subject, data)])
        except GroupMovedOnError:
            row = group_queries.group_by_id(row.id) or row
    raise GroupMovedOnError


def _refuse_if_closed(state: GroupState, paid: PaidTransfer, paid_before: int) -> None:
    stands = paid.settlement in state.standing(GroupEntryType.SETTLEMENT)
    if stands and paid.cents > paid_before and is_closed(state, paid.settlement):
        raise ImpossibleError([Problem("settlement_closed")])


def paid_now(state: GroupState, settlement: int, transfer: int) -> int:
    """How many cents were paid so far of a line of a settlement."""
    subject = paid_subject(state, settlement, transfer)
    found = state.standing(GroupEntryType.PAID).get(subject or 0)
    return 0 if found is None else found.cents
