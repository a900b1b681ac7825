"""The lines of which the balance of one person in the account of a group is made.

Each also says what it came to at the moment of the latest settlement, so that what was corrected
since is told from what was settled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import TypedDict, TypeVar

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Posting
from scorekeeper.core.days import local_day
from scorekeeper.services.account import Account
from scorekeeper.services.earlier_balances import EarlierBalances
from scorekeeper.services.group_entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group_money import GroupMoney
from scorekeeper.services.group_state import first_editions
from scorekeeper.services.sheet_results import SheetResult
from scorekeeper.store.rows import SheetRow

NO_MONEY = GroupMoney({}, {}, {})

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """Something that moves a balance by so many *cents*; written at *moment*, for a *day*.

    *then* is what it came to when the latest settlement was written: None where it was not there
    yet, or nothing was ever settled.
    """

    day: date
    moment: datetime
    cents: int
    then: int | None

    @property
    def is_corrected(self) -> bool:
        """Whether it was settled as something else than it comes to now."""
        return self.then is not None and self.then != self.cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine(StatementLine):
    """A sheet with money."""

    row: SheetRow
    result: SheetResult


@dataclass(frozen=True, slots=True, kw_only=True)
class CostLine(StatementLine):
    """A cost: what the person paid of it, less their part. *is_gone*: it was taken back since."""

    subject: int
    cost: Cost
    is_gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLine(StatementLine):
    """A payment that stands on no list. *is_gone*: it was taken back since."""

    subject: int
    payment: Payment
    is_gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferLine(StatementLine):
    """What was paid of a line of the list of a *settlement*."""

    settlement: int
    transfer: ListedTransfer


@dataclass(frozen=True)
class EarlierAccount:
    """A group when its latest settlement was written: its money, and the sheets changed since."""

    money: GroupMoney = NO_MONEY
    sheets: Mapping[int, EarlierBalances] = field(default_factory=dict)


@dataclass(frozen=True)
class LineFinder:
    """Finds the lines of the person of this *name*; *names* are those of everybody by id.

    *earlier* is None where nothing was settled so far.
    """

    account: Account
    names: Mapping[int, str]
    name: str
    earlier: EarlierAccount | None

    def all_lines(
        self, rows: Sequence[SheetRow], results: Sequence[SheetResult]
    ) -> Iterator[StatementLine]:
        """Every line; *rows* are all sheets of the group and *results* what they add."""
        found = {each.number: each for each in results}
        yield from self._sheets((row, found[row.number]) for row in rows if row.number in found)
        yield from self._costs()
        yield from self._payments()
        yield from self._transfers()

    def _sheets(self, sheets: Iterator[tuple[SheetRow, SheetResult]]) -> Iterator[StatementLine]:
        """Those with money at which the person sits, or had sat when it was settled."""
        for row, result in sheets:
            cents = self._of_person(result.balances)
            then = self._sheet_then(row.id, cents)
            if cents is not None or then:
                yield SheetLine(
                    day=result.day,
                    moment=row.created_at,
                    cents=cents or 0,
                    then=then,
                    row=row,
                    result=result,
                )

    def _costs(self) -> Iterator[StatementLine]:
        for subject, now, then in _both(self.account.money.costs, self._money_then.costs):
            cost = now or then
            moved = _Moved(cents=_moved(now, self.name), then=self._moved_then(then))
            if cost is not None and any(moved.values()):
                moment = self._moment(GroupEntryType.COST, subject)
                yield CostLine(
                    day=cost.date or local_day(moment),
                    moment=moment,
                    subject=subject,
                    cost=cost,
                    is_gone=now is None,
                    **moved,
                )

    def _payments(self) -> Iterator[StatementLine]:
        for subject, now, then in _both(self.account.money.payments, self._money_then.payments):
            payment = now or then
            moved = _Moved(cents=_moved(now, self.name), then=self._moved_then(then))
            if payment is not None and any(moved.values()):
                moment = self._moment(GroupEntryType.PAYMENT, subject)
                yield PaymentLine(
                    day=payment.date or local_day(moment),
                    moment=moment,
                    subject=subject,
                    payment=payment,
                    is_gone=now is None,
                    **moved,
                )

    def _transfers(self) -> Iterator[StatementLine]:
        for subject, place, now, then in self._listed_transfers():
            moved = _Moved(
                cents=_moved_by(now, self.name),
                then=_moved_by(then, self.name) if then is not None and then.paid else None,
            )
            if any(moved.values()):
                moment = self._ticked_at[subject, place]
                yield TransferLine(
                    day=local_day(moment),
                    moment=moment,
                    settlement=subject,
                    transfer=now,
                    **moved,
                )

    def _listed_transfers(
        self,
    ) -> Iterator[tuple[int, int, ListedTransfer, ListedTransfer | None]]:
        """Every line of every list, with what it was when the latest one was written."""
        for subject, settlement in self.account.money.settlements.items():
            known = self._money_then.settlements.get(subject)
            before = () if known is None else known.transfers
            for place, transfer in enumerate(settlement.transfers):
                yield subject, place, transfer, before[place] if known is not None else None

    @property
    def _money_then(self) -> GroupMoney:
        return NO_MONEY if self.earlier is None else self.earlier.money

    @cached_property
    def _ticked_at(self) -> Mapping[tuple[int, int], datetime]:
        """When it was said last how much was paid, by the settlement and the place of the line."""
        state, kind = self.account.state, GroupEntryType.PAID
        found: dict[tuple[int, int], datetime] = {}
        for entry in state.entries:
            if entry.type == kind and entry.data is not None:
                paid: PaidTransfer = kind.read(entry.data)
                found[paid.settlement, paid.transfer] = entry.written_at
        return found

    @cached_property
    def _moments(self) -> Mapping[tuple[str, int], datetime]:
        editions = first_editions(self.account.state)
        return {line: entry.written_at for line, entry in editions.items()}

    def _moment(self, kind: GroupEntryType, subject: int) -> datetime:
        return self._moments[kind, subject]

    def _moved_then(self, posting: Posting | None) -> int | None:
        return None if posting is None else _moved(posting, self.name)

    def _of_person(self, balances: Mapping[int, int] | None) -> int | None:
        """The cents of the person; None where they did not sit there for money."""
        own = [
            cents
            for person, cents in (balances or {}).items()
            if self.names.get(person) == self.name
        ]
        return sum(own) if own else None

    def _sheet_then(self, sheet_id: int, now: int | None) -> int | None:
        """What a sheet had come to when it was settled."""
        if self.earlier is None:
            return None
        changed = self.earlier.sheets.get(sheet_id)
        if changed is None:
            return now
        return None if changed.balances is None else self._of_person(changed.balances) or 0


class _Moved(TypedDict):
    """What a line comes to now, and what it came to when it was settled."""

    cents: int
    then: int | None


def _both(
    now: Mapping[int, Value], then: Mapping[int, Value]
) -> Iterator[tuple[int, Value | None, Value | None]]:
    """Every subject that is there now, or was there then."""
    for subject in dict.fromkeys([*then, *now]):
        yield subject, now.get(subject), then.get(subject)


def _moved(posting: Posting | None, name: str) -> int:
    """What something moves the balance of somebody by."""
    return 0 if posting is None else sum(cents for who, cents in posting.moved() if who == name)


def _moved_by(transfer: ListedTransfer, name: str) -> int:
    return transfer.paid * ((transfer.payer == name) - (transfer.payee == name))
