"""Payments outside a settlement: noted once, corrected, taken back, and never money that moves."""

import pytest
from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.money import ANNA, BERT, act, alert, save_form, sent
from tests.web.table import form_at, open_sheet, problems

TIP = {"payer": BERT, "payee": ANNA, "amount": "7,55", "date": "2026-11-20"}


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


@pytest.fixture
def new(group: str) -> str:
    """The address of the form for a new payment."""
    return f"{group}account/payments/new"


@pytest.fixture
def tip(client: FlaskClient, group: str, new: str) -> str:
    """The address of a payment of Bert to Anna."""
    assert sent(client, new, form_at(client, new), (), **TIP).status_code == 303
    return f"{group}account/payments/1"


def told(client: FlaskClient, address: str) -> str:
    """What the page says of a payment."""
    text = page_of(client.get(address).text).select_one("main > p:not(.notice)")
    assert text is not None
    return text.text


def test_a_payment_is_noted_once_however_often_it_is_tapped(
    client: FlaskClient, new: str, group: str
) -> None:
    assert "moves no money" in client.get(new).text
    form = form_at(client, new)
    answers = [sent(client, new, form, (), **TIP) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location
    assert told(client, f"{group}account/payments/1") == "Bert paid Anna €7.55 20 Nov 2026"
    assert client.get(f"{group}account/payments/2").status_code == 404


@pytest.mark.parametrize(
    ("query", "stands"),
    [
        ("payer=2&payee=1&cents=755", ("2", "1", "7.55")),
        ("payer=99&payee=x&cents=0", (None, None, "")),
        (f"payer=1&cents={'9' * 20}", ("1", None, "")),
        ("payee=3&cents=5,5", (None, "3", "")),
    ],
)
def test_an_address_can_fill_the_form_in(
    client: FlaskClient, new: str, query: str, stands: tuple[str | None, str | None, str]
) -> None:
    form = form_at(client, f"{new}?{query}")
    assert (form.get("payer"), form.get("payee"), form["amount"]) == stands


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"payee": BERT}, ["Nobody pays themselves: choose two different people."]),
        ({"payer": "", "payee": ""}, ["Choose who paid.", "Choose who got the money."]),
        ({"payee": "99"}, ["Somebody here is not in this group: choose again."]),
        ({"amount": "0"}, ["Please enter at least €0.01."]),
        ({"amount": "-5"}, ["Please enter the amount without a minus sign."]),
        ({"date": "2026-02-30"}, ["This must be a date like 2026-11-20."]),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_there(
    client: FlaskClient, new: str, fields: dict[str, str], said: list[str]
) -> None:
    answer = sent(client, new, form_at(client, new), (), **(TIP | fields))
    assert answer.status_code == 422
    assert problems(answer.text) == said
    kept = save_form(answer.text)
    stands = {name: value for name, value in (TIP | fields).items() if value not in ("", "99")}
    assert {name: kept[name] for name in stands} == stands
    assert sent(client, new, kept, (), **TIP).status_code == 303


def test_a_payment_is_corrected_taken_back_and_brought_back(client: FlaskClient, tip: str) -> None:
    shown = save_form(client.get(tip).text)
    assert (shown["payer"], shown["payee"], shown["amount"]) == (BERT, ANNA, "7.55")
    assert sent(client, tip, shown, amount="8", date="").status_code == 303
    assert told(client, tip).strip() == "Bert paid Anna €8.00"
    button = page_of(client.get(tip).text).select_one("form:has([value=take_back]) button")
    assert button is not None
    assert button.text == "Strike out the payment: Bert paid Anna €8.00"
    for do, said in (("take_back", True), ("bring_back", False)):
        assert act(client, tip, do).status_code == 303
        assert ("no longer counts" in client.get(tip).text) is said
    assert told(client, tip).strip() == "Bert paid Anna €8.00"


def test_two_phones_take_the_same_payment_back(client: FlaskClient, tip: str) -> None:
    button = page_of(client.get(tip).text).select_one("form:has([value=take_back])")
    assert button is not None
    late = {str(each["name"]): str(each["value"]) for each in button.select("input")}
    assert act(client, tip, "take_back").status_code == 303
    assert client.post(tip, data=late).status_code == 303
    other = late | {"key": "x" * 32}
    assert client.post(tip, data=other).status_code == 303
    assert client.get(tip).text.count("Struck out") == 1


def test_the_slower_phone_sees_what_was_written_and_keeps_its_form(
    client: FlaskClient, new: str, tip: str
) -> None:
    late = save_form(client.get(tip).text)
    sent(client, new, form_at(client, new), payer=ANNA, payee=BERT, amount="1", date="")
    asked = sent(client, tip, late, amount="9")
    assert asked.status_code == 409
    assert alert(asked.text).endswith("Entered in the meantime: Anna paid Bert €1.00")
    assert sent(client, tip, save_form(asked.text)).status_code == 303
    assert told(client, tip).startswith("Bert paid Anna €9.00")


def test_a_currency_chosen_meanwhile_is_the_one_to_look_at(
    client: FlaskClient, group: str, new: str
) -> None:
    late = form_at(client, new)
    chosen = form_at(client, f"{group}name") | {"currency": "CHF"}
    assert client.post(f"{group}name", data=chosen).status_code == 303
    asked = sent(client, new, late, (), **TIP)
    assert asked.status_code == 409
    assert "Amount in CHF" in asked.text


def test_something_else_about_the_group_is_a_reason_to_look_too(
    client: FlaskClient, group: str, new: str
) -> None:
    late = form_at(client, new)
    client.post(f"{group}name", data=form_at(client, f"{group}name") | {"name": "Friday"})
    asked = sent(client, new, late, (), **TIP)
    assert asked.status_code == 409
    assert alert(asked.text).startswith("This group has changed in the meantime")
    assert sent(client, new, save_form(asked.text)).status_code == 303


def test_a_form_that_was_saved_with_something_else_is_asked_about(
    client: FlaskClient, tip: str
) -> None:
    form = save_form(client.get(tip).text)
    assert sent(client, tip, form, amount="8").status_code == 303
    asked = sent(client, tip, form, amount="9")
    assert asked.status_code == 409
    assert "what counts now is shown below" in alert(asked.text)
    assert told(client, tip).startswith("Bert paid Anna €8.00")
    assert sent(client, tip, save_form(asked.text)).status_code == 303
    assert told(client, tip).startswith("Bert paid Anna €9.00")
