"""The form for a payment outside a settlement: who handed whom how much."""

from collections.abc import Collection, Mapping
from typing import Any

from scorekeeper.core.account import CENTS_AT_MOST, Payment, payment_problems
from scorekeeper.core.phrases import Problem
from scorekeeper.web.forms.money_fields import FormContext, MoneyForm
from scorekeeper.web.forms.person_fields import PersonField


class PaymentForm(MoneyForm):
    """Who paid whom."""

    payer = PersonField(default="")
    payee = PersonField(default="")

    @classmethod
    def of(cls, payment: Payment, around: FormContext) -> "PaymentForm":
        """The form in which a payment stands, to be corrected."""
        ids = {name: str(each) for each, name in around.people.names.items()}
        form = cls(
            around,
            payer=ids[payment.payer],
            payee=ids[payment.payee],
            date=payment.date.isoformat() if payment.date else "",
        )
        form.amount.fill(payment.cents, around.written)
        return form

    def suggest_cents(self, cents: int | None) -> None:
        """Let an amount stand in the form, where it can be one."""
        if cents is not None and 0 < cents <= CENTS_AT_MOST:
            self.amount.fill(cents, self.written)

    @property
    def chosen(self) -> Collection[int | None]:
        """Payer and payee."""
        return self.payer.person(self.people), self.payee.person(self.people)

    def fields(self, problems: list[Problem]) -> Mapping[str, Any] | None:
        """The payment by the names of its fields; None with what is wrong added to *problems*."""
        no_payer = Problem("nobody_paid", field="payer", incomplete=True)
        no_payee = Problem("nobody_got", field="payee", incomplete=True)
        payer = self.payer.read(self.people, problems, no_payer)
        payee = self.payee.read(self.people, problems, no_payee)
        if payer is not None and payee is not None:
            problems += payment_problems(payer, payee)
        cents = self.amount.read(self.written, problems)
        day = self.day(problems)
        if problems:
            return None
        return {"payer": payer, "payee": payee, "cents": cents, "date": day}
