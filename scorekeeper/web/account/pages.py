"""The account of a group: balances, who should pay whom, and what was written down."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.core.account import Settlement
from scorekeeper.core.days import local_day
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.web.account.balances import Balances, balance_rows, balances_part, page_of_people
from scorekeeper.web.account.entry_forms import PaidPartForm
from scorekeeper.web.account.entry_page import listed_text
from scorekeeper.web.account.settlement_part import (
    SettlementPart,
    TransferRow,
    day_of,
    fingerprint,
    settlement_part,
    unlisted_rows,
)
from scorekeeper.web.history.group_pages import GroupSaved, group_saved, page_of
from scorekeeper.web.history.pages import PageAddress
from scorekeeper.web.shared.paging import ListPage

SETTLING = (GroupEntryType.SETTLEMENT, GroupEntryType.PAID)
ENTRIES_AT_MOST = 10  # of costs and payments on the page


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A cost or a payment, and the page of it."""

    day: str
    text: str
    amount: str
    leads_to: PageAddress | None


@dataclass(frozen=True, slots=True)
class NotSaved:
    """Why a form was not saved: what has happened meanwhile, or what is wrong, and its *part*."""

    notice: str | None = None
    problems: tuple[str, ...] = ()
    part: PaidPartForm | None = None


NOTHING_REFUSED = NotSaved()


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage:
    """Everything on the page.

    *is_used*: anything about money was ever written.
    *settlement* is the latest one, if any, unless it was closed. *transfers* are what a settlement
    would be now, where none is open; *fingerprint* stands for them in the form. *earlier* are the
    days of the settlements before, in words, by number, the latest first.
    *saved* says what was just written, *settled* whether that was about a settlement.
    *more* is how many costs and payments are left out. Of very many people, and of their payments,
    it shows those of *pages*.
    """

    name: str | None
    is_used: bool
    balances: Balances
    settlement: SettlementPart | None
    transfers: tuple[TransferRow, ...]
    fingerprint: str
    earlier: Mapping[int, str]
    entries: tuple[ListedEntry, ...]
    more: int
    pages: ListPage
    not_saved: NotSaved
    saved: GroupSaved | None
    settled: bool
    token: FormToken


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """A settlement by itself, and the *balances* for which it was made."""

    settlement: SettlementPart
    balances: Balances
    pages: ListPage
    token: FormToken


def account_page(
    account: Account,
    messages: Messages,
    *,
    token: FormToken,
    not_saved: NotSaved = NOTHING_REFUSED,
    saved: int | None = None,
    wanted: int | None = None,
) -> AccountPage:
    """The page of an account; of very many people and payments those from number *wanted* on.

    *saved* is the revision under which something was just saved.
    """
    settlements = list(account.money.settlements.items())
    shown = settlements[-1:] if settlements and not settlements[-1][1].closed else []
    latest = settlement_part(account, *shown[0], messages, not_saved.part) if shown else None
    unlisted = () if latest and latest.is_open else account.transfers
    lines = len(latest.rows) if latest else 0
    pages = page_of_people(max(len(account.balances), len(unlisted), lines), wanted)
    return AccountPage(
        name=account.state.name,
        is_used=account.is_used,
        balances=balances_part(account, messages, pages),
        settlement=latest.of_page(pages) if latest else None,
        transfers=tuple(unlisted_rows(account, unlisted[pages.start : pages.end], messages)),
        fingerprint=fingerprint(account),
        earlier={
            number: day_of(settlement, messages)
            for number, settlement in settlements[: len(settlements) - len(shown)][::-1]
        },
        entries=tuple(_latest_entries(account, messages)),
        pages=pages,
        more=max(0, len(account.money.by_hand) - ENTRIES_AT_MOST),
        not_saved=not_saved,
        saved=group_saved(account.state, saved, messages, token),
        settled=any(entry.type in SETTLING for entry in account.state.written_at(saved or 0)),
        token=token,
    )


def settlement_page(
    account: Account,
    number: int,
    messages: Messages,
    *,
    token: FormToken,
    wanted: int | None = None,
) -> SettlementPage | None:
    """The page of one settlement; None where there is none of this number."""
    settlement = account.money.settlements.get(number)
    if settlement is None:
        return None
    part = settlement_part(account, number, settlement, messages)
    then = _balances_then(account, settlement, messages)
    pages = page_of_people(max(len(part.rows), len(then.rows)), wanted)
    balances = replace(then, rows=then.rows[pages.start : pages.end])
    return SettlementPage(part.of_page(pages), balances, pages, token)


def _balances_then(account: Account, settlement: Settlement[int], messages: Messages) -> Balances:
    """What everybody was up or down by when a settlement was begun: what it clears."""
    cleared = Counter[int]()
    for line in settlement.transfers:
        cleared[line.payee] += line.cents
        cleared[line.payer] -= line.cents
    in_order = {person: cleared[person] for person in account.state.people if person in cleared}
    rows = tuple(balance_rows(account, in_order, messages))
    return Balances(rows)


def _latest_entries(account: Account, messages: Messages) -> Iterator[ListedEntry]:
    """The costs and payments that were written last, the latest first."""
    latest = [
        (entry.written_at, kind, subject, posting)
        for (kind, subject), posting in account.money.by_hand.items()
        if (entry := account.state.latest(kind, subject)) is not None
    ]
    latest.sort(key=lambda each: each[:3], reverse=True)
    for moment, kind, subject, posting in latest[:ENTRIES_AT_MOST]:
        day = messages.day(posting.date or local_day(moment))
        text, amount = (
            listed_text(posting.among(account.names), messages),
            messages.money(posting.cents),
        )
        yield ListedEntry(day, text, amount, page_of(kind, subject))
