"""The page value of a printed bill, put together of its texts."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import ceil

from scorekeeper.core.account import Settlement, account_balances
from scorekeeper.core.amount_parsing import typed_cents
from scorekeeper.core.bill import Bill
from scorekeeper.i18n.messages import BETWEEN_PHRASES, MINUS, Messages
from scorekeeper.i18n.text_direction import isolated
from scorekeeper.printing.bill_values import (
    BillBalance,
    BillHeads,
    BillLine,
    BillPaper,
    BillPayments,
    BillSection,
)
from scorekeeper.printing.block_heights import beside_game, game_size
from scorekeeper.printing.column_widths import PADDING, heads
from scorekeeper.printing.paper_format import PaperFormat, Size
from scorekeeper.printing.text_width import Face, shortened, text_width
from scorekeeper.summary.amounts import signed_amount
from scorekeeper.summary.bill_rows import (
    BillRow,
    RowKind,
    bill_rows,
    kind_text,
    settlement_text,
    uncounted_rows,
)
from scorekeeper.summary.bill_text import payment_texts, payments_heading

FORM = PaperFormat(Size.A4, lying=False)
# What takes the printing process a few seconds at most: others wait for it.
ROWS_AT_MOST = 100  # of a kind: the earlier ones are one row
TOLD_AT_MOST = 30  # people in a row where nobody has a column
PEOPLE_AT_MOST = 200  # with their balance
SIGNING_AT_MOST = 60  # nobody passes a paper round among more
SETTLEMENTS_AT_MOST = 10  # the latest ones
TRANSFERS_AT_MOST = 30  # of one settlement
GROUP_WIDTH = 34.0  # em of its own size that the name of a group has
AMOUNT_SIZES = (0.95, 0.85, 0.75)  # em
SIGNATURES_AT_MOST = 5  # beside each other
NAME_SIZE = 0.95  # em: a name above a column should stand in one line
WORDS_LEAST = 0.32  # of the width of the table, for what a row is about


def bill_paper(bill: Bill, messages: Messages) -> BillPaper:
    """The page of a bill; of a long one the latest rows, and the sum of the earlier ones."""
    text, rows = messages.text, bill_rows(bill, messages)
    group = shortened(bill.name or text("bill.heading"), Face.BOLD_FIGURES, GROUP_WIDTH)
    size = game_size(FORM, group, has_code=False)
    found = _heads(bill, rows, messages)
    lines = _Lines(bill, messages, has_columns=found is not None)
    day = messages.day(bill.day)
    title = text("bill.of_evening") if bill.evening else text("bill.of_group")
    payments = payment_texts(bill, messages)
    return BillPaper(
        about=BETWEEN_PHRASES.join(each for each in (bill.name, title, day) if each),
        group=group,
        group_size=f"{size:.2f}",
        beside_group=f"{beside_game(FORM, group, size):.2f}",
        title=title,
        day=day,
        names=_names(bill.people, messages),
        balances=_balances(bill.balances, messages),
        more_balances=_more(bill.balances, messages),
        payments_heading=payments_heading(bill, messages),
        payments=tuple(payments[:PEOPLE_AT_MOST]),
        more_payments=_more_payments(len(payments) - PEOPLE_AT_MOST, messages),
        paid=_paid(bill, messages),
        settlements_note=text("bill.settlements_note") if bill.evening else "",
        settlements=tuple(_settlements(bill.settlements, messages)),
        heads=found,
        sections=tuple(_sections(rows, lines, messages)),
        total=lines.sum_of(text("bill.balance"), bill.balances) if found else None,
        account_heading=text("bill.account_of", day=messages.day(bill.made_on)),
        account=_balances(bill.account, messages) if bill.evening else (),
        more_account=_more(bill.account, messages) if bill.evening else "",
        signing=tuple(_signatures(bill.people)),
        numbering=tuple(text("print.page", page="\0", pages="\0").split("\0")),
    )


class _Lines:
    """Rows of one bill as lines."""

    def __init__(self, bill: Bill, messages: Messages, *, has_columns: bool) -> None:
        self._names, self._messages = tuple(bill.balances), messages
        self._has_columns = has_columns

    def line(self, row: BillRow) -> BillLine:
        """A row as it stands."""
        day = self._messages.day(row.day) if row.day else ""
        return self._of(day, row.what, row.cents)

    def sum_of(self, what: str, cents: Mapping[str, int]) -> BillLine:
        """A sum of rows."""
        return self._of("", what, cents)

    def _of(self, day: str, what: str, cents: Mapping[str, int]) -> BillLine:
        if self._has_columns:
            columns = (_plain(cents[n], self._messages) if n in cents else "" for n in self._names)
            return BillLine(day, what, tuple(columns), ())
        text = self._messages.text
        moved = [
            text("text.pair", name=name, value=signed_amount(each, self._messages))
            for name, each in islice(cents.items(), TOLD_AT_MOST)
        ]
        if len(cents) > TOLD_AT_MOST:
            moved.append(text("bill.others", count=len(cents) - TOLD_AT_MOST))
        return BillLine(day, what, (), _in_pieces(moved, self._messages))


def _in_pieces(texts: Sequence[str], messages: Messages) -> tuple[str, ...]:
    """A list in words, in pieces between which a line may end, but not behind a sign."""
    _, between, _ = messages.text("text.semicolon", first="\0", second="\0").split("\0")
    ends = [between.rstrip()] * (len(texts) - 1) + [""]
    return tuple(f"{isolated(text)}{end}" for text, end in zip(texts, ends, strict=True))


def _sections(rows: Sequence[BillRow], lines: _Lines, messages: Messages) -> Iterator[BillSection]:
    for kind in (RowKind.COST, RowKind.PAYMENT, RowKind.SETTLEMENT, RowKind.SHEET):
        found = [row for row in rows if row.kind is kind]
        earlier, shown = found[:-ROWS_AT_MOST], found[-ROWS_AT_MOST:]
        if not shown:
            continue
        rest = total = None
        if earlier:
            told = messages.text("bill.earlier", count=len(earlier))
            rest = lines.sum_of(told, _sum(earlier))
        if len(found) > 1:
            total = lines.sum_of(messages.text("sum.total"), _sum(found))
        heading = kind_text(kind, len(found), messages)
        yield BillSection(heading, rest, tuple(map(lines.line, shown)), total)


def _sum(rows: Sequence[BillRow]) -> Mapping[str, int]:
    return account_balances((), (row.cents for row in rows), ())


def _heads(bill: Bill, rows: Sequence[BillRow], messages: Messages) -> BillHeads | None:
    """What stands above the columns; None where there is no room for as many."""
    if not bill.balances:
        return None
    sums = [_sum([row for row in rows if row.kind is kind]) for kind in RowKind]
    amounts = {each for cents in (*sums, bill.balances) for each in cents.values()}
    amounts |= {each for row in rows for each in row.cents.values()}
    widest = max(text_width(_plain(each, messages), Face.BOLD_FIGURES) for each in amounts)
    days = (messages.day(row.day) for row in rows if row.day)
    day = (max((text_width(each, Face.WORDS) for each in days), default=0) + PADDING) * FORM.em
    room = (1 - WORDS_LEAST) * FORM.width - day
    names = max(text_width(each, Face.BOLD_FIGURES) for each in bill.balances)
    named = min((names * NAME_SIZE + PADDING) * FORM.em, room / len(bill.balances))
    for size in AMOUNT_SIZES:
        column = (widest * size + PADDING) * FORM.em
        if len(bill.balances) * column <= room:
            column = max(column, named)
            found = heads(tuple(bill.balances), column, FORM)
            lengths = (found.size, size * FORM.em, column, day)
            return BillHeads(found.names, *(f"{each:.2f}" for each in lengths))
    return None


def _signatures(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Rows of names to sign above, equally long as far as can be; none for very many."""
    if len(names) > SIGNING_AT_MOST:
        return iter(())
    rows = ceil(len(names) / SIGNATURES_AT_MOST)
    each = ceil(len(names) / rows)
    return (names[start : start + each] for start in range(0, len(names), each))


