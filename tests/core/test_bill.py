"""The bill of a group or of an evening: what counts on it, who stands on it, who pays whom."""

from datetime import date
from typing import Any

import pytest

from scorekeeper.core.account import (
    Cost,
    Payment,
    Settlement,
    Transfer,
)
from scorekeeper.core.bill import Bill, BillSheet

PLAYED, TODAY = date(2026, 11, 20), date(2026, 11, 23)
FOUR = ("Anna", "Bert", "Clara", "Dirk")
SHEET = BillSheet(
    day=PLAYED,
    game="tapp",
    title=None,
    number=None,
    is_over=True,
    balances={"Clara": 30, "Bert": -30},
)
PIZZA = Cost(what="Pizza", cents=20, paid_by="Bert", shared_by=("Bert", "Clara"))
PAID = Payment(payer="Dirk", payee="Clara", cents=5)
TICKED = Transfer(payer="Bert", payee="Clara", cents=20, paid=20)
STANDING: dict[str, int] = {"Anna": 0, "Bert": 0, "Clara": -5, "Dirk": 5}
"""What everything here leaves: the sheet, the pizza, the payment, and the line ticked off."""


def bill(evening: date | None = None, **changed: Any) -> Bill:
    """With all of it, unless something is *changed*."""
    whole: dict[str, Any] = {
        "name": None,
        "made_on": TODAY,
        "evening": evening,
        "sheets": (SHEET,),
        "costs": (PIZZA,),
        "payments": (PAID,),
        "settlements": (Settlement(id="s", transfers=(TICKED,)),),
        "account": STANDING,
        "transfers": (),
    }
    return Bill(**whole | changed)


def test_on_the_bill_of_the_group_payments_count_and_what_was_ticked_off() -> None:
    assert bill().balances == {"Bert": 0, "Clara": -5, "Dirk": 5}
    assert bill().uncounted_payments == ()
    assert bill().day == TODAY


def test_on_the_bill_of_an_evening_they_are_listed_and_not_counted() -> None:
    assert bill(PLAYED).balances == {"Bert": -20, "Clara": 20}
    assert bill(PLAYED).uncounted_payments == (PAID,)
    assert bill(PLAYED).day == PLAYED


@pytest.mark.parametrize("evening", [None, PLAYED])
def test_it_names_whoever_has_a_balance_or_a_payment_in_the_order_of_the_group(
    evening: date | None,
) -> None:
    assert list(bill(evening).balances) == sorted(bill(evening).balances)
    assert bill(evening).people == ("Bert", "Clara", "Dirk")
    assert bill(evening, sheets=(), costs=()).people == (
        ("Clara", "Dirk") if evening else ("Bert", "Clara", "Dirk")  # Bert ticked a line off
    )


def test_it_is_empty_where_nobody_has_played_or_bought_or_paid_anything() -> None:
    nothing: dict[str, Any] = {
        "sheets": (),
        "costs": (),
        "payments": (),
        "settlements": (),
    }
    assert bill(**nothing).is_empty
    for kind in ("sheets", "costs", "payments"):
        left = {each: value for each, value in nothing.items() if each != kind}
        assert not bill(**left).is_empty
        assert not bill(PLAYED, **left).is_empty
