"""The account of a group: what everybody is up or down by, in whole cents; it adds up to 0.

A cent is the smallest unit of the currency: a hundredth of a euro, one yen. Costs, payments and
settlements are what the public file of a group holds (docs/sheet-file.md).
"""

import datetime
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any, Generic, TypeVar, cast

from scorekeeper.core.codec import Listing, Maybe, record_of
from scorekeeper.core.names import NAME, name_key
from scorekeeper.core.phrases import Money, Problem
from scorekeeper.core.shapes import Identifier, Text, Whole

CENTS_AT_MOST = 100_000_000  # of one cost or payment
SHARES_AT_MOST = 100
WHAT_LENGTH = 80
ID_LENGTH = 64
TRANSFERS_AT_MOST = 2_000
COUNTED_AT_MOST = 2_000  # sheets: as many as a group has
TRANSFER_AT_MOST = 10**15  # cents: more than all evenings of a group can come to

Id = Annotated[str, Identifier(ID_LENGTH)]
Cents = Annotated[int, Whole(1, CENTS_AT_MOST)]
TransferCents = Annotated[int, Whole(1, TRANSFER_AT_MOST)]
PaidCents = Annotated[int, Whole(0, TRANSFER_AT_MOST)]
What = Annotated[str, Text(WHAT_LENGTH)]
Counted = Maybe(Listing((Text(ID_LENGTH),), True, COUNTED_AT_MOST))  # read as ids of sheets are
Amounts = Annotated[tuple[int, ...], Listing((Whole(0, CENTS_AT_MOST),), True, SHARES_AT_MOST)]

