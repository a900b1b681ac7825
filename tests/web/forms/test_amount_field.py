"""A field for an amount keeps what was typed, and says in the reader's words what is wrong."""

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import messages_in
from scorekeeper.web.forms.amount_field import AmountField


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
    messages, problems = messages_in(language).in_currency(currency), list[Problem]()
    form = CostForm(MultiDict({"amount": typed}))
    assert form.amount.read(messages.amount_format, problems) is None
    assert form.amount.data == typed
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
    written, problems = messages_in(language).in_currency(currency).amount_format, list[Problem]()
    form = CostForm()
    assert form.amount.is_empty
    form.amount.fill(1250, written)
    assert form.amount.data == stands
    sent = CostForm(MultiDict({"amount": f" {stands} {currency}"}))
    assert not sent.amount.is_empty
    assert sent.amount.read(written, problems) == 1250
    assert problems == []
