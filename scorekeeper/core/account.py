"""The account of a group: what everybody is up or down by, in whole cents; it adds up to 0.

A cent is the smallest unit of the currency: a hundredth of a euro, one yen. Costs, payments and
settlements are what the public file of a group holds (docs/sheet-file.md).
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from scorekeeper.core.codec import record_of
from scorekeeper.core.composite_shapes import Listing
from scorekeeper.core.fewest_payments import settle
from scorekeeper.core.names import NAME, Name, name_key
from scorekeeper.core.phrases import Money, Problem
from scorekeeper.core.shapes import Identifier, Text, Whole

CENTS_AT_MOST = 100_000_000  # of one cost or payment
SHARES_AT_MOST = 100
WHAT_LENGTH = 80
ID_LENGTH = 64
TRANSFERS_AT_MOST = 2_000
TRANSFER_AT_MOST = 10**15  # cents: more than all evenings of a group can come to

Id = Annotated[str, Identifier(ID_LENGTH)]
Cents = Annotated[int, Whole(1, CENTS_AT_MOST)]
TransferCents = Annotated[int, Whole(1, TRANSFER_AT_MOST)]
PaidCents = Annotated[int, Whole(0, TRANSFER_AT_MOST)]
What = Annotated[str, Text(WHAT_LENGTH)]
Amounts = Annotated[tuple[int, ...], Listing((Whole(0, CENTS_AT_MOST),), True, SHARES_AT_MOST)]


class Posting(Protocol):
    """Something that moves money between people."""

    def moved(self) -> Iterator[tuple[str, int]]:
        """Whose balance goes up (above 0) or down by how many cents; all together 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTerms:
    """What was bought for how much, and who owes which part of it.

    *amounts* are those of the people who share it, in their order; None: equal parts.
    """

    what: What
    cents: Cents
    amounts: Amounts | None = None
    date: datetime.date | None = None
    id: Id | None = None

    def shares(self, count: int) -> tuple[int, ...]:
        """The parts of so many people; odd cents fall on the first of them."""
        return equal_shares(self.cents, count) if self.amounts is None else self.amounts


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost(CostTerms):
    """A cost with the names of who paid it and of those who share it."""

    paid_by: Name
    shared_by: Annotated[tuple[str, ...], Listing((NAME,), True, SHARES_AT_MOST)]

    def moved(self) -> Iterator[tuple[str, int]]:
        """Who paid is up by all of it, everybody down by their part."""
        yield self.paid_by, self.cents
        for name, cents in zip(self.shared_by, self.shares(len(self.shared_by)), strict=True):
            yield name, -cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentTerms:
    """Money that did change hands."""

    cents: Cents
    date: datetime.date | None = None
    id: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(PaymentTerms):
    """A payment with the names of both."""

    payer: Name
    payee: Name

    def moved(self) -> Iterator[tuple[str, int]]:
        """Who has paid owes that much less."""
        yield self.payer, self.cents
        yield self.payee, -self.cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTransfer:
    """One line of a settlement: *payer* hands *payee* so many *cents*, and has *paid* so many."""

    payer: Name
    payee: Name
    cents: TransferCents
    paid: PaidCents = 0

    @property
    def open_cents(self) -> int:
        """What is still to be paid; nothing between two names of one person."""
        return 0 if self.payer == self.payee else self.cents - self.paid


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementTerms:
    """A settlement: its *id*, its day, and whether another one has taken its place."""

    id: Id
    date: datetime.date | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(SettlementTerms):
    """Who should pay whom, as it was worked out on that day; only what was paid moves money."""

    transfers: Annotated[
        tuple[ListedTransfer, ...], Listing((record_of(ListedTransfer),), True, TRANSFERS_AT_MOST)
    ]

    @property
    def is_open(self) -> bool:
        """Whether something on it is still to be paid."""
        return not self.closed and any(each.open_cents for each in self.transfers)

    def moved(self) -> Iterator[tuple[str, int]]:
        """What was ticked off."""
        for each in self.transfers:
            yield each.payer, each.paid
            yield each.payee, -each.paid


