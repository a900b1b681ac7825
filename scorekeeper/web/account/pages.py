"""The account of a group: balances, who should pay whom, and what was written down."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from heapq import nlargest
from typing import NamedTuple

from scorekeeper.core.account import Settlement, Transfer
from scorekeeper.core.days import local_day
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.web.account.balances import (
    BalanceRow,
    Balances,
    balance_rows,
    balances_part,
    rows_then,
)
from scorekeeper.web.account.entry_forms import PaidPartForm
from scorekeeper.web.account.entry_page import listed_text
from scorekeeper.web.account.statement_pages import AccountLine
from scorekeeper.web.history.group_pages import GroupSaved, group_saved, page_of
from scorekeeper.web.shared.field_values import ShownForm, shown_form
from scorekeeper.web.shared.paging import ListPage, page_of_people

SETTLING = (GroupEntryType.SETTLEMENT, GroupEntryType.PAID)
ENTRIES_AT_MOST = 10  # of costs and payments on the page


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferRow:
    """A line of a settlement.

    *line* stands for it in a form: its place, and what was paid of it before; "" where it is not
    on the list yet. *change* says what the account owes by now instead, where that is something
    else.
    """

    transfer: Transfer[str]
    line: str = ""
    change: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPart:
    """A settlement on the page as it is *listed*: its number and its lines.

    *part* is the form for a part of a line, *chosen* the line of it, "" where that can no longer be
    paid; None before anybody chose. *is_outdated*: it is not what the account owes any more; then
    the rows say what has changed of each, those that came to it stand behind, and *since* is what
    everybody is up or down by besides it. *is_begun*: something was paid of it.
    """

    number: int
    listed: Settlement[int]
    rows: tuple[TransferRow, ...]
    part: ShownForm
    is_outdated: bool
    since: tuple[BalanceRow, ...]
    is_begun: bool
    chosen: str | None = None

    @property
    def payable(self) -> tuple[TransferRow, ...]:
        """The rows of which a part can be paid."""
        open_rows = self.rows if self.listed.is_open else ()
        return tuple(row for row in open_rows if row.line and row.transfer.open_cents)

    def with_form(
        self, form: PaidPartForm, messages: Messages, *, is_about_it: bool
    ) -> "SettlementPart":
        """The settlement with the form that was sent for a part of a line, of it or of another."""
        at = form.place_and_paid if is_about_it else None
        lines = (row.line for row in self.payable if at and row.line.startswith(f"{at[0]}-"))
        return replace(self, part=shown_form(form, messages), chosen=next(lines, ""))

    def of_page(self, pages: ListPage) -> "SettlementPart":
        """The settlement with the lines of one page alone."""
        part = slice(pages.start, pages.end)
        return replace(self, rows=self.rows[part], since=self.since[part])


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage:
    """Everything on the page.

    *settlement* is the latest one, if any, unless it was closed. *transfers* are what a settlement
    would be now, where none is open; *fingerprint* stands for them in the form. *earlier* are the
    days of the settlements before, by number, the latest first.
    *saved* says what was just written, *settled* whether that was about a settlement.
    *more* is how many costs and payments are left out. *refusals* say why a form was not saved. Of
    very many people, and of their payments, it shows those of the *pages* of the balances.
    """

    account: Account
    balances: Balances
    settlement: SettlementPart | None
    transfers: tuple[Transfer[str], ...]
    fingerprint: str
    earlier: Mapping[int, date | None]
    entries: tuple[AccountLine, ...]
    more: int
    refusals: Sequence[str]
    saved: GroupSaved | None
    settled: bool
    token: FormToken


class SettlementPage(NamedTuple):
    """A settlement by itself, and the *balances* for which it was made."""

    settlement: SettlementPart
    balances: Balances
    fingerprint: str
    token: FormToken


def account_page(
    account: Account,
    messages: Messages,
    *,
    token: FormToken,
    refusals: Sequence[str] = (),
    part: PaidPartForm | None = None,
    part_of: int | None = None,
    saved: int | None = None,
    wanted: int | None = None,
) -> AccountPage:
    """The page of an account; of very many people and payments those from number *wanted* on.

    *saved* is the revision under which something was just saved; *part* is the form for a part of a
    payment of settlement *part_of* that was not.
    """
    # The only one that can be open stands last; by one without a line nobody pays another.
    earlier = sorted(account.money.settlements.items(), key=lambda each: not each[1].closed)
    is_shown = earlier and not earlier[-1][1].closed and earlier[-1][1].lines
    latest = _settlement_part(account, *earlier.pop(), messages) if is_shown else None
    if latest and part is not None:
        latest = latest.with_form(part, messages, is_about_it=latest.number == part_of)
    unlisted = () if latest and latest.listed.is_open else account.transfers
    lines = len(latest.rows) if latest else 0
    pages = page_of_people(max(len(account.balances), len(unlisted), lines), wanted)
    return AccountPage(
        account=account,
        balances=balances_part(account, messages, pages),
        settlement=latest.of_page(pages) if latest else None,
        transfers=tuple(owed.among(account.names) for owed in unlisted[pages.start : pages.end]),
        fingerprint=fingerprint(account),
        earlier={number: settlement.date for number, settlement in reversed(earlier)},
        entries=tuple(_latest_entries(account, messages)),
        more=max(0, len(account.money.by_hand) - ENTRIES_AT_MOST),
        refusals=refusals,
        saved=group_saved(account.state, saved, messages, token),
        settled=any(entry.type in SETTLING for entry in account.state.written_at(saved or 0)),
        token=token,
    )


def settlement_page(
    account: Account, number: int, messages: Messages, token: FormToken, wanted: int | None
) -> SettlementPage | None:
    """The page of one settlement; None where there is none of this number."""
    settlement = account.money.settlements.get(number)
    if settlement is None:
        return None
    part = _settlement_part(account, number, settlement, messages)
    then = rows_then(account, settlement, messages)
    pages = page_of_people(max(len(part.rows), len(then)), wanted)
    balances = Balances(then[pages.start : pages.end], pages)
    return SettlementPage(part.of_page(pages), balances, fingerprint(account), token)


def _latest_entries(account: Account, messages: Messages) -> Iterator[AccountLine]:
    """The costs and payments that were written last, the latest first."""
    written = {(entry.type, entry.subject): entry for entry in account.state.entries}
    by_hand = account.money.by_hand
    for at in nlargest(ENTRIES_AT_MOST, by_hand, key=lambda at: (written[at].revision, *at)):
        posting = by_hand[at]
        day = posting.date or local_day(written[at].written_at)
        text = listed_text(posting.among(account.names), messages)
        yield AccountLine(day, text, messages.money(posting.cents), page_of(*at))


def fingerprint(account: Account) -> str:
    """Stands for the list of payments that a form has shown."""
    owed = [(transfer.payer, transfer.payee, transfer.cents) for transfer in account.transfers]
    return hashlib.sha256(repr(owed).encode()).hexdigest()[:16]


def _settlement_part(
    account: Account,
    number: int,
    settlement: Settlement[int],
    messages: Messages,
) -> SettlementPart:
    """A settlement of an account."""
    rows = [
        TransferRow(transfer=line.among(account.names), line=f"{place}-{line.paid}")
        for place, line in settlement.lines.items()
    ]
    is_outdated = settlement.is_open and account.is_list_outdated
    since = balance_rows(account, account.since_settling, messages) if is_outdated else ()
    return SettlementPart(
        number=number,
        listed=settlement,
        rows=tuple(_as_owed_now(rows, settlement, account, messages) if is_outdated else rows),
        part=shown_form(PaidPartForm(), messages),
        is_outdated=is_outdated,
        since=tuple(since),
        is_begun=any(line.paid for line in settlement.transfers),
    )


def _as_owed_now(
    rows: Sequence[TransferRow], settlement: Settlement[int], account: Account, messages: Messages
) -> Iterator[TransferRow]:
    """The rows of a list with what the account owes instead, then what is not on it."""
    owed = {(transfer.payer, transfer.payee): transfer.cents for transfer in account.transfers}
    for row, line in zip(rows, settlement.lines.values(), strict=True):
        cents = owed.pop((line.payer, line.payee), 0) if line.open_cents else 0
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
    for (payer, payee), cents in owed.items():
        line = Transfer(payer=payer, payee=payee, cents=cents)
        yield TransferRow(transfer=line.among(account.names), change=new)
