"""The page of a payment: a new one, or one that stands, with the form to correct it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.account import Payment
from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.web.forms.payment import PaymentForm
from scorekeeper.web.presenters.money_page import (
    Conflict,
    MoneyFields,
    WrittenLine,
    form_offer,
    money_fields,
    payment_text,
)
from scorekeeper.web.presenters.person_choices import PersonChoice, person_choice


@dataclass(frozen=True, slots=True)
class PaymentFields:
    """The form for a payment."""

    money: MoneyFields
    payer: PersonChoice
    payee: PersonChoice


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """A payment as it stands, or stood before it was taken back."""

    text: str
    day: str | None


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """Everything on the page; *payment* is None on that of a new one.

    It is *struck* where it was taken back; then the form is there only if it was sent.
    """

    payment: PaymentFacts | None
    struck: bool
    form: PaymentFields | None
    conflict: Conflict | None
    lines: tuple[WrittenLine, ...]
    key: str
    based_on: int


def payment_facts(payment: Payment, messages: Messages) -> PaymentFacts:
    """A payment in words."""
    return PaymentFacts(
        payment_text(payment, messages), messages.day(payment.date) if payment.date else None
    )


def payment_fields(
    form: PaymentForm, messages: Messages, problems: Sequence[Problem] = ()
) -> PaymentFields:
    """The form with every problem at its field."""
    offer = form_offer(form, problems, messages)
    payer, payee = (
        person_choice(field, offer.people, form.people, offer.texts.get(field.short_name, ()))
        for field in (form.payer, form.payee)
    )
    labels = {"amount": messages.text("money.amount"), "date": messages.text("new.date")}
    return PaymentFields(money_fields(form, offer, labels, problems, messages), payer, payee)
