"""Numbers that follow from each other, typed into one field or several."""

from decimal import Decimal
from typing import Any

import pytest

from scorekeeper.core.numbers import typed_number
from scorekeeper.games.fields import completed, linked

HALF = Decimal("40.5")
OF_91 = ((0, 1), (-23, 1), (91, -1), (68, -1))  # one side's points, after zero, and the others'


def said(*typed: str) -> tuple[Any, ...]:
    return linked(
        (typed_number(text), base, sign) for text, (base, sign) in zip(typed, OF_91, strict=True)
    )


@pytest.mark.parametrize("typed", [("52",), ("", "29"), ("", "", "39"), ("", "", "", "16")])
def test_any_one_of_linked_fields_says_the_number_behind_all(typed: tuple[str, ...]) -> None:
    found = said(*typed, *[""] * (4 - len(typed)))
    assert found == (52,)
    assert type(found[0]) is int


def test_linked_fields_that_agree_say_it_once() -> None:
    assert said("40,5", "17.5", "50,5", "27,5") == (HALF,)
    assert said("10", "−13", "", "") == (10,)


def test_linked_fields_that_differ_say_so() -> None:
    assert said("52", "28", "", "") == (52, 51)


def test_what_is_no_number_stands_as_it_was_typed() -> None:
    assert said("", "many", "", "") == ("many",)
    assert said("", "", "", "") == ()


def test_the_last_of_several_counts_is_what_the_others_lack() -> None:
    found = completed([HALF, 10, None, Decimal("0.5")], 91)
    assert found == [HALF, 10, 40, Decimal("0.5")]
    assert type(found[2]) is int


def test_counts_that_are_no_numbers_are_refused_where_they_stand_and_in_the_gaps() -> None:
    assert completed(["many", None], 91) == ["many", "many"]
    assert completed([None, None], 91) is None
    assert completed([40, None, None], 91) is None
