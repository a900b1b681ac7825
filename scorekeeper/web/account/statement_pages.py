"""The statement of one person: the account line by line."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from scorekeeper.core.account import Cost, Payment, Transfer
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages
from scorekeeper.services.account.sheet_results import SheetResult
from scorekeeper.services.account.statements import Statement, StatementLine
from scorekeeper.services.group.entries import GroupEntryType
from scorekeeper.web.history.group_pages import page_of
from scorekeeper.web.history.pages import PageAddress
from scorekeeper.web.shared.paging import ListPage, list_page
from scorekeeper.web.shared.titles import number_in_day

LINES_AT_MOST = 50  # of a page


class AccountLine(NamedTuple):
    """Something that moves money in words, and the page of it.

    *note* says what was corrected since it was settled, if anything was.
    """

    day: date
    what: str
    amount: str
    leads_to: PageAddress | None
    title: str = ""
    details: str = ""
    note: str = ""


@dataclass(frozen=True)
class StatementPage:
    """One of the *pages* of a statement in words."""

    statement: Statement
    messages: Messages
    pages: ListPage

    @cached_property
    def lines(self) -> tuple[AccountLine, ...]:
        """The lines of the page, latest first."""
        oldest_first = self.statement.lines[::-1]
        return tuple(map(self._line, reversed(oldest_first[self.pages.start : self.pages.end])))

    @property
    def balance(self) -> str:
        """What the person is up or down by."""
        return self.messages.signed_money(self.statement.balance)

    @property
    def meaning(self) -> str:
        """Whether they get that, or owe it."""
        if not self.statement.balance:
            return self.messages.text("statement.quits")
        is_up = self.statement.balance > 0
        return self.messages.text("statement.gets" if is_up else "statement.owes")

    @property
    def news(self) -> str:
        """What came on top of the latest settlement; empty where nothing was ever settled."""
        settled, cents = self.statement.settled, self.statement.new_difference
        if settled is None:
            return ""
        day = self.messages.day(settled.day)
        if not cents:
            return self.messages.text("statement.nothing_new", day=day)
        return self.messages.text(
            "statement.new", day=day, amount=self.messages.signed_money(cents)
        )

    @cached_property
    def put_away(self) -> frozenset[int]:
        """The numbers of the sheets that were put away."""
        return frozenset(row.number for row in self.statement.account.rows if row.put_away)

    def _line(self, line: StatementLine) -> AccountLine:
        """A line, whatever it is about."""
        amount, note = self.messages.signed_money(line.cents), self._note(line)
        told = AccountLine(line.day, "", amount, None, note=note)
        match line.about:
            case SheetResult() as result:
                return self._sheet(told, line.number, result)
            case Cost() as cost:
                address = page_of(GroupEntryType.COST, line.number)
                return told._replace(what=cost.what, details=self._cost(cost), leads_to=address)
            case Payment() as payment:
                address = page_of(GroupEntryType.PAYMENT, line.number)
                pays, name = self._other(payment)
                key = "statement.payment_to" if pays else "statement.payment_from"
                return told._replace(what=self.messages.text(key, name=name), leads_to=address)
            case Transfer() as transfer:
                address = PageAddress("account.settlement", {"settlement": line.number})
                pays, name = self._other(transfer)
                key = "statement.settled_to" if pays else "statement.settled_from"
                return told._replace(what=self.messages.text(key, name=name), leads_to=address)

    def _sheet(self, told: AccountLine, number: int, result: SheetResult) -> AccountLine:
        text, place = self.messages.text, self.statement.account.places.get(number, 1)
        details = (
            "" if result.is_over else text("group.open"),
            text("statement.put_away") if number in self.put_away else "",
        )
        return told._replace(
            what=text(f"{result.game}.name"),
            title=result.title or number_in_day(place, told.day, self.messages),
            details=BETWEEN_PHRASES.join(filter(None, details)),
            leads_to=PageAddress("sheet_money.show", {"number": number}),
        )

    def _cost(self, cost: Cost[int]) -> str:
        """Who paid how much, and which part of it is the person's."""
        person, payer = self.statement.person, self.statement.account.names[cost.paid_by]
        part = self.messages.money(sum(cents for sharer, cents in cost.parts if sharer == person))
        key = "statement.paid_for_all" if cost.paid_by == person else "statement.part"
        amount = self.messages.money(cost.cents)
        return self.messages.text(key, name=payer, amount=amount, part=part)

    def _other(self, money: Payment[int] | Transfer[int]) -> tuple[bool, str]:
        """Whether the person has handed it to somebody, and the name of the other one."""
        pays = money.payer == self.statement.person
        return pays, self.statement.account.names[money.payee if pays else money.payer]

    def _note(self, line: StatementLine) -> str:
        """What a line came to when it was settled, where that is something else."""
        settled = self.statement.settled
        if line.then is None or not line.is_corrected or settled is None:
            return ""
        day, then = self.messages.day(settled.day), self.messages.signed_money(line.then)
        if line.is_gone:
            return self.messages.text("statement.gone", day=day, then=then)
        now = self.messages.signed_money(line.cents)
        return self.messages.text("statement.corrected", day=day, then=then, now=now)


def statement_page(statement: Statement, messages: Messages, wanted: int | None) -> StatementPage:
    """The page that begins with line number *wanted*, or the one with the latest lines."""
    pages = list_page(len(statement.lines), wanted, LINES_AT_MOST)
    return StatementPage(statement, messages, pages)
