"""A field for an amount keeps what was typed, and says in the reader's words what is wrong."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.i18n.messages import messages_in
from scorekeeper.web.account.form_fields import AmountField


class CostForm(Form):
    amount = AmountField()


@pytest.mark.parametrize(
    ("language", "currency", "typed", "said"),
    [
        ("en", "EUR", "1.200", "Do you mean €1,200.00 or €1.20? Please write it like that."),
        ("en", "CHF", "five", "Please enter an amount such as CHF\xa012.50."),
        ("de", "JPY", "fünf", "Bitte einen Betrag eintragen, zum Beispiel 1.250\xa0¥."),
        ("en", "BHD", "1.2345", "Please enter at most 3 decimal places, such as BHD\xa01.250."),
        ("en", "USD", "0", "Please enter at least $0.01."),
        ("en", "USD", "-$5", "Please enter the amount without a minus sign."),
        ("en", "GBP", "2000000", "Please enter £1,000,000.00 at most."),
    ],
)
def test_what_is_wrong_is_said_at_the_field(
    language: str, currency: str, typed: str, said: str
) -> None:
    messages = messages_in(language).in_currency(currency)
    form = CostForm(MultiDict({"amount": typed}), meta={"written": messages.amount_format})
    assert not form.validate()
    assert (form.amount.data, form.amount.value) == (typed, None)
    problems: list[Any] = list(form.amount.errors)
    assert [(each.field, messages.form_problem("", each)) for each in problems] == [
        ("amount", said)
    ]


@pytest.mark.parametrize(
    ("language", "currency", "stands"),
    [("de", "EUR", "12,50"), ("en", "CHF", "12.50"), ("en", "JPY", "1250"), ("de", "BHD", "1,250")],
)
def test_an_amount_that_stands_in_the_field_is_read_again(
    language: str, currency: str, stands: str
) -> None:
    meta = {"written": messages_in(language).in_currency(currency).amount_format}
    assert CostForm(meta=meta).amount.data == ""
    assert CostForm(meta=meta, amount=1250).amount.data == stands
    sent = CostForm(MultiDict({"amount": f" {stands} {currency}"}), meta=meta)
    assert sent.validate()
    assert sent.amount.value == 1250
