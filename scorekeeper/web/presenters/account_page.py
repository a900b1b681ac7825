"""The account of a group: balances, who should pay whom, and what was written down."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Settlement
from scorekeeper.core.days import local_day
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account import Account
from scorekeeper.services.group_entries import GroupEntryType
from scorekeeper.services.lookup import places_among
from scorekeeper.services.sheet_results import SheetResult
from scorekeeper.summary.amounts import payment_text, signed_amount
from scorekeeper.web.presenters.form_fields import FieldValue
from scorekeeper.web.presenters.group_saved import GroupSaved, group_saved
from scorekeeper.web.presenters.titles import number_in_day

BAR = 50  # the longest bar, of 100 across
BLANK = FieldValue("")
SETTLING = (GroupEntryType.SETTLEMENT, GroupEntryType.PAID)
ENTRIES_AT_MOST = 10  # of costs and payments on the page
RUNNING_AT_MOST = 3  # links to sheets that are still played


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """What *name* is up or down by; *bar* is how long it is drawn, below 0 to the left."""

    person: int
    name: str
    amount: str
    bar: float


@dataclass(frozen=True, slots=True)
class RunningSheet:
    """A sheet that is still played and counts already."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Balances:
    """Everybody's balance. Not *complete*: some sheets were not looked at, and it is not true.

    *running* are the latest sheets that are still played, *more_running* is how many others are.
    *to_pay* is how many payments of the open settlement are still to be made.
    """

    rows: tuple[BalanceRow, ...]
    running: tuple[RunningSheet, ...]
    more_running: int
    complete: bool
    to_pay: int


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A line of a settlement, or of what it would be.

    *paid* is what was paid of it, "" for nothing; *is_done*: nothing is left. *line* stands for it
    in a form: its place, and what was paid of it before.
    """

    line: str
    payer: str
    payee: str
    amount: str
    sentence: str
    paid: str
    is_done: bool
    key: str


@dataclass(frozen=True, slots=True)
class PartialPayment:
    """The form for a part of a *line*, with what was typed for the *amount*."""

    line: str = ""
    amount: FieldValue = BLANK

    @property
    def is_unfolded(self) -> bool:
        """Whether something was typed, or refused."""
        return bool(self.amount.value or self.amount.problems)


@dataclass(frozen=True, slots=True)
class SettlementPart:
    """A settlement on the page: its number, its day in words, its lines, the form for a part."""

    number: int
    day: str
    is_open: bool
    closed: bool
    rows: tuple[TransferRow, ...]
    part: PartialPayment


@dataclass(frozen=True, slots=True)
class EarlierSettlement:
    """A settlement before the latest one: its number and its day in words."""

    number: int
    day: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A cost or a payment: *kind* says which, *number* is its own."""

    kind: str
    number: int
    day: str
    text: str
    amount: str


@dataclass(frozen=True, slots=True)
class AccountPage:
    """Everything on the page.

    *is_used*: anything about money was ever written.
    *settlement* is the latest one, if any; *since* what is not on it, where there is one.
    *transfers* are what a settlement would be now, *fingerprint* stands for them in the form.
    *notice* says what has happened meanwhile, *saved* what was just written,
    *settled* whether that was about a settlement.
    *more* is how many costs and payments are left out.
    """

    name: str | None
    is_used: bool
    balances: Balances
    settlement: SettlementPart | None
    since: tuple[BalanceRow, ...]
    transfers: tuple[TransferRow, ...]
    fingerprint: str
    earlier: tuple[EarlierSettlement, ...]
    entries: tuple[EntryRow, ...]
    more: int
    notice: str | None
    problems: tuple[str, ...]
    saved: GroupSaved | None
    settled: bool
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """A settlement by itself, and the *balances* for which it was made."""

    settlement: SettlementPart
    balances: Balances
    key: str
    based_on: int

    @property
    def can_be_dropped(self) -> bool:
        """Whether nothing of it was paid."""
        return not any(row.paid for row in self.settlement.rows)


NOTHING_TYPED = PartialPayment()


def fingerprint(account: Account) -> str:
    """Stands for the list of payments that a form has shown."""
    told = [(account.ids[each.payer], account.ids[each.payee], each.cents)
            for each in account.transfers]  # fmt: skip
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def balances_part(account: Account, messages: Messages) -> Balances:
    """Everybody's balance, as the group's page shows it too."""
    running = [
        each.result for each in account.sheets if not each.result.is_over and each.result.rounds
    ]
    return Balances(
        tuple(_rows(account, account.balances, messages)),
        tuple(_running(account, running[:RUNNING_AT_MOST], messages)),
        max(0, len(running) - RUNNING_AT_MOST),
        account.is_complete,
        sum(1 for line in account.money.open_lines if line.open_cents),
    )


