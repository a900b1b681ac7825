"""What templates see of the forms for costs and payments: fields, and people to choose from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wtforms import StringField

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.account.entry_forms import PART, CostForm, PaymentForm
from scorekeeper.web.account.form_fields import PersonField
from scorekeeper.web.shared.field_values import (
    FieldValue,
    Refusal,
    Texts,
    placed_text,
    texts_by_field,
)

OFFERED_AT_MOST = (
    50  # rows that a thumb still scrolls past; whoever stands in the form is always one
)
CELLS_AT_MOST = 12  # more names are a list that unfolds


@dataclass(frozen=True, slots=True)
class PersonOption:
    """Somebody to choose."""

    id: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """One person to be chosen in the field of this *name*."""

    name: str
    options: tuple[PersonOption, ...]
    problems: Texts

    @property
    def is_short(self) -> bool:
        """Whether all fit beside each other as buttons."""
        return len(self.options) <= CELLS_AT_MOST


@dataclass(frozen=True, slots=True)
class AddField:
    """The field for the name of somebody who is not offered; *added* are ids that were found."""

    name: FieldValue
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyFields:
    """The fields that both forms have; *add* is None where everybody is offered.

    The amount is in the *currency*; *refusals* are all problems, for the head of the form.
    """

    amount: FieldValue
    currency: str
    date: FieldValue
    add: AddField | None
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentFields(MoneyFields):
    """The form for a payment."""

    payer: PersonChoice
    payee: PersonChoice


@dataclass(frozen=True, slots=True)
class ShareRow:
    """Somebody who may share a cost, with the field for their part."""

    id: int
    name: str
    shares: bool
    amount: FieldValue


@dataclass(frozen=True, slots=True, kw_only=True)
class CostFields(MoneyFields):
    """The form for a cost; *shared_problems* are those of all who share it together."""

    what: FieldValue
    paid_by: PersonChoice
    rows: tuple[ShareRow, ...]
    shared_problems: Texts


def people_offered(form: CostForm | PaymentForm) -> Mapping[int, str]:
    """The names to choose from by id, in the order of the group.

    Where there are too many, those who stand in the form, and as many of the last others as there
    is room for.
    """
    names = form.around.names
    wanted = {*form.added.value, *form.chosen}
    kept = {person for person in names if person in wanted}
    others = [person for person in names if person not in kept]
    room = max(0, OFFERED_AT_MOST - len(kept))
    kept.update(others[-room:] if room else ())
    return {person: name for person, name in names.items() if person in kept}


def money_fields(form: CostForm | PaymentForm, messages: Messages) -> CostFields | PaymentFields:
    """The form with every problem at its field."""
    said = _FormInWords(form, messages)
    if isinstance(form, CostForm):
        return _cost_fields(form, said)
    payer, payee = said.choice(form.payer), said.choice(form.payee)
    return PaymentFields(**said.shared({}), payer=payer, payee=payee)


def _cost_fields(form: CostForm, said: "_FormInWords") -> CostFields:
    labels = {f"{PART}{person}": name for person, name in said.people.items()}
    sharers = {*form.sharers}
    return CostFields(
        **said.shared({"what": said.messages.text("cost.what"), **labels}),
        what=said.value(form.what),
        paid_by=said.choice(form.paid_by),
        rows=tuple(
            ShareRow(
                person,
                name,
                person in sharers,
                FieldValue(form.parts.data.get(person, ""), said.texts.get(f"{PART}{person}", ())),
            )
            for person, name in said.people.items()
        ),
        shared_problems=said.texts.get("shared_by", ()) + said.texts.get("amounts", ()),
    )


@dataclass(frozen=True)
class _FormInWords:
    """A form with the people it offers, and its problems by field."""

    form: CostForm | PaymentForm
    messages: Messages

    @cached_property
    def people(self) -> Mapping[int, str]:
        """The names to choose from by id."""
        return people_offered(self.form)

    @cached_property
    def texts(self) -> Mapping[str | None, Texts]:
        """The problems in words, by the name of their field."""
        return texts_by_field(self.form.problems, "", self.messages)

    def value(self, field: StringField) -> FieldValue:
        """A field for text."""
        return FieldValue(field.data or "", self.texts.get(field.short_name, ()))

    def choice(self, field: PersonField) -> PersonChoice:
        """The choice of one of those who are offered."""
        chosen, people = field.value, self.people.items()
        options = (PersonOption(person, name, person == chosen) for person, name in people)
        problems = self.texts.get(field.short_name, ())
        return PersonChoice(field.short_name, tuple(options), problems)

    def shared(self, labels: Mapping[str, str]) -> dict[str, Any]:
        """What both forms have.

        *labels* are the names of those of their own fields whose problems do not say what they are
        about.
        """
        form, text = self.form, self.messages.text
        add = AddField(self.value(form.add), form.added.value)
        labels = {"amount": text("money.amount"), "date": text("new.date"), **labels}
        return {
            "amount": self.value(form.cents),
            "currency": self.messages.currency,
            "date": self.value(form.date),
            "add": None if len(self.people) == len(form.around.names) else add,
            "refusals": tuple(self._refusal(problem, labels) for problem in form.problems),
        }

    def _refusal(self, problem: Problem, labels: Mapping[str, str]) -> Refusal:
        placed, label = placed_text(problem, "", self.messages), labels.get(problem.field or "")
        text = placed.text
        if label is not None and "name" not in problem.values:
            text = self.messages.text("text.marked", field=label, problem=text)
        return Refusal(text, placed.place)
