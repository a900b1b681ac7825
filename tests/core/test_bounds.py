"""Each bound of a shape: the last value it takes, the first it does not, and what it says then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from typing import Annotated, Any

import pytest

from scorekeeper.core.agreed_points import Agreed
from scorekeeper.core.codec import Seat, record_of, shape_of
from scorekeeper.core.days import FIRST_DAY, LAST_DAY, is_possible
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import (
    Anything,
    CardPoints,
    Day,
    MalformedError,
    Options,
    Shape,
    Text,
    Whole,
)
from tests.core.test_game import Nothing, table, toy

SEATS = 4
A_DAY = timedelta(days=1)


def problem(shape: Shape, value: Any) -> Problem:
    with pytest.raises(MalformedError) as refused:
        shape.read(value, SEATS)
    return refused.value.found


def test_a_text_has_from_its_fewest_to_its_most_characters() -> None:
    shape = Text(4, low=2)
    assert [shape.read(text, SEATS) for text in ("Jo", "Anna")] == ["Jo", "Anna"]
    for text in ("J", "Clara"):
        bounds = {"length": len(text), "low": 2, "high": 4}
        assert problem(shape, text) == Problem("text_length", bounds)


def test_a_name_may_have_one_character() -> None:
    assert Text(40).read("J", SEATS) == "J"


@pytest.mark.parametrize("points", [-1, 163])
def test_card_points_outside_their_bounds_are_told_the_bounds(points: int) -> None:
    bounds = {"number": points, "low": 0, "high": 162}
    assert problem(CardPoints(162), points) == Problem("range", bounds)
    assert [CardPoints(162).read(bound, SEATS) for bound in (0, 162)] == [0, 162]


def test_the_days_of_a_sheet_are_those_of_three_centuries() -> None:
    """As docs/sheet-file.md says."""
    first, last = date(1900, 1, 1), date(2199, 12, 31)
    assert [is_possible(day) for day in (first - A_DAY, first, last, last + A_DAY)] == [
        False,
        True,
        True,
        False,
    ]
    assert (Day().first, Day().last) == (first, last)


def test_a_day_outside_its_bounds_is_told_the_bounds() -> None:
    for day in (FIRST_DAY, LAST_DAY):
        assert Day().read(day.isoformat(), SEATS) == day
    for day in (FIRST_DAY - A_DAY, LAST_DAY + A_DAY):
        bounds = {"first": FIRST_DAY.isoformat(), "last": LAST_DAY.isoformat()}
        assert problem(Day(), day.isoformat()) == Problem("day_range", bounds)


def test_what_is_offered_is_named_in_the_words_of_json() -> None:
    assert problem(Options(100, "open", True), 1).values == {"offered": "100, open, true"}


def test_what_somebody_else_judges_is_left_as_it_is() -> None:
    data = {"kind": "ruf"}
    assert Anything().read(data, SEATS) is Anything().write(data) is data


@dataclass(frozen=True)
class Pair:
    """Two seats."""

    first: Seat
    second: Seat


def test_a_key_too_many_is_found_also_where_all_others_are_there() -> None:
    found: list[Problem] = []
    assert record_of(Pair).collect({"first": 0, "second": 1, "third": 2}, SEATS, found) is None
    assert [(each.field, each.code) for each in found] == [("third", "unknown_key")]


def test_a_list_of_any_length_has_up_to_a_hundred() -> None:
    """As the schemas say that people have."""
    seats = shape_of(tuple[Seat, ...])
    assert len(seats.read([0] * 100, SEATS)) == 100
    assert problem(seats, [0] * 101) == Problem("list_too_long", {"high": 100})


def test_agreed_points_stand_beside_the_deals_unless_they_say_otherwise() -> None:
    agreed = {"points": [-20, 0], "why": "penalty"}
    assert record_of(Agreed).read(agreed, SEATS).deal is False
    assert record_of(Agreed).read(agreed | {"deal": True}, SEATS).deal is True


def test_a_list_of_one_has_one() -> None:
    single = shape_of(tuple[Seat])
    assert single.read([3], SEATS) == (3,)
    assert problem(single, [0, 1]).code == "list_length"


@pytest.mark.parametrize("annotation", [Annotated[int, Whole(0, 3)] | str, Sequence[Seat]])
def test_one_of_two_shapes_is_none(annotation: Any) -> None:
    with pytest.raises(TypeError, match="no shape"):
        shape_of(annotation)


def test_the_mark_says_the_shape_not_the_type_before_it() -> None:
    assert shape_of(Annotated[StringIO, Whole(0, 3)]) == Whole(0, 3)


def test_a_round_is_spelled_out_as_it_is_where_a_game_says_nothing() -> None:
    observation = Nothing()
    assert toy().spelled_out(observation, table()) is observation