def account_page(
    account: Account,
    messages: Messages,
    *,
    key: str,
    notice: str | None = None,
    problems: tuple[str, ...] = (),
    saved: int | None = None,
    part: PartialPayment = NOTHING_TYPED,
) -> AccountPage:
    """The page of an account; *part* is a part of a payment that was refused.

    *saved* is the revision under which something was just saved.
    """
    settlements = list(account.money.settlements.items())
    latest = _settlement(*settlements[-1], messages, key, part) if settlements else None
    return AccountPage(
        account.state.name,
        account.is_used,
        balances_part(account, messages),
        latest,
        tuple(_rows(account, account.since_settling, messages)) if latest else (),
        tuple(
            _transfer(
                place,
                ListedTransfer(payer=each.payer, payee=each.payee, cents=each.cents),
                messages,
                key,
            )
            for place, each in enumerate(account.transfers)
        ),
        fingerprint(account),
        tuple(
            EarlierSettlement(number, _day_of(settlement, messages))
            for number, settlement in settlements[-2::-1]
        ),
        tuple(_latest_entries(account, messages)),
        max(0, len(account.money.costs) + len(account.money.payments) - ENTRIES_AT_MOST),
        notice,
        problems,
        group_saved(account.state, saved, messages, key),
        any(each.type in SETTLING for each in account.state.written_at(saved or 0)),
        key,
        account.state.row.revision,
    )


def settlement_page(
    account: Account, number: int, messages: Messages, *, key: str
) -> SettlementPage | None:
    """The page of one settlement; None where there is none of this number."""
    found = account.money.settlements.get(number)
    if found is None:
        return None
    return SettlementPage(
        _settlement(number, found, messages, key, NOTHING_TYPED),
        _balances_then(account, found, messages),
        key,
        account.state.row.revision,
    )


def _balances_then(account: Account, settlement: Settlement, messages: Messages) -> Balances:
    """What everybody was up or down by when a settlement was begun: what it clears."""
    found: dict[str, int] = {}
    for line in settlement.transfers:
        found[line.payee] = found.get(line.payee, 0) + line.cents
        found[line.payer] = found.get(line.payer, 0) - line.cents
    in_order = {name: found[name] for name in account.ids if name in found}
    rows = tuple(_rows(account, in_order, messages))
    return Balances(rows, running=(), more_running=0, complete=True, to_pay=0)


def _rows(
    account: Account, balances: Mapping[str, int], messages: Messages
) -> Iterator[BalanceRow]:
    largest = max((abs(cents) for cents in balances.values()), default=0) or 1
    for name, cents in balances.items():
        yield BalanceRow(
            account.ids[name],
            name,
            signed_amount(cents, messages),
            round(BAR * cents / largest, 1),
        )


def _running(
    account: Account, results: Iterable[SheetResult], messages: Messages
) -> Iterator[RunningSheet]:
    """Sheets with what tells them apart: their title, or their day and their number in it."""
    places = places_among(account.rows)
    opened = {row.number: local_day(row.created_at) for row in account.rows}
    for each in results:
        number, day = each.number, each.day
        again = number_in_day(places[number], day, opened[number], messages)
        title = each.title or again or messages.day(day)
        game = messages.text(f"{each.game}.name")
        yield RunningSheet(number, messages.text("text.comma", first=game, second=title))


def _settlement(
    number: int, settlement: Settlement, messages: Messages, key: str, part: PartialPayment
) -> SettlementPart:
    rows = tuple(
        _transfer(place, line, messages, f"{key}-{number}")
        for place, line in enumerate(settlement.transfers)
    )
    day = _day_of(settlement, messages)
    return SettlementPart(number, day, settlement.is_open, settlement.closed, rows, part)


def _day_of(settlement: Settlement, messages: Messages) -> str:
    return messages.day(settlement.date) if settlement.date else ""


def _transfer(place: int, line: ListedTransfer, messages: Messages, key: str) -> TransferRow:
    return TransferRow(
        f"{place}-{line.paid}",
        line.payer,
        line.payee,
        messages.money(line.cents),
        payment_text(line.payer, line.payee, line.cents, messages),
        messages.money(line.paid) if line.paid else "",
        not line.open_cents,
        f"{key}-{place}",
    )


def _latest_entries(account: Account, messages: Messages) -> Iterator[EntryRow]:
    """The costs and payments that were written last, the latest first."""
    money, state = account.money, account.state
    written = [
        (entry.written_at, kind, subject)
        for kind, listed in (
            (GroupEntryType.COST, money.costs),
            (GroupEntryType.PAYMENT, money.payments),
        )
        for subject in listed
        if (entry := state.latest(kind, subject)) is not None
    ]
    for moment, kind, subject in sorted(written, reverse=True)[:ENTRIES_AT_MOST]:
        if kind == GroupEntryType.COST:
            yield _cost_row(subject, money.costs[subject], moment, messages)
        else:
            yield _payment_row(subject, money.payments[subject], moment, messages)


def _cost_row(number: int, cost: Cost, moment: datetime, messages: Messages) -> EntryRow:
    text = messages.text(
        "account.cost", what=cost.what, payer=cost.paid_by, names=messages.listed(cost.shared_by)
    )
    amount = messages.money(cost.cents)
    return EntryRow("cost", number, _day(cost.date, moment, messages), text, amount)


def _payment_row(number: int, payment: Payment, moment: datetime, messages: Messages) -> EntryRow:
    text = messages.text("account.paid", payer=payment.payer, payee=payment.payee)
    amount = messages.money(payment.cents)
    return EntryRow("payment", number, _day(payment.date, moment, messages), text, amount)


def _day(day: date | None, moment: datetime, messages: Messages) -> str:
    return messages.day(day or local_day(moment))
