"""The page value of a printed bill, put together of its texts: what its template sees."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from math import ceil
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.core.account import Settlement, account_balances
from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.bill import Bill
from scorekeeper.i18n.messages import BETWEEN_PHRASES, MINUS, Messages
from scorekeeper.i18n.text_direction import isolated
from scorekeeper.printing.paper_format import A4, DIGIT, NAMES, PADDING, WORDS, NameSize, name_size
from scorekeeper.printing.sheet_layout import heads
from scorekeeper.summary.bill_rows import (
    BillRow,
    RowKind,
    bill_rows,
    payment_rows,
    payments_heading,
    settlement_text,
    ticked_off,
)
from scorekeeper.summary.text_width import fitting, text_width

# What takes the printing process a few seconds at most: others wait for it.
ROWS_AT_MOST = 100  # of a kind: the earlier ones are one row
TOLD_AT_MOST = 30  # people in a row where nobody has a column
PEOPLE_AT_MOST = 200  # with their balance
SIGNING_AT_MOST = 60  # nobody passes a paper round among more
SETTLEMENTS_AT_MOST = 10  # the latest ones
TRANSFERS_AT_MOST = 30  # of one settlement
BESIDE_AT_MOST = 24  # balances or payments
BALANCE_SIZE, BALANCE_AT_MOST = 1.05, 14.0  # rem: a balance, and how wide one beside payments is
GROUP_WIDTH = round(34 / NAMES)  # what the name of a group has, in hundredths of its own size
AMOUNT_SIZES = (0.95, 0.85, 0.75)  # rem
SIGNATURES_AT_MOST = 5  # beside each other
NAME_SIZE = 0.95  # rem: a name above a column should stand in one line
WORDS_LEAST = 0.32  # of the width of the table, for what a row is about

Item = TypeVar("Item")


class BillList(NamedTuple, Generic[Item]):
    """The first items of a list under its heading, and how many *more* are left out, if any are."""

    heading: str
    items: tuple[Item, ...]
    more: str


Balances = BillList[tuple[str, str]]  # by how much whoever has this name is up or down


class BillLine(NamedTuple):
    """A row: what it moves, in a column for everybody, or where they are too many *told* in words.

    A line ends only between two texts of *told*.
    """

    day: str
    what: str
    columns: tuple[str, ...]
    told: tuple[str, ...]


class BillSection(NamedTuple):
    """All rows of a kind; the *rest* stands for earlier ones that are left out."""

    heading: str
    rest: BillLine | None
    lines: tuple[BillLine, ...]
    total: BillLine | None


class BillHeads(NamedTuple):
    """The names above the columns, the sizes of names and amounts, and the widths of columns.

    Lengths are in rem.
    """

    names: tuple[str, ...]
    size: float
    amount: float
    column: float
    day: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BillPaper:
    """Everything on a printed bill, which is *about* the group or its evening.

    The *group* (its name, or that this is a bill) has the size *name*. *paid* is what was
    paid without being part of the balances, if anything was. *heads* is None where nobody has a
    column. The *account* is that of everybody in the group on the bill of an evening, and None on
    that of the group. *signing* are rows of names.
    """

    about: str
    group: str
    name: NameSize
    title: str
    day: str
    names: str
    balances: Balances
    payments: BillList[str]
    paid: BillList[str] | None
    settlements_note: str
    settlements: tuple[BillList[str], ...]
    heads: BillHeads | None
    sections: tuple[BillSection, ...]
    total: BillLine | None
    account: Balances | None
    signing: tuple[tuple[str, ...], ...]

    @property
    def balance_width(self) -> float:
        """What the longest amount of a balance takes, in rem."""
        items = (*self.balances.items, *(self.account.items if self.account else ()))
        longest = max((len(amount) for _, amount in items), default=0)
        return BALANCE_SIZE * DIGIT * longest + PADDING

    @property
    def is_short(self) -> bool:
        """Whether balances and payments stand beside each other: both fit on the first page."""
        longest = max(len(self.balances.items), len(self.payments.items))
        return longest <= BESIDE_AT_MOST and self.balance_width <= BALANCE_AT_MOST


def bill_paper(bill: Bill, messages: Messages) -> BillPaper:
    """The page of a bill; of a long one the latest rows, and the sum of the earlier ones."""
    text, rows, day = messages.text, [*bill_rows(bill, messages)], messages.day(bill.day)
    group = fitting(bill.name or text("bill.heading"), GROUP_WIDTH)
    above = _heads(bill, rows, messages)
    columns = tuple(bill.balances) if above else ()
    title = text("bill.of_evening") if bill.evening else text("bill.of_group")
    account = text("bill.account_of", day=messages.day(bill.made_on))
    payments = [messages.payment(transfer) for transfer in bill.transfers]
    names = messages.first_of("bill.others", bill.people, PEOPLE_AT_MOST)
    return BillPaper(
        about=BETWEEN_PHRASES.join(part for part in (bill.name, title, day) if part),
        group=group,
        name=name_size(group, A4.width),
        title=title,
        day=day,
        names=messages.joined("text.comma", names),
        balances=_balances(text("bill.balance"), bill.balances, messages),
        payments=_listed(payments_heading(bill, messages), payments, PEOPLE_AT_MOST, messages),
        paid=_paid(bill, messages),
        settlements_note=text("bill.settlements_note") if bill.evening else "",
        settlements=tuple(_settlements(bill.settlements, messages)),
        heads=above,
        sections=tuple(_sections(rows, columns, messages)),
        total=_line(text("bill.balance"), bill.balances, columns, messages) if above else None,
        account=_balances(account, bill.account, messages) if bill.evening else None,
        signing=tuple(_signatures(bill.people)),
    )


def _line(
    what: str,
    cents: Mapping[str, int],
    columns: tuple[str, ...],
    messages: Messages,
    day: date | None = None,
) -> BillLine:
    """What moves money, in *columns* with these names above them, or where there are none told."""
    told = () if columns else tuple(_told(cents, messages))
    amounts = (_plain(cents[name], messages) if name in cents else "" for name in columns)
    return BillLine(messages.day(day) if day else "", what, tuple(amounts), told)


def _told(cents: Mapping[str, int], messages: Messages) -> Iterator[str]:
    """What everybody gets in words, in pieces between which a line may end."""
    text, some = messages.text, islice(cents.items(), TOLD_AT_MOST)
    moved = [text("text.pair", name=name, value=messages.signed_money(got)) for name, got in some]
    if rest := messages.left_out("bill.others", cents, TOLD_AT_MOST):
        moved.append(rest)
    _, between, _ = text("text.semicolon", first="\0", second="\0").split("\0")
    for at, piece in enumerate(moved, 1):
        yield isolated(piece) + (between.rstrip() if at < len(moved) else "")


def _sections(
    rows: Sequence[BillRow], columns: tuple[str, ...], messages: Messages
) -> Iterator[BillSection]:
    for kind in (RowKind.COST, RowKind.PAYMENT, RowKind.SETTLEMENT, RowKind.SHEET):
        of_kind = [row for row in rows if row.kind is kind]
        if not of_kind:
            continue
        earlier, shown = of_kind[:-ROWS_AT_MOST], of_kind[-ROWS_AT_MOST:]
        told = messages.text("bill.earlier", count=len(earlier))
        rest = _line(told, _sum(earlier), columns, messages) if earlier else None
        lines = (_line(row.what, row.cents, columns, messages, row.day) for row in shown)
        whole = _line(messages.text("sum.total"), _sum(of_kind), columns, messages)
        total = whole if len(of_kind) > 1 else None
        yield BillSection(messages.text(kind, count=len(of_kind)), rest, tuple(lines), total)


def _sum(rows: Sequence[BillRow]) -> Mapping[str, int]:
    return account_balances((), (row.cents for row in rows), ())


def _heads(bill: Bill, rows: Sequence[BillRow], messages: Messages) -> BillHeads | None:
    """What stands above the columns; None where there is no room for as many."""
    names = tuple(bill.balances)
    if not names:
        return None
    sums = [_sum([row for row in rows if row.kind is kind]) for kind in RowKind]
    moved = (*sums, bill.balances, *(row.cents for row in rows))
    amounts = {amount for cents in moved for amount in cents.values()}
    widest = DIGIT * max(len(_plain(amount, messages)) for amount in amounts)
    days = {messages.day(row.day) for row in rows if row.day}
    day = WORDS * max(map(text_width, days), default=0) + PADDING
    room = ((1 - WORDS_LEAST) * A4.width - day) / len(names)
    longest = NAMES * max(map(text_width, names))
    for size in AMOUNT_SIZES:
        column = widest * size + PADDING
        if column <= room:
            column = max(column, min(longest * NAME_SIZE + PADDING, room))
            above = heads(names, column)
            return BillHeads(above.names, above.size, size, column, day)
    return None


def _signatures(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Rows of names to sign above, equally long as far as can be; none for very many."""
    if not 0 < len(names) <= SIGNING_AT_MOST:
        return iter(())
    rows = ceil(len(names) / SIGNATURES_AT_MOST)
    count = ceil(len(names) / rows)
    return (names[start : start + count] for start in range(0, len(names), count))


