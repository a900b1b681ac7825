"""The lines of which the balance of one person in the account of a group is made.

Each also says what it came to at the moment of the latest settlement, so that what was corrected
since is told from what was settled.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property

from scorekeeper.core.account import Cost, ListedTransfer, Payment, Posting
from scorekeeper.core.days import local_day
from scorekeeper.services.account.money import GroupMoney
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.state import Account
from scorekeeper.services.group.entries import GroupEntryType, PaidTransfer
from scorekeeper.services.group.state import first_editions
from scorekeeper.store.rows import EntryRow, SheetRow

Balances = Mapping[int, int]  # cents by the id of a person


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
class PostingLine(StatementLine):
    """A cost, or a payment that stands on no list. *is_gone*: it was taken back since."""

    subject: int
    posting: Cost[int] | Payment[int]
    is_gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferLine(StatementLine):
    """What was paid of a line of the list of a *settlement*."""

    settlement: int
    transfer: ListedTransfer[int]


@dataclass(frozen=True)
class EarlierAccount:
    """A group when its latest settlement was written.

    *sheets* are what those that were changed since had come to, by their ids; None: not there yet.
    """

    money: GroupMoney = field(default_factory=GroupMoney)
    sheets: Mapping[int, Balances | None] = field(default_factory=dict)


@dataclass(frozen=True)
class LineFinder:
    """Finds the lines of a *person*, by their own id.

    *earlier* is None where nothing was settled so far.
    """

    account: Account
    person: int
    earlier: EarlierAccount | None

    def all_lines(self) -> Iterator[StatementLine]:
        """Every line, in no order."""
        money, then = self.account.money, self._money_then
        yield from self._sheets()
        yield from self._postings(GroupEntryType.COST, money.costs, then.costs)
        yield from self._postings(GroupEntryType.PAYMENT, money.payments, then.payments)
        yield from self._transfers()

    def _sheets(self) -> Iterator[StatementLine]:
        """The sheets with money at which the person sits, or had sat when it was settled."""
        results = {result.number: result for result in self.account.results}
        for row in self.account.rows:
            result = results.get(row.number)
            cents = None if result is None else self._of_person(result.balances)
            then = self._sheet_then(row.id, cents)
            if result is not None and (cents is not None or then):
                yield SheetLine(
                    day=result.day,
                    moment=row.created_at,
                    cents=cents or 0,
                    then=then,
                    row=row,
                    result=result,
                )

    def _postings(
        self,
        kind: GroupEntryType,
        now: Mapping[int, Cost[int] | Payment[int]],
        then: Mapping[int, Cost[int] | Payment[int]],
    ) -> Iterator[StatementLine]:
        """The costs or payments that move the balance, or moved it when it was settled."""
        for subject in dict.fromkeys([*then, *now]):
            posting = now.get(subject) or then[subject]
            cents, before = self._moved(now.get(subject)), self._moved(then.get(subject))
            if cents or before:
                moment = self._begun[kind, subject].written_at
                yield PostingLine(
                    day=posting.date or local_day(moment),
                    moment=moment,
                    cents=cents or 0,
                    then=before,
                    subject=subject,
                    posting=posting,
                    is_gone=subject not in now,
                )

    def _transfers(self) -> Iterator[StatementLine]:
        """What was paid of the lines of every list."""
        for subject, settlement in self.account.money.settlements.items():
            known = self._money_then.settlements.get(subject)
            for place, transfer in enumerate(settlement.transfers):
                before = known.transfers[place] if known and known.transfers[place].paid else None
                cents, then = self._moved(transfer), self._moved(before)
                if cents or then:
                    moment = self._ticked_at[subject, place]
                    yield TransferLine(
                        day=local_day(moment),
                        moment=moment,
                        cents=cents or 0,
                        then=then,
                        settlement=subject,
                        transfer=transfer,
                    )

    @property
    def _money_then(self) -> GroupMoney:
        return GroupMoney() if self.earlier is None else self.earlier.money

    @cached_property
    def _ticked_at(self) -> Mapping[tuple[int, int], datetime]:
        """When it was said last how much was paid, by the settlement and the place of the line."""
        state = self.account.state
        return {
            (value.settlement, value.transfer): entry.written_at
            for entry, value in zip(state.entries, state.values, strict=True)
            if isinstance(value, PaidTransfer)
        }

    @cached_property
    def _begun(self) -> Mapping[tuple[str, int], EntryRow]:
        return first_editions(self.account.state)

    def _moved(self, posting: Posting[int] | None) -> int | None:
        """What something moves the balance of the person by."""
        if posting is None:
            return None
        return sum(cents for person, cents in posting.moved() if person == self.person)

    def _of_person(self, balances: Balances | None) -> int | None:
        """The cents of the person; None where they did not sit there for money."""
        persons = self.account.state.persons
        own = [cents for id_, cents in (balances or {}).items() if persons.get(id_) == self.person]
        return sum(own) if own else None

    def _sheet_then(self, sheet_id: int, now: int | None) -> int | None:
        """What a sheet had come to when it was settled."""
        if self.earlier is None:
            return None
        if sheet_id not in self.earlier.sheets:
            return now
        balances = self.earlier.sheets[sheet_id]
        return None if balances is None else self._of_person(balances) or 0
