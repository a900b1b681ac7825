"""What was paid of a finished sheet by itself, ticked off where its evening ends.

A tick is a payment in the account of the group like any other, and its id says of which sheet it
is: it is corrected, undone and exported as all are. Where the sheet was corrected since, what was
paid stands beside what is due.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from scorekeeper.core.account import CENTS_AT_MOST, ListedTransfer, Payment
from scorekeeper.services.account.costs_and_payments import money_of
from scorekeeper.services.account.sheet_results import settled_by
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import GroupChange
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError, write
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.store.errors import DamagedDatabaseError, MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow
from scorekeeper.store.sheet_queries import identities_of
from scorekeeper.summary.result import Settled, Ticked, balances, transfers

KIND = GroupEntryType.PAYMENT
OWN_ID = re.compile("[0-9a-f]{32}")  # in files, as this program makes them
OF_KEY = 30  # letters that stand for the key of a form: an id has room for 64


@dataclass(frozen=True, slots=True)
class SheetPayments:
    """Who pays whom for a sheet, each with what was *paid*, and what was paid that nobody owes.

    *people* are the names of the group.
    """

    people: Mapping[int, str]
    due: tuple[ListedTransfer[int], ...]
    beside: tuple[Payment[int], ...]

    def line(self, name: str) -> ListedTransfer[int] | None:
        """The line that a form names; None where it is due no more, or not so much."""
        return next((line for line in self.due if line_name(line) == name), None)


@dataclass(frozen=True, slots=True)
class SettlementLines:
    """Those lines of a *settlement* that are between people of a sheet, by their places in it."""

    settlement: int
    lines: Mapping[int, ListedTransfer[str]]


def settlement_lines(
    sheet: SheetState, group: GroupState, settled: Settled
) -> SettlementLines | None:
    """What the settlement with which a sheet was *settled* says that people of it pay.

    None where another one or a change has made it untrue. Raises DamagedDatabaseError.
    """
    number = settled.settlement or 0  # 0: no settlement is that
    listed = money_of(group).settlements.get(number)
    if listed is None or listed.closed:
        return None
    named = (line.among(group.people) for line in listed.transfers)
    seated = {name for names in sheet.seated for name in names}
    lines = {at: line for at, line in enumerate(named) if {line.payer, line.payee} <= seated}
    return SettlementLines(number, lines)


def line_name(line: ListedTransfer[int]) -> str:
    """What a form calls a line: it names no other one, even where the sheet was corrected since."""
    return f"{line.payer}-{line.payee}-{line.cents}"


def sheet_payments(sheet: SheetState, group: GroupState) -> SheetPayments | None:
    """What is due and paid for a sheet that is over; None where it is for nothing, or nobody.

    None also where more is due than a payment can be: that is for a settlement. Raises
    DamagedDatabaseError.
    """
    owed = transfers(sheet.sheet)
    ids = {name: person for person, name in group.people.items()}
    named = {name for transfer in owed or () for name in (transfer.payer, transfer.payee)}
    if owed is None or not named <= ids.keys():
        return None
    if any(transfer.cents > CENTS_AT_MOST for transfer in owed):
        return None
    payments = [payment for _, payment in _payments(sheet, group)]
    paid = Counter[tuple[int, int]]()
    for payment in payments:
        paid[payment.payer, payment.payee] += payment.cents
    due = tuple(
        ListedTransfer(payer=payer, payee=payee, cents=transfer.cents, paid=paid[payer, payee])
        for transfer in owed
        for payer, payee in ((ids[transfer.payer], ids[transfer.payee]),)
    )
    pairs = {(line.payer, line.payee) for line in due}
    beside = (payment for payment in payments if (payment.payer, payment.payee) not in pairs)
    return SheetPayments(group.people, due, tuple(beside))


def paid_so_far(state: SheetState) -> Settled | Ticked | None:
    """How a sheet that is over was settled, or what was ticked off; None where nothing was."""
    if not state.is_over or balances(state.sheet) is None:
        return None
    settled = settled_by(state)
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        of_sheet = None if settled else sheet_payments(state, group_state(state.row.group))
        if of_sheet and (of_sheet.beside or any(line.paid for line in of_sheet.due)):
            people = of_sheet.people
            return Ticked(
                tuple(line.among(people) for line in of_sheet.due),
                tuple(payment.among(people) for payment in of_sheet.beside),
            )
    return settled


def tick_off(
    row: GroupRow,
    sheet: SheetState,
    line: ListedTransfer[int],
    token: FormToken,
    day: date,
    *,
    is_paid: bool,
) -> EntryRow | None:
    """Say that a line was paid as it is due, or that nothing was; None where that is said already.

    What else was written about the group meanwhile does not matter.
    """

    def payments_of_line(group: GroupState) -> Mapping[int, Payment[int]]:
        known, pair = _payments(sheet, group), (line.payer, line.payee)
        return {at: payment for at, payment in known if (payment.payer, payment.payee) == pair}

    def condition(group: GroupState) -> None:
        paid = sum(payment.cents for payment in payments_of_line(group).values())
        if paid == (line.cents if is_paid else 0):
            raise MovedOnError  # nothing is left to be said

    def drafted(group: GroupState) -> Sequence[Draft]:
        others = [KIND.draft(None, subject) for subject in payments_of_line(group)]
        if not is_paid:
            return others
        key = hashlib.sha256(token.key.encode()).hexdigest()[:OF_KEY]  # two lines of a page differ
        id_ = f"{_prefix(sheet.row.told_id)}.{key}"
        paid = Payment(id=id_, payer=line.payer, payee=line.payee, cents=line.cents, date=day)
        return [*others, KIND.draft(paid)]

    try:
        change = GroupChange(drafted, condition, at_any_revision=True)
        return write(group_state(row), change, token)
    except (MovedOnError, AlreadySavedError):
        return None


def _payments(sheet: SheetState, group: GroupState) -> Iterator[tuple[int, Payment[int]]]:
    """The payments ticked off on the sheet, or on that of which it is a copy, by their subjects.

    Where that one, or another copy of it, is in the group as well, each has its own.
    """
    of_sheet, original = {*map(_prefix, (sheet.row.file_id, sheet.row.told_id))}, sheet.row.copy_of
    if original is not None and original != sheet.row.told_id:
        others = [row for row in identities_of(sheet.row.group_id) if row.id != sheet.row.id]
        first = [row.copy_of for row in others if row.id < sheet.row.id]
        if original not in (*first, *(id_ for row in others for id_ in (row.file_id, row.told_id))):
            of_sheet.add(_prefix(original))
    for subject, payment in money_of(group).payments.items():
        if (payment.id or "").partition(".")[0] in of_sheet:
            yield subject, payment


def _prefix(file_id: str) -> str:
    """How the ids of ticks on a sheet begin: with its id in files, or what stands for another's."""
    is_own = OWN_ID.fullmatch(file_id)
    return file_id if is_own else hashlib.sha256(file_id.encode()).hexdigest()[:32]