def _plain(cents: int, messages: Messages) -> str:
    """An amount without the sign of its currency, which stands above the table."""
    return typed_cents(cents, messages.amount_format).replace("-", MINUS)


def _names(names: Sequence[str], messages: Messages) -> str:
    """Everybody on the bill, or the first of very many."""
    told = list(names[:PEOPLE_AT_MOST])
    if len(names) > PEOPLE_AT_MOST:
        told.append(messages.text("bill.others", count=len(names) - PEOPLE_AT_MOST))
    return messages.joined("text.comma", told)


def _balances(cents: Mapping[str, int], messages: Messages) -> tuple[BillBalance, ...]:
    shown = islice(cents.items(), PEOPLE_AT_MOST)
    return tuple(BillBalance(name, signed_amount(each, messages)) for name, each in shown)


def _more(cents: Mapping[str, int], messages: Messages) -> str:
    """How many balances are left out; nothing where all are there."""
    left_out = len(cents) - PEOPLE_AT_MOST
    return messages.text("bill.more_people", count=left_out) if left_out > 0 else ""


def _more_payments(left_out: int, messages: Messages) -> str:
    return messages.text("bill.more", count=left_out) if left_out > 0 else ""


def _paid(bill: Bill, messages: Messages) -> BillPayments | None:
    """The payments of an evening; None where there are none."""
    told = [row.what for row in uncounted_rows(bill, messages)]
    return _at_most(messages.text("bill.uncounted"), told, messages) if told else None


def _settlements(listed: Sequence[Settlement[str]], messages: Messages) -> Iterator[BillPayments]:
    """What was paid of the latest lists. What is owed stands elsewhere, as it is now."""
    paid = [(each, told) for each in listed if (told := list(_ticked_off(each, messages)))]
    for each, told in paid[-SETTLEMENTS_AT_MOST:]:
        yield _at_most(settlement_text(each, messages), told, messages)


def _at_most(heading: str, lines: Sequence[str], messages: Messages) -> BillPayments:
    """The first of these lines, and how many follow."""
    more = _more_payments(len(lines) - TRANSFERS_AT_MOST, messages)
    return BillPayments(heading, tuple(lines[:TRANSFERS_AT_MOST]), more)


def _ticked_off(settlement: Settlement[str], messages: Messages) -> Iterator[str]:
    for each in settlement.transfers:
        if each.paid and each.payer != each.payee:
            paid = messages.money(each.paid)
            yield messages.text("bill.paid", payer=each.payer, payee=each.payee, amount=paid)
