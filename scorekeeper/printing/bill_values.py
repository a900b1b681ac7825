"""Frozen page values of a printed bill: what its template sees."""

from dataclasses import dataclass

BESIDE_AT_MOST = 24  # balances or payments


@dataclass(frozen=True, slots=True)
class BillBalance:
    """What somebody is up or down by."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class BillLine:
    """A row: what it moves, in a column for everybody, or where they are too many *told* in words.

    A line ends only between two texts of *told*.
    """

    day: str
    what: str
    columns: tuple[str, ...]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BillSection:
    """All rows of a kind; the *rest* stands for earlier ones that are left out."""

    heading: str
    rest: BillLine | None
    lines: tuple[BillLine, ...]
    total: BillLine | None


@dataclass(frozen=True, slots=True)
class BillPayments:
    """A list of payments, made or to be made; so many lines *more* are left out."""

    heading: str
    lines: tuple[str, ...]
    more: str


@dataclass(frozen=True, slots=True)
class BillHeads:
    """The names above the columns, the sizes of names and amounts, and the widths of columns.

    Lengths are in millimetres, as CSS writes them.
    """

    names: tuple[str, ...]
    size: str
    amount: str
    column: str
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BillPaper:
    """Everything on a printed bill, which is *about* the group or its evening.

    The *group* (its name, or that this is a bill) has a *group_size*, and suits *beside_group*, in
    millimetres. *paid* is what was paid without being part of the balances, if anything was.
    *more_balances*, *more_payments* and *more_account* say how many of very many are left out.
    *heads* is None where nobody has a column. The *account* is that of everybody in
    the group on the bill of an evening, and empty on that of the group. *signing* are rows of
    names, and *numbering* stands around the number of a page and that of all.
    """

    about: str
    group: str
    group_size: str
    beside_group: str
    title: str
    day: str
    names: str
    balances: tuple[BillBalance, ...]
    more_balances: str
    payments_heading: str
    payments: tuple[str, ...]
    more_payments: str
    paid: BillPayments | None
    settlements_note: str
    settlements: tuple[BillPayments, ...]
    heads: BillHeads | None
    sections: tuple[BillSection, ...]
    total: BillLine | None
    account_heading: str
    account: tuple[BillBalance, ...]
    more_account: str
    signing: tuple[tuple[str, ...], ...]
    numbering: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether balances and payments stand beside each other: both fit on the first page."""
        return max(len(self.balances), len(self.payments)) <= BESIDE_AT_MOST