def _plain(cents: int, messages: Messages) -> str:
    """An amount without the sign of its currency, which stands above the table."""
    return typed_cents(cents, messages.amount_format).replace("-", MINUS)


def _balances(heading: str, cents: Mapping[str, int], messages: Messages) -> Balances:
    told = [(name, messages.signed_money(balance)) for name, balance in cents.items()]
    more = messages.left_out("bill.more_people", told, PEOPLE_AT_MOST)
    return BillList(heading, tuple(told[:PEOPLE_AT_MOST]), more)


def _listed(heading: str, told: Sequence[str], at_most: int, messages: Messages) -> BillList[str]:
    more = messages.left_out("bill.more", told, at_most)
    return BillList(heading, tuple(told[:at_most]), more)


def _paid(bill: Bill, messages: Messages) -> BillList[str] | None:
    """The payments of an evening; None where there are none."""
    told = [row.what for row in payment_rows(bill.uncounted_payments, messages)]
    heading = messages.text("bill.uncounted")
    return _listed(heading, told, TRANSFERS_AT_MOST, messages) if told else None


def _settlements(listed: Sequence[Settlement[str]], messages: Messages) -> Iterator[BillList[str]]:
    """What was paid of the latest lists. What is owed stands elsewhere, as it is now."""
    every = ((settlement, ticked_off(settlement.transfers, messages)) for settlement in listed)
    paid = [(settlement, told) for settlement, told in every if told]
    for settlement, told in paid[-SETTLEMENTS_AT_MOST:]:
        heading = settlement_text(settlement, messages)
        yield _listed(heading, told, TRANSFERS_AT_MOST, messages)
