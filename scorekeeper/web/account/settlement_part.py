"""A settlement on a page: its lines, what was paid of them, and what has changed since."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.account import ListedTransfer, Settlement
from scorekeeper.core.fewest_payments import Transfer
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.state import Account
from scorekeeper.web.account.balances import BalanceRow, balance_rows
from scorekeeper.web.account.entry_forms import PaidPartForm
from scorekeeper.web.shared.field_values import FieldValue, shown_form
from scorekeeper.web.shared.paging import ListPage


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferRow:
    """A line of a settlement, or of what it would be, and the *sentence* that says it.

    *line* stands for it in a form: its place, and what was paid of it before; "" where it is not
    on the list yet. *change* says what the account owes by now instead, where that is something
    else.
    """

    transfer: ListedTransfer[str]
    sentence: str
    line: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPart:
    """A settlement on the page: its number, its day in words, its lines.

    *part_line* and *part_amount* are what stands in the form for a part of a line.
    *since* is what everybody is up or down by besides it, where it is not what the account owes
    any more; then the rows say what has changed of each, and those that came to it stand behind.
    *fingerprint* stands in the form that makes the list anew for what it will be. *is_begun*:
    something was paid of it.
    """

    number: int
    day: str
    is_open: bool
    closed: bool
    rows: tuple[TransferRow, ...]
    part_line: str
    part_amount: FieldValue
    since: tuple[BalanceRow, ...]
    fingerprint: str
    is_begun: bool

    @property
    def is_part_unfolded(self) -> bool:
        """Whether a part of a line was typed, or refused."""
        return bool(self.part_amount.value or self.part_amount.problems)

    def of_page(self, pages: ListPage) -> "SettlementPart":
        """The settlement with the lines of one page alone."""
        part = slice(pages.start, pages.end)
        return replace(self, rows=self.rows[part], since=self.since[part])


def fingerprint(account: Account) -> str:
    """Stands for the list of payments that a form has shown."""
    owed = [(transfer.payer, transfer.payee, transfer.cents) for transfer in account.transfers]
    return hashlib.sha256(repr(owed).encode()).hexdigest()[:16]


def settlement_part(
    account: Account,
    number: int,
    settlement: Settlement[int],
    messages: Messages,
    form: PaidPartForm | None = None,
) -> SettlementPart:
    """A settlement of an account; *form* is one for a part of a line that was not saved."""
    rows = [
        _listed_row(place, line.among(account.names), messages)
        for place, line in enumerate(settlement.transfers)
    ]
    is_outdated = settlement.is_open and account.is_list_outdated
    since = balance_rows(account, account.since_settling, messages) if is_outdated else ()
    return SettlementPart(
        number=number,
        day=day_of(settlement, messages),
        is_open=settlement.is_open,
        closed=settlement.closed,
        rows=tuple(_as_owed_now(rows, settlement, account, messages) if is_outdated else rows),
        part_line=form.line.data or "" if form else "",
        part_amount=_amount_typed(form, messages),
        since=tuple(since),
        fingerprint=fingerprint(account),
        is_begun=any(row.transfer.paid for row in rows),
    )


def _amount_typed(form: PaidPartForm | None, messages: Messages) -> FieldValue:
    if form is None:
        return FieldValue("")
    return shown_form(form, messages).field("amount")


def _as_owed_now(
    rows: Sequence[TransferRow], settlement: Settlement[int], account: Account, messages: Messages
) -> Iterator[TransferRow]:
    """The rows of a list with what the account owes instead, then what is not on it."""
    owed = {(transfer.payer, transfer.payee): transfer for transfer in account.transfers}
    for row, line in zip(rows, settlement.transfers, strict=True):
        now = owed.pop((line.payer, line.payee), None) if line.open_cents else None
        cents = 0 if now is None else now.cents
        if cents == line.open_cents:
            yield row
        elif not cents:
            # Nobody ticks off what is not owed; what was paid of it can still be taken back.
            line_of_form = row.line if row.transfer.paid else ""
            yield replace(row, line=line_of_form, change=messages.text("account.line_gone"))
        else:
            before, amount = messages.money(line.open_cents), messages.money(cents)
            change = messages.text("account.line_changed", before=before, now=amount)
            yield replace(row, change=change)
    new = messages.text("account.line_new")
    for row in unlisted_rows(account, owed.values(), messages):
        yield replace(row, change=new)


def unlisted_rows(
    account: Account, transfers: Iterable[Transfer[int]], messages: Messages
) -> Iterator[TransferRow]:
    """Payments that stand on no list."""
    for owed in transfers:
        payer, payee = account.names[owed.payer], account.names[owed.payee]
        yield _row(ListedTransfer(payer=payer, payee=payee, cents=owed.cents), messages)


def day_of(settlement: Settlement[int], messages: Messages) -> str:
    """The day of a settlement, "" where it has none."""
    return messages.day(settlement.date) if settlement.date else ""


def _listed_row(place: int, line: ListedTransfer[str], messages: Messages) -> TransferRow:
    return replace(_row(line, messages), line=f"{place}-{line.paid}")


def _row(transfer: ListedTransfer[str], messages: Messages) -> TransferRow:
    payer, payee, cents = transfer.payer, transfer.payee, transfer.cents
    return TransferRow(transfer=transfer, sentence=messages.payment(payer, payee, cents))