@dataclass(frozen=True, slots=True)
class Transfer:
    """*payer* should hand *payee* so many *cents*."""

    payer: str
    payee: str
    cents: int


def equal_shares(cents: int, count: int) -> tuple[int, ...]:
    """An amount in so many parts, in whole cents; the odd cents fall on the first of them."""
    each, odd = divmod(cents, count)
    return tuple(each + (place < odd) for place in range(count))


def completed_amounts(cents: int, amounts: Sequence[int | None]) -> tuple[int, ...]:
    """The parts of an amount where some are given: the others (None) share the rest equally.

    Where more is given than there is, nothing is left for them.
    """
    rest = max(0, cents - sum(each or 0 for each in amounts))
    blanks = sum(each is None for each in amounts)
    others = iter(equal_shares(rest, blanks) if blanks else ())
    return tuple(next(others) if each is None else each for each in amounts)


def cost_problems(cost: CostTerms, people: Iterable[object]) -> Iterator[Problem]:
    """Why nobody can share a cost like that; *people* are those who share it."""
    shared_by = list(people)
    if not shared_by:
        yield Problem("shared_by_nobody", field="shared_by", incomplete=True)
    elif len(set(shared_by)) < len(shared_by):
        yield Problem("shared_twice", field="shared_by")
    elif cost.amounts is not None and len(cost.amounts) != len(shared_by):
        yield Problem("list_length", {"count": len(shared_by)}, "amounts")
    elif cost.amounts is not None and sum(cost.amounts) != cost.cents:
        found = {"sum": Money(sum(cost.amounts)), "cents": Money(cost.cents)}
        yield Problem("amounts_sum", found, "amounts")


def payment_problems(payer: object, payee: object) -> Iterator[Problem]:
    """Why nobody can have paid anybody like that."""
    if payer == payee:
        yield Problem("pays_oneself", field="payee")


def transfer_problems(transfer: ListedTransfer) -> Iterator[Problem]:
    """Why a line of a settlement cannot be."""
    yield from payment_problems(name_key(transfer.payer), name_key(transfer.payee))
    if transfer.paid > transfer.cents:
        yield Problem("paid_too_much", {"cents": Money(transfer.cents)}, "paid")


def account_balances(
    people: Iterable[str], sheets: Iterable[Mapping[str, int]], postings: Iterable[Posting]
) -> dict[str, int]:
    """What everybody is up (above 0) or down by, first *people* in their order, then all others.

    *sheets* are the balances of sheets with money.
    """
    found = dict.fromkeys(people, 0)
    for sheet in sheets:
        for name, cents in sheet.items():
            found[name] = found.get(name, 0) + cents
    for posting in postings:
        for name, cents in posting.moved():
            found[name] = found.get(name, 0) + cents
    return found


def left_by(balances: Mapping[str, int], lines: Iterable[ListedTransfer]) -> dict[str, int]:
    """What the open lines of a settlement leave of these balances, where it is not 0.

    Nothing where they clear them; else rounds and costs since, and corrections of earlier ones.
    """
    found = dict(balances)
    for line in lines:
        found[line.payer] = found.get(line.payer, 0) + line.open_cents
        found[line.payee] = found.get(line.payee, 0) - line.open_cents
    return {name: cents for name, cents in found.items() if cents}


def payments_owed(
    balances: Mapping[str, int], lines: Sequence[ListedTransfer]
) -> tuple[Transfer, ...]:
    """Who pays whom to clear the balances: the one answer, wherever somebody asks.

    The *lines* of the open settlement that are still to be paid, as long as they clear the
    balances; the fewest payments where they do not, or where there is none.
    """
    if left_by(balances, lines):
        return fewest_transfers(balances)
    return tuple(Transfer(each.payer, each.payee, each.open_cents)
                 for each in lines if each.open_cents)  # fmt: skip


def fewest_transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments that bring every balance to 0, as few as `settle` finds."""
    names = list(balances)
    return tuple(
        Transfer(names[payer], names[payee], cents)
        for payer, payee, cents in settle(list(balances.values()))
    )
