"""Writing about the money of a group: costs, payments, settlements and what is paid of them."""

from dataclasses import replace
from datetime import date

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Settlement
from scorekeeper.core.phrases import Problem
from scorekeeper.services.account import Account
from scorekeeper.services.form_token import FormToken
from scorekeeper.services.group_entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group_money import is_closed, paid_subject
from scorekeeper.services.group_state import GroupState, first_editions, group_state
from scorekeeper.services.group_writing import GroupChange, write_on_group
from scorekeeper.services.writing import ImpossibleError
from scorekeeper.store import group_queries
from scorekeeper.store.errors import GroupMovedOnError
from scorekeeper.store.rows import GroupEntryRow, GroupRow

ATTEMPTS = 5  # each after the first has seen what somebody faster wrote about something else


def save_money(
    row: GroupRow, token: FormToken, value: Cost[int] | Payment[int], subject: int | None = None
) -> GroupEntryRow:
    """Write a cost, or a payment that stands on no list, or correct that of a *subject*.

    It gets an id of its own, and keeps it when it is corrected.
    """
    kind = GroupEntryType.COST if isinstance(value, Cost) else GroupEntryType.PAYMENT
    known = None if subject is None else group_state(row).last_value(kind, subject)
    data = kind.write(replace(value, id=token.key if known is None else known.id))
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
    lines = tuple(
        ListedTransfer(payer=owed.payer, payee=owed.payee, cents=owed.cents)
        for owed in account.transfers
    )
    kind, settlement = GroupEntryType.SETTLEMENT, Settlement(id=list_id, date=day, transfers=lines)
    return [GroupChange(kind, None, kind.write(settlement))]


def _closing(account: Account) -> list[GroupChange]:
    subject, kind = account.money.open_settlement, GroupEntryType.SETTLEMENT
    if subject is None:
        return []
    stored: Settlement[int] = account.state.standing(kind)[subject]
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
    reopened = [GroupChange(kind, old.subject, old.data) for old in before if old is not None]
    return write_on_group(row, token, [GroupChange(kind, subject, None), *reopened])


def pay_transfer(
    row: GroupRow, token: FormToken, paid: PaidTransfer, *, paid_before: int
) -> GroupEntryRow:
    """Say how much was paid so far of a line of a settlement.

    What others wrote about the group meanwhile does not matter as long as *paid_before* still
    stands there; otherwise GroupMovedOnError. Of a list that another one has replaced nothing more
    is paid (ImpossibleError), but what was paid of it can be taken back.
    """
    data = GroupEntryType.PAID.write(paid)
    for _ in range(ATTEMPTS):
        state = group_state(row)
        subject = paid_subject(state, paid.settlement, paid.transfer)
        if state.entry_with_key(token.key) is None:
            known = state.standing(GroupEntryType.PAID).get(subject or 0)
            if (0 if known is None else known.cents) != paid_before:
                raise GroupMovedOnError
            _refuse_if_closed(state, paid, paid_before)
            token = replace(token, based_on=row.revision)
        try:
            return write_on_group(row, token, [GroupChange(GroupEntryType.PAID, subject, data)])
        except GroupMovedOnError:
            row = group_queries.group_by_id(row.id) or row
    raise GroupMovedOnError


def _refuse_if_closed(state: GroupState, paid: PaidTransfer, paid_before: int) -> None:
    stands = paid.settlement in state.standing(GroupEntryType.SETTLEMENT)
    if stands and paid.cents > paid_before and is_closed(state, paid.settlement):
        raise ImpossibleError([Problem("settlement_closed")])
