"""A number is read as people mean it, and what is none comes back as it is."""

from decimal import Decimal
from typing import Any

import pytest

from scorekeeper.core.numbers import typed_number


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
