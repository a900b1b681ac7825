"""Writing about the money of a group: costs, payments, settlements and what is paid of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scorekeeper.core.account import Settlement
from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.group_money import last_unclosed
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import GroupChange, write_on_group
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import ImpossibleError, write
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.group_queries import group_by_id
from scorekeeper.store.rows import EntryRow, GroupRow
from scorekeeper.store.sheet_queries import count_and_revisions


def take_back(row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int) -> EntryRow:
    """Take a cost, a payment or a settlement back: as if it had never been.

    What was taken back already stays so, whoever did it.
    """
    return _write_unless_so(group_state(row), kind.draft(None, subject), token)


def bring_back(
    row: GroupRow, token: FormToken, kind: GroupEntryType, subject: int
) -> EntryRow | None:
    """Let what was taken back stand again as it was; None where nobody ever wrote it."""
    state = group_state(row)
    last = state.last_value(kind, subject)
    if last is None:
        return None
    return _write_unless_so(state, kind.draft(last, subject), token)


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
    more. Raises ImpossibleError where there is neither, and what `write_on_group` raises;
    MovedOnError also where a sheet was written on since the account was added up: the list would
    not count that.
    """
    state, counted = account.state, (len(account.rows), sum(row.revision for row in account.rows))
    known = state.entry_with_key(token.key)
    if known is not None:
        return known
    drafts, kind, open_list = [], GroupEntryType.SETTLEMENT, account.money.open_settlement
    if account.transfers:
        owed = Settlement(id=token.key, date=day, transfers=account.transfers)
        drafts.append(kind.draft(owed))
    if open_list is not None:
        stored: Settlement[int] = state.standing(kind)[open_list]
        drafts.append(kind.draft(replace(stored, closed=True), open_list))
    if not drafts:
        raise ImpossibleError([Problem("nothing_to_settle")])

    return write(state, _Settling(lambda _: drafts, counted=counted), token)


@dataclass(frozen=True, kw_only=True)
class _Settling(GroupChange):
    """A list of payments for so many sheets at their revisions (`count_and_revisions`)."""

    counted: tuple[int, int]

    def advance(self, state: GroupState, entries: Sequence[EntryRow]) -> Sequence[EntryRow]:
        """Move the group on, unless a sheet was written on since: MovedOnError."""
        written = super().advance(state, entries)
        if count_and_revisions(state.row.id) != self.counted:
            raise MovedOnError
        return written


def drop_settlement(row: GroupRow, token: FormToken, subject: int) -> EntryRow:
    """Take a settlement back of which nothing was paid; the one it has closed is open again.

    Raises what `write_on_group` raises.
    """
    kind, state = GroupEntryType.SETTLEMENT, group_state(row)
    closed_by_it = [
        entry
        for entry in state.written_at(state.first(kind, subject).revision)
        if entry.type == kind and entry.edition > 1 and state.latest(kind, entry.subject) == entry
    ]
    return write_on_group(state, [kind.draft(None, subject), *state.undoing(closed_by_it)], token)


def pay_transfer(
    row: GroupRow, token: FormToken, paid: PaidTransfer, *, paid_before: int
) -> EntryRow | None:
    """Say how much was paid so far of a line of a settlement; None where others have just said so.

    What else they wrote about the group meanwhile does not matter as long as *paid_before* still
    stands there; otherwise MovedOnError. Of a list that another one has replaced nothing more
    is paid (ImpossibleError), but what was paid of it can be taken back.
    """

    def drafted(state: GroupState) -> Sequence[Draft]:
        if _paid_of(state, paid) != paid_before:
            raise MovedOnError
        lists = state.standing(GroupEntryType.SETTLEMENT)
        is_closed = paid.settlement in lists and paid.settlement != last_unclosed(lists)
        if is_closed and paid.cents > paid_before:
            raise ImpossibleError([Problem("settlement_closed")])
        known = (
            entry.subject
            for entry, said in state.said
            if isinstance(said, PaidTransfer) and said.line == paid.line
        )
        return [GroupEntryType.PAID.draft(paid, next(known, None))]

    try:
        return write(group_state(row), GroupChange(drafted, at_any_revision=True), token)
    except MovedOnError:
        if _paid_of(group_state(group_by_id(row.id) or row), paid) == paid.cents:
            return None
        raise


def _paid_of(state: GroupState, line: PaidTransfer) -> int:
    """What is paid so far of the line that *line* is about."""
    ticks: Iterable[PaidTransfer] = state.standing(GroupEntryType.PAID).values()
    return next((tick.cents for tick in ticks if tick.line == line.line), 0)
