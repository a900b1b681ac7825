"""Writing about the money of a group: costs, payments, settlements and what is paid of them."""

from collections.abc import Sequence
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
from scorekeeper.services.journal.entries import Draft, undoing
from scorekeeper.services.journal.writing import ImpossibleError, write
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow


def save_cost(
    row: GroupRow, token: FormToken, cost: StoredCost, subject: int | None = None
) -> EntryRow:
    """Write a cost down, or correct that of a *subject*, which keeps its id."""
    return _save(row, token, GroupEntryType.COST, cost, subject)


def save_payment(
    row: GroupRow, token: FormToken, payment: StoredPayment, subject: int | None = None
) -> EntryRow:
    """The same for a payment that stands on no list."""
    return _save(row, token, GroupEntryType.PAYMENT, payment, subject)


def _save(
    row: GroupRow,
    token: FormToken,
    kind: GroupEntryType,
    wanted: StoredCost | StoredPayment,
    subject: int | None,
) -> EntryRow:
    state = group_state(row)
    known = None if subject is None else state.last_standing(kind, subject)
    identity = token.key if known is None else kind.read(known.data).id
    data = kind.write(replace(wanted, id=identity))
    return write_on_group(state, [Draft(kind, subject, data)], token)


def take_back(row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int) -> EntryRow:
    """Take a cost, a payment or a settlement back: as if it had never been.

    What was taken back already stays so, whoever did it.
    """
    return _write_unless_so(group_state(row), Draft(kind, subject, None), token)


def bring_back(
    row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int
) -> EntryRow | None:
    """Let what was taken back stand again as it was; None where nobody ever wrote it."""
    state = group_state(row)
    last = state.last_standing(kind, subject)
    if last is None:
        return None
    return _write_unless_so(state, Draft(kind, subject, last.data), token)


def _write_unless_so(state: GroupState, draft: Draft, token: FormToken) -> EntryRow:
    """Write what somebody else may have written already."""
    latest = state.latest(draft.type, draft.subject or 0)
    is_known = state.entry_with_key(token.key) is not None
    if latest is not None and latest.data == draft.data and not is_known:
        return latest
    return write_on_group(state, [draft], token)


def start_settling(account: Account, token: FormToken, day: date) -> EntryRow:
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
    return write_on_group(state, changes, token)


def _beginning(account: Account, list_id: str, day: date) -> list[Draft]:
    if not account.transfers:
        return []
    ids = account.ids
    transfers = tuple(
        StoredTransfer(payer=ids[each.payer], payee=ids[each.payee], cents=each.cents)
        for each in account.transfers
    )
    settlement = StoredSettlement(id=list_id, date=day, transfers=transfers)
    data = GroupEntryType.SETTLEMENT.write(settlement)
    return [Draft(GroupEntryType.SETTLEMENT, None, data)]


def _closing(account: Account) -> list[Draft]:
    subject, kind = account.money.open_settlement, GroupEntryType.SETTLEMENT
    if subject is None:
        return []
    stored: StoredSettlement = account.state.standing(kind)[subject]
    return [Draft(kind, subject, kind.write(replace(stored, closed=True)))]


def drop_settlement(row: GroupRow, token: FormToken, subject: int) -> EntryRow:
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
    return write_on_group(state, [Draft(kind, subject, None), *undoing(state, closed_by_it)], token)


def pay_transfer(
    row: GroupRow,
    token: FormToken,
    paid: PaidTransfer,
    *,
    paid_before: int,
) -> EntryRow:
    """Say how much was paid so far of a line of a settlement.

    What others wrote about the group meanwhile does not matter as long as *paid_before* still
    stands there; otherwise MovedOnError. Of a list that another one has replaced nothing more
    is paid (ImpossibleError), but what was paid of it can be taken back.
    """
    kind = GroupEntryType.PAID

    def drafted(state: GroupState) -> Sequence[Draft]:
        subject = paid_subject(state, paid.settlement, paid.transfer)
        return [Draft(kind, subject, kind.write(paid))]

    def condition(state: GroupState) -> None:
        if paid_now(state, paid.settlement, paid.transfer) != paid_before:
            raise MovedOnError
        _refuse_if_closed(state, paid, paid_before)

    return write(group_state(row), GroupChange(drafted, condition, at_any_revision=True), token)


def _refuse_if_closed(state: GroupState, paid: PaidTransfer, paid_before: int) -> None:
    stands = paid.settlement in state.standing(GroupEntryType.SETTLEMENT)
    if stands and paid.cents > paid_before and is_closed(state, paid.settlement):
        raise ImpossibleError([Problem("settlement_closed")])


def paid_now(state: GroupState, settlement: int, transfer: int) -> int:
    """How many cents were paid so far of a line of a settlement."""
    subject = paid_subject(state, settlement, transfer)
    found = state.standing(GroupEntryType.PAID).get(subject or 0)
    return 0 if found is None else found.cents
