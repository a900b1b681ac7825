"""A number is read as people mean it, and what is none comes back as it is."""

from decimal import Decimal
from typing import Any

import pytest

from scorekeeper.core.number_parsing import AmbiguousNumber, typed_number
from scorekeeper.core.shapes import CardPoints, MalformedError, Shape, Whole


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("40", 40),
        (" 40 ", 40),
        ("007", 7),
        ("40,5", Decimal("40.5")),
        ("40.50", Decimal("40.5")),
        ("40,0", 40),
        ("-3", -3),
        ("−3", -3),
        (52, 52),
        (Decimal("0.5"), Decimal("0.5")),
    ],
)
def test_a_number_is_whole_where_it_can_be(typed: Any, number: Any) -> None:
    found = typed_number(typed)
    assert (found, type(found)) == (number, type(number))


@pytest.mark.parametrize("nothing", [None, "", "   "])
def test_nothing_is_no_number(nothing: Any) -> None:
    assert typed_number(nothing) is None


@pytest.mark.parametrize("text", ["many", "1e9", "4 0", "--3", "1,", ",5", "½", "1" * 13, True])
def test_what_is_no_number_stays_as_it_was_typed(text: Any) -> None:
    assert typed_number(text) is text


@pytest.mark.parametrize("shape", [Whole(0, 5000), CardPoints(5000), CardPoints(5000, 2)])
@pytest.mark.parametrize(
    ("typed", "thousands", "fraction"),
    [
        ("1.200", 1200, Decimal("1.2")),
        (" 1,200 ", 1200, Decimal("1.2")),
        ("120.500", 120500, Decimal("120.5")),
        ("−2.000", -2000, -2),
    ],
)
def test_three_digits_behind_a_sign_are_refused_with_both_readings(
    shape: Shape, typed: str, thousands: int, fraction: Any
) -> None:
    number = typed_number(typed)
    assert isinstance(number, AmbiguousNumber)
    assert number == typed
    with pytest.raises(MalformedError) as refused:
        shape.read(number, 4)
    assert refused.value.found.code == "amount_ambiguous"
    assert refused.value.found.values == {"thousands": thousands, "fraction": fraction}


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1.2000", Decimal("1.2")), ("0.500", Decimal("0.5")), ("1234.500", Decimal("1234.5"))],
)
def test_digits_that_can_be_no_thousands_are_decimals(typed: str, number: Any) -> None:
    assert typed_number(typed) == number


def test_a_text_in_a_file_is_refused_as_ever() -> None:
    with pytest.raises(MalformedError) as refused:
        Whole(0, 5000).read("1.200", 4)
    assert refused.value.found.code == "whole_number"
