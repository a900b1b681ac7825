"""The forms for costs and payments, and for what was paid of a settlement."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from wtforms import Field, StringField

from scorekeeper.core.account import (
    SHARES_AT_MOST,
    WHAT_LENGTH,
    Cost,
    Payment,
    Transfer,
    completed_amounts,
    payment_problems,
)
from scorekeeper.core.amount_parsing import AmountFormat, cents_in, typed_cents
from scorekeeper.core.names import name_key
from scorekeeper.core.phrases import Money, Problem
from scorekeeper.core.shapes import Day, MalformedError, Text
from scorekeeper.core.typed_text import typed_text
from scorekeeper.web.account.form_fields import (
    AmountField,
    Group,
    PeopleField,
    PersonField,
    person_sent,
)
from scorekeeper.web.shared.forms import PageForm, TextField

PART = "part_"  # before the id of a person: their part of the cost
PART_NAME = re.compile(rf"{PART}([0-9]{{1,18}})", re.ASCII)
LINE = re.compile(r"(?P<place>[0-9]{1,6})-(?P<paid>[0-9]{1,18})")
ALL, BACK, ADD = "all", "back", "add"


class PeopleForm(PageForm):
    """A form in which people of a *group* are chosen; what is *corrected* stands in it at first.

    Amounts are *written* like that. In a large group only some people are offered: *add* is the
    name of somebody else, *added* are those who were found so far.
    """

    add = StringField(default="")
    added = PeopleField()
    do = StringField(default="")

    def __init__(
        self,
        group: Group,
        written: AmountFormat,
        formdata: Any = None,
        *,
        corrected: Cost[int] | Payment[int] | None = None,
        **shown: Any,
    ) -> None:
        standing = corrected if formdata is None else None
        super().__init__(formdata, obj=standing, meta={"group": group, "written": written}, **shown)
        self.group, self.corrected = group, corrected
        if standing is not None:
            self.fill_in(standing)

    def fill_in(self, value: Any) -> None:
        """Let a value stand in the fields that are not called as what they say of it."""
        self["amount"].process_data(value.cents)

    @property
    def is_adding(self) -> bool:
        """Whether somebody is to be offered before anything is saved: a name, or the button."""
        return bool(typed_text(self.add.data or "")) or self.do.data == ADD

    def add_person(self) -> bool:
        """Offer whoever has the name that was typed; False where nobody is called like that."""
        name = typed_text(self.add.data or "")
        given = self.group.given_names.items()
        by_name = {name_key(known): self.group.person(player) for player, known in given}
        person = by_name.get(name_key(name))
        if person is None:
            missing = Problem("missing", field="add")
            refused: Any = Problem("unknown_name", {"name": name}, "add") if name else missing
            self.add.errors = [refused]
            return False
        self.added.process_data([*self.added.data, person])
        self.add.data = ""
        return True


class PartsField(Field):
    """The amounts of those who share a cost, `part_<id>` each; `data` is what was typed, by person.

    Two ids of one person may be sent: one that is filled in counts. *value* are the parts of all
    who share it; None where they are equal.
    """

    value: tuple[int, ...] | None = None
    errors: Any

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take what was sent for everybody whom the group knows."""
        self.process_errors, self.data = [], dict[int, str]()
        for name in formdata or ():
            sent = PART_NAME.fullmatch(name)
            person = person_sent(self.meta.group, sent[1]) if sent else None
            if person is not None and (typed_text(formdata[name]) or person not in self.data):
                self.data[person] = formdata[name]

    @property
    def typed(self) -> Mapping[int, str]:
        """What was typed for everybody who has an amount."""
        return {person: text for person, text in self.data.items() if typed_text(text)}

    def read(self, people: Iterable[int]) -> Iterator[int | None]:
        """The amounts of people, None where there is none; what cannot be read is an error."""
        typed = self.typed
        for person in people:
            try:
                text = typed.get(person)
                yield None if text is None else cents_in(text, self.meta.written, low=0)
            except MalformedError as malformed:
                self.errors.append(malformed.problem(f"{PART}{person}"))


