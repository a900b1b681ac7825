"""What was paid of a finished sheet by itself, ticked off where its evening ends.

A tick is a payment in the account of the group like any other, and its id says of which sheet it
is: it is corrected, undone and exported as all are. Where the sheet was corrected since, or played
on, only the difference is due.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import chain, count
from types import MappingProxyType
from typing import Any

from scorekeeper.core.account import CENTS_AT_MOST, Payment, Transfer, account_balances
from scorekeeper.core.codec import json_text
from scorekeeper.core.fewest_payments import fewest_transfers, left_by
from scorekeeper.core.names import name_key
from scorekeeper.services.account.group_money import money_of
from scorekeeper.services.account.sheet_results import settled_by
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.group.writing import GroupChange
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError, write
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.versions import versions_of
from scorekeeper.store.errors import DamagedDatabaseError, MovedOnError
from scorekeeper.store.rows import EntryRow, GroupRow, SheetRow
from scorekeeper.store.sheet_queries import sheets_of
from scorekeeper.summary.result import Settled, Ticked, balances

KIND = GroupEntryType.PAYMENT
OWN_ID = re.compile("[0-9a-f]{32}")  # in files, as this program makes them
OF_TICK = 30  # letters that tell a tick from others of its sheet: an id has room for 64


def can_be_ticked(lines: Iterable[Transfer[Any]]) -> bool:
    """Whether a payment can be as large as what is open; else that is for a settlement."""
    return all(line.open_cents <= CENTS_AT_MOST for line in lines)


def settlement_lines(
    sheet: SheetState, group: GroupState, settled: Settled
) -> Mapping[str, Transfer[str]]:
    """What the settlement with which a sheet was *settled* says that people of it pay.

    Each behind what a form calls it; nothing where another one or a change has made it untrue.
    Raises DamagedDatabaseError.
    """
    listed = money_of(group).settlements.get(settled.settlement or 0)  # 0: no settlement is that
    if listed is None or listed.closed:
        return {}
    named = listed.among(group.people).lines.items()
    seated = {name for names in sheet.seated for name in names}
    return {f"{at}-{line.paid}": line for at, line in named if {line.payer, line.payee} <= seated}


def sheet_payments(sheet: SheetState, group: GroupState) -> Mapping[str, Transfer[int]]:
    """What is due and paid for a sheet that is over; empty where it is for nothing, or nobody.

    Each line stands behind what a form calls it: with all that payer has paid payee by then, so
    that it names no other one, even where the sheet was corrected since. Raises
    DamagedDatabaseError.
    """
    people, ids = balances(sheet.sheet), {name: person for person, name in group.people.items()}
    if people is None or not people.keys() <= ids.keys():
        return {}
    payments = [payment for _, payment in _payments(sheet, group)]
    return dict(_lines({ids[name]: cents for name, cents in people.items()}, payments))


def _lines(
    of_sheet: Mapping[int, int], payments: Sequence[Payment[int]]
) -> Iterator[tuple[str, Transfer[int]]]:
    """What each has paid another, and what is left, in the order of the people of the sheet."""
    paid = Counter[tuple[int, int]]()
    for payment in payments:
        paid[payment.payer, payment.payee] += payment.cents
    left = account_balances((), [of_sheet], payments)
    unpaid, place = _unpaid(fewest_transfers(of_sheet), left, paid), [*left].index
    pairs = sorted(paid.keys() | unpaid.keys(), key=lambda pair: (place(pair[0]), place(pair[1])))
    for payer, payee in pairs:
        done, rest = paid[payer, payee], unpaid[payer, payee]
        if done:
            line = Transfer(payer=payer, payee=payee, cents=done, paid=done)
            yield f"{payer}-{payee}-{done}", line
        if rest:
            line = Transfer(payer=payer, payee=payee, cents=rest)
            yield f"{payer}-{payee}-{done + rest}", line


def _unpaid(
    due: Iterable[Transfer[int]], left: Mapping[int, int], paid: Counter[tuple[int, int]]
) -> Counter[tuple[int, int]]:
    """How many cents each still pays another so that what is *left* of the balances becomes 0.

    What is due between others stays as it is, whoever has paid what is due no more.
    """
    lines = [replace(owed, paid=min(owed.cents, paid[owed.payer, owed.payee])) for owed in due]
    paid_otherwise = left_by(left, lines).keys()
    kept = [line for line in lines if not paid_otherwise & {line.payer, line.payee}]
    unpaid = Counter({(line.payer, line.payee): line.open_cents for line in kept})
    for owed in fewest_transfers(left_by(left, kept)):
        unpaid[owed.payer, owed.payee] += owed.cents
    return unpaid


def paid_so_far(state: SheetState, group: GroupState | None = None) -> Settled | Ticked | None:
    """How a sheet that is over was settled, or what is due and ticked off; None without either.

    A settlement owes nothing of a sheet of which all was ticked off. *group* is that of the sheet,
    for whoever has read it already.
    """
    if not state.is_over or balances(state.sheet) is None:
        return None
    settled = settled_by(state)
    with suppress(DamagedDatabaseError):  # of the group, which closes none of its sheets
        group = group or group_state(state.row.group)
        lines = sheet_payments(state, group)
        if lines and not (settled and any(line.open_cents for line in lines.values())):
            named = {name: line.among(group.people) for name, line in lines.items()}
            return Ticked(MappingProxyType(named))
    return settled


def settled_with_others(state: SheetState) -> Settled | None:
    """How a sheet was settled, over or not; None where it was not, or was ticked off by itself."""
    so_far = paid_so_far(state) if state.is_over else settled_by(state)
    return so_far if isinstance(so_far, Settled) else None


def tick_off(
    row: GroupRow, sheet: SheetState, name: str, token: FormToken, day: date, *, is_paid: bool
) -> EntryRow | None:
    """Say that what is open of a line was paid, or that nothing was; None where that is said.

    *name* is what a form calls the line. What else was written about the group meanwhile does not
    matter.
    """

    def drafted(group: GroupState) -> Sequence[Draft]:
        lines = sheet_payments(sheet, group)
        line = lines.get(name) if can_be_ticked(lines.values()) else None
        if line is None or not (line.open_cents if is_paid else line.paid):
            raise MovedOnError  # nothing is left to be said
        if not is_paid:
            return [
                KIND.draft(None, subject)
                for subject, payment in _payments(sheet, group)
                if (payment.payer, payment.payee) == (line.payer, line.payee)
            ]
        return [_tick_draft(sheet, group, line, name, day)]

    try:
        return write(group_state(row), GroupChange(drafted, at_any_revision=True), token)
    except (MovedOnError, AlreadySavedError):
        return None


def _tick_draft(
    sheet: SheetState, group: GroupState, line: Transfer[int], name: str, day: date
) -> Draft:
    """The draft of a tick: by the same id on every copy of the sheet that ticks this line off.

    There people may be called otherwise, but they sit where they sit here, if they still do. One
    that was taken back is said again.
    """
    prefix, (*_, paid_by_then) = _prefix(sheet.row.told_id), name.split("-")
    known = {value.id: entry.subject for entry, value in group.said if entry.type == KIND and value}
    named, seated = [group.people[each] for each in (line.payer, line.payee)], sheet.sheet.names
    places = [seated.index(each) if each in seated else name_key(each) for each in named]
    standing = group.standing(KIND)
    for number in count():
        told = json_text([*places, paid_by_then, number])
        id_ = f"{prefix}.{hashlib.sha256(told.encode()).hexdigest()[:OF_TICK]}"
        if known.get(id_) not in standing:
            break
    paid = Payment(id=id_, payer=line.payer, payee=line.payee, cents=line.open_cents, date=day)
    return KIND.draft(paid, known.get(id_))


def _payments(sheet: SheetState, group: GroupState) -> Iterator[tuple[int, Payment[int]]]:
    """The payments ticked off on the sheet, or on one of which it was made, by their subjects.

    Where that one, or another copy of it, is in the group as well, each has its own.
    """
    row = sheet.row
    rows, wanted = [row], versions_of(row).keys()
    if len(wanted) > 1:
        rows = [each for each in sheets_of(group.row) if _may_contain(each, wanted)]
    prefixes = _prefixes(rows, {})[row.id]
    for subject, payment in money_of(group).payments.items():
        if (payment.id or "").partition(".")[0] in prefixes:
            yield subject, payment


def _may_contain(row: SheetRow, ids: Iterable[str]) -> bool:
    """Whether a sheet may be, or contain, one of these; without reading what it contains."""
    own, others = (row.file_id, row.copy_of), row.continues or ""
    return any(id_ in own or json_text(id_) in others for id_ in ids)


def _prefixes(
    rows: Sequence[SheetRow], more: Mapping[int, Iterable[str]]
) -> Mapping[int, Collection[str]]:
    """How the ids of ticks on each sheet of a group begin, by the ids of these *rows*.

    With the ids of all sheets of which it was made, or will be (*more*), unless they are those of
    another one, or another copy has a later version of that.
    """
    of_sheet = {row.id: {row.file_id, row.told_id} for row in rows}
    own = set(chain.from_iterable(of_sheet.values()))
    latest = dict[str, tuple[int, int]]()  # the revision of another sheet, and the row that has it
    for row in rows:
        with suppress(DamagedDatabaseError):  # it stands for itself alone
            held = {id_: version.revision for id_, version in versions_of(row).items()}
            held = dict.fromkeys(more.get(row.id, ()), 0) | held
            for id_ in held.keys() - own:  # the first row, where two have the same
                latest[id_] = max(latest.get(id_, (0, -row.id)), (held[id_], -row.id))
    for id_, (_, minus_row) in latest.items():
        of_sheet[-minus_row].add(id_)
    return {row_id: set(map(_prefix, ids)) for row_id, ids in of_sheet.items()}


def known_ticks(
    ids: Iterable[str], rows: Sequence[SheetRow], more: Mapping[int, Iterable[str]]
) -> Iterator[str]:
    """By which other ids the ticks among payments with these *ids* are known.

    Two copies of a sheet that were written on begin those of the same tick with different ones.
    *more* are the ids that the sheets of the group in *rows* have in a file.
    """
    alike = {prefix: prefixes for prefixes in _prefixes(rows, more).values() for prefix in prefixes}
    for id_ in ids:
        prefix, _, tick = id_.partition(".")
        yield from (f"{other}.{tick}" for other in alike.get(prefix, ()))


def _prefix(file_id: str) -> str:
    """How the ids of ticks on a sheet begin: with its id in files, or what stands for another's."""
    is_own = OWN_ID.fullmatch(file_id)
    return file_id if is_own else hashlib.sha256(file_id.encode()).hexdigest()[:32]
