"""The types of entries that a group is made of beside its people and sheets.

A text that people say of their group is a field of `GroupDetails`, from which all that it needs but
words follows. Any other new type is one member of `GroupEntryType` with the shape of its data, a
key of `Archive`, and an entry in the evening of `tests/services/files/test_complete_export`; what a
group says once is in `SINGLE`, too. `checks` says what cannot be, `writing` what follows in other
tables; what its line in the history is called is the key `history.group.<type>`. What people write
about money by hand needs a value in `core/account`, and its form and words in `web/account`. People
stand in entries by id, so that who is called otherwise later is called so everywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any

from scorekeeper.core.account import (
    SHARES_AT_MOST,
    TRANSFERS_AT_MOST,
    Cost,
    PaidCents,
    Payment,
    Settlement,
    Transfer,
)
from scorekeeper.core.codec import Listing, Maybe, Record, record_of
from scorekeeper.core.names import NAME as PERSON_NAME
from scorekeeper.core.season import Season
from scorekeeper.core.shapes import Choice, Flag, Text, Whole
from scorekeeper.files.archive import GroupDetails
from scorekeeper.files.sheet import AgreedRules
from scorekeeper.services.journal.entries import StoredType
from scorekeeper.store.rows import SETTLEMENT

ID = Whole(0, 2**63 - 1)
NEW_PERSON = 0  # the subject of somebody who has no id yet

# What was paid of the lines of a settlement stands in entries of its own.
TRANSFERS = Listing((Record(Transfer, payer=ID, payee=ID),), True, TRANSFERS_AT_MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidTransfer:
    """How much was paid so far of line *transfer* (from 0) of the settlement of that subject."""

    settlement: Annotated[int, ID]
    transfer: Annotated[int, ID]
    cents: PaidCents

    @property
    def line(self) -> tuple[int, int]:
        """The settlement and the place of the line."""
        return self.settlement, self.transfer


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRules(AgreedRules):
    """The house rules and the stake with which a group begins its sheets of a *game*."""

    game: Annotated[str, Text(40)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherName:
    """Somebody is no person of their own, but another name of *person*."""

    person: Annotated[int, ID]


def people_in(value: Any) -> Iterator[int]:
    """The ids of everybody who takes part in what an entry says about money."""
    if isinstance(value, Cost):
        yield from (value.paid_by, *value.shared_by)
    elif isinstance(value, Payment | Transfer):
        yield from (value.payer, value.payee)
    elif isinstance(value, Settlement):
        yield from chain.from_iterable(map(people_in, value.transfers))


class LinkKind(StrEnum):
    """Which of the secret links: the one that writes, or one that looks."""

    WRITE = "write"
    LOOK = "look"
    SHEET = "sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplacedLink:
    """Which link was replaced, never the link itself; *sheet* is the number of the sheet."""

    kind: Annotated[LinkKind, Choice(LinkKind)]
    sheet: Annotated[int | None, Maybe(ID)] = None


# No data are a bare number: SQLite would not keep it as the text of a JSON value.
class GroupEntryType(StoredType):
    """What an entry of a group is about; *subject* is the id of a person, or counts from 1.

    What a group says once is of subject 0. What somebody was called before anybody renamed them
    becomes their first edition together with the second one.
    """

    NAME: "GroupEntryType"  # for whoever reads types: made below, as that of every detail is
    vars().update(
        {told.name.upper(): (told.name, told.shape) for told in record_of(GroupDetails).members}
    )
    CURRENCY = "currency", Text(3, 3)
    PERSON = "person", PERSON_NAME  # what the person of this id is called from now on
    SAME_AS = "same_as", record_of(OtherName)  # what the person of this id is another name of
    RULES = "rules", record_of(GroupRules)
    COST = "cost", Record(Cost, paid_by=ID, shared_by=Listing((ID,), True, SHARES_AT_MOST))
    PAYMENT = "payment", Record(Payment, payer=ID, payee=ID)
    SETTLEMENT = SETTLEMENT, Record(Settlement, transfers=TRANSFERS)
    PAID = "paid", record_of(PaidTransfer)
    LINK = "link", record_of(ReplacedLink)
    SEASON = "season", record_of(Season)
    FIGURES = "figures", Flag()  # whether pages tell what everybody did


DETAILS = tuple(GroupEntryType(told.name) for told in record_of(GroupDetails).members)
# What a group says once, of subject 0, and its file under the same word; the currency, which has a
# column of its own, aside.
SINGLE = (*DETAILS, GroupEntryType.FIGURES)
# What people write about money by hand, which moves it at once.
BY_HAND = (GroupEntryType.COST, GroupEntryType.PAYMENT)