# Somebody by name, as in a file and on paper, or by id, as in a database.
Person = TypeVar("Person", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost(Generic[Person]):
    """What was bought for how much, who paid it, and who owes which part of it.

    *amounts* are those of the people who share it, in their order; None: equal parts.
    """

    what: What
    cents: Cents
    amounts: Amounts | None = None
    date: datetime.date | None = None
    id: Id | None = None
    paid_by: Annotated[Person, NAME]
    shared_by: Annotated[tuple[Person, ...], Listing((NAME,), True, SHARES_AT_MOST)]

    @property
    def parts(self) -> tuple[tuple[Person, int], ...]:
        """Those who share it, each with their part; odd cents fall on the first of them."""
        amounts = self.amounts
        if amounts is None:
            amounts = equal_shares(self.cents, len(self.shared_by))
        return tuple(zip(self.shared_by, amounts, strict=True))

    def moved(self) -> Iterator[tuple[Person, int]]:
        """Who paid is up by all of it, everybody down by their part."""
        yield self.paid_by, self.cents
        for person, cents in self.parts:
            yield person, -cents

    def among(self, people: Mapping[Person, Other]) -> "Cost[Other]":
        """The cost with others, or names, in it; two who are the same share it once."""
        parts: dict[Other, int] = {}
        for person, cents in self.parts:
            parts[people[person]] = parts.get(people[person], 0) + cents
        return replace(
            cast(Cost[Other], self),
            amounts=self.amounts if len(parts) == len(self.shared_by) else tuple(parts.values()),
            paid_by=people[self.paid_by],
            shared_by=tuple(parts),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment(Generic[Person]):
    """Money that did change hands."""

    cents: Cents
    date: datetime.date | None = None
    id: Id | None = None
    payer: Annotated[Person, NAME]
    payee: Annotated[Person, NAME]

    def moved(self) -> Iterator[tuple[Person, int]]:
        """Who has paid owes that much less."""
        yield self.payer, self.cents
        yield self.payee, -self.cents

    def among(self, people: Mapping[Person, Other]) -> "Payment[Other]":
        """The payment with somebody else, or the name, of both."""
        payer, payee = people[self.payer], people[self.payee]
        return replace(cast(Payment[Other], self), payer=payer, payee=payee)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer(Generic[Person]):
    """*payer* should hand *payee* so many *cents*; of a line of a settlement so many are *paid*."""

    payer: Annotated[Person, NAME]
    payee: Annotated[Person, NAME]
    cents: TransferCents
    paid: PaidCents = 0

    @property
    def open_cents(self) -> int:
        """What is still to be paid; nothing between two names of one person."""
        return 0 if self.payer == self.payee else self.cents - self.paid

    def moved(self) -> Iterator[tuple[Person, int]]:
        """What was ticked off."""
        yield self.payer, self.paid
        yield self.payee, -self.paid

    def among(self, people: Mapping[Person, Other]) -> "Transfer[Other]":
        """The line with somebody else, or the name, of both."""
        payer, payee = people[self.payer], people[self.payee]
        return replace(cast(Transfer[Other], self), payer=payer, payee=payee)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Generic[Person]):
    """Who should pay whom, as it was worked out on that day; only what was paid moves money.

    *closed*: another settlement has taken its place. *sheets* are the ids in files of those that it
    was the first to count, where a file says or has said so.
    """

    id: Id
    date: datetime.date | None = None
    closed: bool = False
    sheets: Annotated[tuple[str, ...] | None, Counted] = None
    transfers: Annotated[
        tuple[Transfer[Person], ...],
        Listing((record_of(Transfer),), True, TRANSFERS_AT_MOST),
    ]

    @property
    def lines(self) -> dict[int, Transfer[Person]]:
        """Its transfers by their places, without those between two names of one person."""
        numbered = enumerate(self.transfers)
        return {place: line for place, line in numbered if line.payer != line.payee}

    @property
    def is_open(self) -> bool:
        """Whether something on it is still to be paid."""
        return not self.closed and any(line.open_cents for line in self.transfers)

    def moved(self) -> Iterator[tuple[Person, int]]:
        """What was ticked off."""
        for line in self.transfers:
            yield from line.moved()

    def among(self, people: Mapping[Person, Other]) -> "Settlement[Other]":
        """The settlement with somebody else, or the name, of everybody on it."""
        lines = tuple([line.among(people) for line in self.transfers])
        return replace(cast(Settlement[Other], self), transfers=lines)


Posting = Cost[Person] | Payment[Person] | Transfer[Person] | Settlement[Person]
"""What moves money; its `moved` says whose balance goes up (above 0) or down; together 0 cents."""


def equal_shares(cents: int, count: int) -> tuple[int, ...]:
    """An amount in so many parts, in whole cents; the odd cents fall on the first of them."""
    part, odd = divmod(cents, count)
    return tuple(part + (place < odd) for place in range(count))


def completed_amounts(cents: int, amounts: Sequence[int | None]) -> tuple[int, ...]:
    """The parts of an amount where some are given: the others (None) share the rest equally.

    Where more is given than there is, nothing is left for them.
    """
    rest = max(0, cents - sum(amount or 0 for amount in amounts))
    blanks = sum(amount is None for amount in amounts)
    others = iter(equal_shares(rest, blanks) if blanks else ())
    return tuple(next(others) if amount is None else amount for amount in amounts)


def cost_problems(cost: Cost[Any], people: Iterable[Hashable]) -> Iterator[Problem]:
    """Why nobody can share a cost like that; *people* are those who share it, told apart."""
    shared_by = list(people)
    if not shared_by:
        yield Problem("shared_by_nobody", field="shared_by", incomplete=True)
    elif len(set(shared_by)) < len(shared_by):
        yield Problem("shared_twice", field="shared_by")
    elif cost.amounts is not None and len(cost.amounts) != len(shared_by):
        yield Problem("list_length", {"count": len(shared_by)}, "amounts")
    elif cost.amounts is not None and sum(cost.amounts) != cost.cents:
        sums = {"sum": Money(sum(cost.amounts)), "cents": Money(cost.cents)}
        yield Problem("amounts_sum", sums, "amounts")


def payment_problems(payer: object, payee: object) -> Iterator[Problem]:
    """Why nobody can have paid anybody like that."""
    if payer == payee:
        yield Problem("pays_oneself", field="payee")


def transfer_problems(transfer: Transfer[str]) -> Iterator[Problem]:
    """Why a line of a settlement cannot be."""
    yield from payment_problems(name_key(transfer.payer), name_key(transfer.payee))
    if transfer.paid > transfer.cents:
        yield Problem("paid_too_much", {"cents": Money(transfer.cents)}, "paid")


def account_balances(
    people: Iterable[Person],
    sheets: Iterable[Mapping[Person, int]],
    postings: Iterable[Posting[Person]],
) -> dict[Person, int]:
    """What everybody is up (above 0) or down by, first *people* in their order, then all others.

    *sheets* are the balances of sheets with money.
    """
    balances = dict.fromkeys(people, 0)
    moved = chain.from_iterable(posting.moved() for posting in postings)
    for person, cents in chain(chain.from_iterable(sheet.items() for sheet in sheets), moved):
        balances[person] = balances.get(person, 0) + cents
    return balances