class CostForm(PeopleForm):
    """A cost; an amount for each of those who share it may be given or left blank.

    Those who share the cost that is *corrected* stay in its order, as odd cents fall on the first.
    """

    what = TextField(Text(WHAT_LENGTH), label="cost.what")
    amount = AmountField(label="money.amount")
    paid_by = PersonField(Problem("nobody_paid", incomplete=True))
    shared_by = PeopleField()
    parts = PartsField()
    date = TextField(Day(), optional=True, label="new.date")

    def fill_in(self, value: Any) -> None:
        """Let a cost stand in the form, with its parts where they are not equal."""
        super().fill_in(value)
        if value.amounts is not None:
            written = self.meta.written
            self.parts.data = {person: typed_cents(cents, written) for person, cents in value.parts}

    @property
    def sharers(self) -> tuple[int, ...]:
        """Those who share it, in the order in which they are saved."""
        first = self.corrected.shared_by if isinstance(self.corrected, Cost) else ()
        chosen = dict.fromkeys(self.shared_by.data)
        return tuple(own for own in (dict.fromkeys(first) | chosen) if own in chosen)

    @property
    def chosen(self) -> Collection[int | None]:
        """Who paid, who shares it, and who has an amount."""
        return {self.paid_by.data, *self.sharers, *self.parts.typed}

    @property
    def result(self) -> Cost[int]:
        """The cost, without an id of its own."""
        return Cost(
            what=self.what.value,
            cents=self.amount.value,
            amounts=self.parts.value,
            date=self.date.value,
            paid_by=self.paid_by.data,
            shared_by=self.sharers,
        )

    def validate_shared_by(self, field: Any) -> None:
        """Somebody shares it, and everybody is known."""
        if field.has_strangers:
            field.errors.append(Problem("unknown_person", field="shared_by"))
        if not self.sharers:
            field.errors.append(Problem("shared_by_nobody", field="shared_by", incomplete=True))
        if len(self.sharers) > SHARES_AT_MOST:
            field.errors.append(Problem("shared_by_many", {"high": SHARES_AT_MOST}, "shared_by"))

    def validate_parts(self, field: Any) -> None:
        """Only who shares it has an amount, and together they are no more than the cost."""
        sharers = dict.fromkeys(self.sharers)
        for person in field.typed:
            if person not in sharers:
                values = {"name": self.group.people[person]}
                field.errors.append(Problem("amount_without_share", values, f"{PART}{person}"))
        amounts, cents = list(field.read(sharers)), self.amount.value
        if any(other.errors for other in self) or amounts.count(None) == len(amounts):
            return
        given = sum(amount or 0 for amount in amounts)
        if None in amounts and given > cents:
            over = {"sum": Money(given), "cents": Money(cents)}
            field.errors.append(Problem("amounts_over", over, "amounts"))
        field.value = completed_amounts(cents, amounts)


class PaymentForm(PeopleForm):
    """A payment outside a settlement: who handed whom how much."""

    payer = PersonField(Problem("nobody_paid", incomplete=True))
    payee = PersonField(Problem("nobody_got", incomplete=True))
    amount = AmountField(label="money.amount")
    date = TextField(Day(), optional=True, label="new.date")

    @property
    def chosen(self) -> Collection[int | None]:
        """Payer and payee."""
        return self.payer.data, self.payee.data

    @property
    def result(self) -> Payment[int]:
        """The payment, without an id of its own."""
        payer, payee, cents = self.payer.data, self.payee.data, self.amount.value
        return Payment(payer=payer, payee=payee, cents=cents, date=self.date.value)

    def validate_payee(self, field: Any) -> None:
        """Nobody pays themselves."""
        if self.payer.data is not None:
            field.errors += payment_problems(self.payer.data, field.data)


MoneyForm = CostForm | PaymentForm


class PaidPartForm(PageForm):
    """What was paid of a line of a settlement: *do* is `all`, `part` with an *amount*, or `back`.

    *line* is the place of the line, from 0, and what was paid of it when the form was drawn,
    *currency* the one in which an amount was typed.
    """

    do = StringField(default=ALL)
    line = StringField(default="")
    amount = AmountField()
    currency = StringField(default="")

    @property
    def names_no_line(self) -> bool:
        """Whether a part was sent and nobody chose of which line."""
        return self.line.data == "" and self.do.data not in (ALL, BACK)

    @property
    def place_and_paid(self) -> tuple[int, int] | None:
        """The place of the line and the cents paid before; None where nothing of that was sent."""
        sent = LINE.fullmatch(self.line.data or "")
        return None if sent is None else (int(sent["place"]), int(sent["paid"]))

    def cents(self, line: Transfer[int], paid_before: int) -> int | None:
        """How much will have been paid of a line; None where the amount has an error."""
        if self.do.data == ALL:
            return line.cents
        if self.do.data == BACK:
            return 0
        self.amount.high = max(0, line.cents - paid_before)
        return paid_before + self.amount.value if self.validate() else None
