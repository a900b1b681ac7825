"""The form for a cost: what for, how much, who paid it, who shares it."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from wtforms.form import BaseForm

from scorekeeper.core.account import SHARES_AT_MOST, WHAT_LENGTH, Cost, completed_amounts
from scorekeeper.core.phrases import Money, Problem
from scorekeeper.core.shapes import Text
from scorekeeper.web.forms.amount_field import AmountField
from scorekeeper.web.forms.fields import TextField
from scorekeeper.web.forms.money_fields import FormContext, MoneyForm
from scorekeeper.web.forms.person_fields import PeopleField, PersonField

PART = "part_"  # before the id of a person: their part of the cost
PART_NAME = re.compile(rf"{PART}([0-9]{{1,18}})", re.ASCII)


class CostForm(MoneyForm):
    """A cost; an amount for each of those who share it (`part_<id>`) may be given or left blank.

    Those who share the cost that is *corrected* stay in its order, as odd cents fall on the first.
    """

    what = TextField(default="")
    paid_by = PersonField(default="")
    shared_by = PeopleField()

    def __init__(
        self,
        around: FormContext,
        formdata: Any = None,
        *,
        corrected: Cost | None = None,
        **data: Any,
    ) -> None:
        super().__init__(around, formdata, **data)
        ids = {name: each for each, name in around.people.names.items()}
        self._first = [ids[name] for name in corrected.shared_by] if corrected else []
        names = (PART_NAME.fullmatch(name) for name in formdata or ())
        self._parts = dict(self._read_parts([found[1] for found in names if found], formdata))

    @classmethod
    def of(cls, cost: Cost, around: FormContext) -> "CostForm":
        """The form in which a cost stands, to be corrected."""
        ids = {name: str(each) for each, name in around.people.names.items()}
        form = cls(
            around,
            corrected=cost,
            what=cost.what,
            paid_by=ids[cost.paid_by],
            shared_by=[ids[name] for name in cost.shared_by],
            date=cost.date.isoformat() if cost.date else "",
        )
        form.amount.fill(cost.cents, around.written)
        parts = dict(zip(cost.shared_by, cost.amounts or (), strict=False))
        form._parts = dict(form._read_parts([ids[name] for name in parts], None))
        for name, cents in parts.items():
            form._parts[int(ids[name])].fill(cents, around.written)
        return form

    def part(self, person: int) -> str:
        """What stands in the field for somebody's part."""
        field = self._parts.get(person)
        return "" if field is None else field.data or ""

    @property
    def sharers(self) -> tuple[int, ...]:
        """Those who share it, in the order in which they are saved."""
        return self.shared_by.people(self.people, self._first)

    @property
    def chosen(self) -> Collection[int | None]:
        """Who paid, who shares it, and who has an amount."""
        return {self.paid_by.person(self.people), *self.sharers, *self._with_amount}

    def fields(self, problems: list[Problem]) -> Mapping[str, Any] | None:
        """The cost by the names of its fields; None with what is wrong added to *problems*."""
        no_payer = Problem("nobody_paid", field="paid_by", incomplete=True)
        found = {
            "what": self.what.read(Text(WHAT_LENGTH), problems),
            "cents": self.amount.read(self.written, problems),
            "paid_by": self.paid_by.read(self.people, problems, no_payer),
            "shared_by": self.shared_by.read(self.people, problems, self._first),
        }
        problems += self._sharing_problems()
        found["amounts"] = self._amounts(found["cents"], problems)
        found["date"] = self.day(problems)
        return None if problems else found

    def _read_parts(self, ids: Sequence[str], formdata: Any) -> Iterator[tuple[int, AmountField]]:
        """The field for the part of everybody whom the group knows; of two one that is filled."""
        fields: dict[str, Any] = {each: AmountField() for each in ids}
        parts: Any = BaseForm(fields, prefix=PART)
        parts.process(formdata)
        found = [(self.people.by_id(each), parts[each]) for each in ids]
        for person, field in sorted(found, key=lambda pair: not pair[1].is_empty):
            if person is not None:
                yield person, field

    @property
    def _with_amount(self) -> list[int]:
        return [person for person, field in self._parts.items() if not field.is_empty]

    def _sharing_problems(self) -> Iterator[Problem]:
        if not self.sharers:
            yield Problem("shared_by_nobody", field="shared_by", incomplete=True)
        if len(self.sharers) > SHARES_AT_MOST:
            yield Problem("shared_by_many", {"high": SHARES_AT_MOST}, "shared_by")
        for person in self._with_amount:
            if person not in self.sharers:
                name = self.people.names[person]
                yield Problem("amount_without_share", {"name": name}, f"{PART}{person}")

    def _amounts(self, cents: int | None, problems: list[Problem]) -> tuple[int, ...] | None:
        """The parts of those who share it; None where all are equal."""
        found = [self._read_part(person, problems) for person in self.sharers]
        if cents is None or problems or all(each is None for each in found):
            return None
        given = sum(each or 0 for each in found)
        if None in found and given > cents:
            values = {"sum": Money(given), "cents": Money(cents)}
            problems.append(Problem("amounts_over", values, "amounts"))
        return completed_amounts(cents, found)

    def _read_part(self, person: int, problems: list[Problem]) -> int | None:
        field, found = self._parts.get(person), list[Problem]()
        if field is None or field.is_empty:
            return None
        cents: int | None = field.read(self.written, found, low=0)
        problems += [Problem(each.code, each.values, f"{PART}{person}") for each in found]
        return cents
