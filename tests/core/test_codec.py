"""Between plain data and values: every shape takes what it means and nothing that looks like it."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.codec import (
    Keyed,
    Listing,
    Maybe,
    Record,
    Seat,
    Side,
    json_data,
    json_text,
    record_of,
    shape_of,
)
from scorekeeper.core.days import FIRST_DAY, LAST_DAY
from scorekeeper.core.phrases import Problem
from scorekeeper.core.shapes import (
    LIST_AT_MOST,
    CardPoints,
    Choice,
    Day,
    Flag,
    MalformedError,
    Options,
    Place,
    Shape,
    Text,
    Whole,
)
from scorekeeper.files.schema import schema_of

SEATS = 4


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Tip:
    """A part of something larger."""

    seat: Seat
    tricks: Annotated[int, Whole(0, 8)] = 0


@dataclass(frozen=True)
class Toy:
    """One key of every shape."""

    seat: Seat
    half_points: Annotated[int, CardPoints(70, per_point=2)]
    side: Side | None = None
    points: Annotated[int, CardPoints(162)] = 0
    colour: Colour = Colour.RED
    open: bool = False
    day: date | None = None
    deals: Annotated[int | str, Options(16, 4, "open")] = 16
    name: Annotated[str, Text(40)] | None = None
    tricks: tuple[Annotated[int, Whole(0, 13)], Annotated[int, Whole(0, 13)]] = (0, 0)
    tips: tuple[Tip, ...] = ()
    first: Tip | None = None
    marks: tuple[Seat, ...] = field(default_factory=tuple)


TOY = record_of(Toy)


def code(shape: Shape, value: Any) -> str:
    """Why the shape does not take the value; AssertionError if it does."""
    with pytest.raises(MalformedError) as refused:
        shape.read(value, SEATS)
    return refused.value.found.code


def problems(value: Any) -> set[tuple[str | None, str]]:
    found: list[Problem] = []
    made = TOY.collect(value, SEATS, found)
    assert (made is None) == bool(found)
    return {(problem.field, problem.code) for problem in found}


# ---- Numbers -------------------------------------------------------------------------------

EVERY_NUMBER: list[Shape] = [Whole(0, 8), Place(), Place(2), CardPoints(162)]
EVERY_NUMBER += [CardPoints(70, 2), Options(0, 1, 100)]


@pytest.mark.parametrize("shape", EVERY_NUMBER)
def test_what_is_no_number_is_refused(shape: Shape) -> None:
    """Nor is true one, or a float: files are read with exact fractions."""
    values: tuple[Any, ...] = (True, False, "1", None, [1], {}, 1.0, float("nan"), "", b"1")
    for value in values:
        assert code(shape, value), value


@pytest.mark.parametrize("value", [Decimal("1.0"), Decimal("1"), Decimal("1e0")])
def test_a_seat_or_a_count_has_no_decimal_point(value: Decimal) -> None:
    for shape in (Whole(0, 8), Place(), Place(2), Options(1)):
        assert code(shape, value)
    assert CardPoints(162).read(value, SEATS) == 1


def test_a_whole_number_keeps_its_bounds() -> None:
    assert [Whole(1, 3).read(value, SEATS) for value in (1, 2, 3)] == [1, 2, 3]
    for value in (0, 4, -1, 10**4000):
        assert code(Whole(1, 3), value) == "range"


def test_a_seat_is_one_of_this_table() -> None:
    assert [Place().read(seat, 3) for seat in range(3)] == [0, 1, 2]
    assert code(Place(), SEATS) == "seat"
    assert code(Place(), -1) == "seat"
    assert code(Place(2), 2) == "side"


@pytest.mark.parametrize(
    ("written", "steps"),
    [("52", 104), ("52.0", 104), ("40.5", 81), ("40.50", 81), ("0.5", 1), ("0", 0), ("-0.0", 0),
     ("7e1", 140), ("705e-1", None), ("70.0", 140)],
)  # fmt: skip
def test_halves_are_kept_as_whole_numbers(written: str, steps: int | None) -> None:
    shape = CardPoints(70, per_point=2)
    if steps is None:
        assert code(shape, Decimal(written)) == "range"
    else:
        read = shape.read(Decimal(written), SEATS)
        assert (read, type(read)) == (steps, int)


@pytest.mark.parametrize(
    "written", ["0.25", "40.49", "1e-7", "40.50000000000000000000000000000001"]
)
def test_quarters_are_refused(written: str) -> None:
    assert code(CardPoints(70, per_point=2), Decimal(written)) == "half_points"


@pytest.mark.parametrize(
    "written", ["0.5", "51.99999999999999999999999999999999", "1e-30", "1e-400000000"]
)
def test_a_fraction_is_refused_however_small_it_is(written: str) -> None:
    assert code(CardPoints(162), Decimal(written)) == "whole_points"


@pytest.mark.parametrize(
    ("written", "expected"),
    [("NaN", "number"), ("sNaN", "number"), ("Infinity", "number"), ("-Infinity", "number"),
     ("1e400000000", "range"), ("-1e400000000", "range"), ("162.5", "range"), ("-0.5", "range")],
)  # fmt: skip
def test_numbers_beyond_reason_are_refused(written: str, expected: str) -> None:
    assert code(CardPoints(162), Decimal(written)) == expected


@pytest.mark.parametrize(
    ("number", "told"),
    [(163, 163), (Decimal("162.5"), Decimal("162.5")), (Decimal("1e400000000"), "1E+400000000…"),
     (123456789012, 123456789012), (10**4000, "100000000000…"),
     (Decimal("-0.12345678901234"), "-0.123456789…")],
)  # fmt: skip
def test_a_number_out_of_range_is_repeated_and_one_beyond_reason_cut_off(
    number: int | Decimal, told: int | Decimal | str
) -> None:
    with pytest.raises(MalformedError) as refused:
        CardPoints(162).read(number, 4)
    assert refused.value.found.values == {"number": told, "low": 0, "high": 162}


def test_card_points_are_written_as_people_write_them() -> None:
    halves = CardPoints(70, per_point=2)
    assert [halves.write(steps) for steps in (0, 1, 104, 81)] == [0, 0.5, 52, 40.5]
    assert [type(halves.write(steps)) for steps in (104, 81)] == [int, Decimal]
    assert CardPoints(162).write(82) == 82


@given(st.integers(0, 140))
def test_every_half_comes_back(steps: int) -> None:
    shape = CardPoints(70, per_point=2)
    assert shape.read(Decimal(str(shape.write(steps))), SEATS) == steps


# ---- Words ---------------------------------------------------------------------------------


def test_an_option_is_taken_in_its_own_type() -> None:
    options = Options(100, 0, "open", True)
    assert [options.read(value, SEATS) for value in (100, 0, "open")] == [100, 0, "open"]
    assert options.read(True, SEATS) is True
    for value in ("100", 100.0, Decimal(100), False, 1, None, "OPEN"):
        assert code(options, value) == "choice"


def test_what_is_offered_is_written_as_in_a_file() -> None:
    with pytest.raises(MalformedError) as refused:
        Options(100, "Open", True).read("x", SEATS)
    assert refused.value.problem("tie") == Problem("choice", {"offered": "100, Open, true"}, "tie")


def test_a_choice_is_named_by_its_word() -> None:
    shape = Choice(Colour)
    assert shape.read("black", SEATS) is Colour.BLACK
    assert shape.write(Colour.BLACK) == "black"
    for value in ("Black", "BLACK", "", None, 1, ["black"]):
        assert code(shape, value) == "choice"


def test_a_flag_is_true_or_false() -> None:
    assert [Flag().read(value, SEATS) for value in (True, False)] == [True, False]
    for value in (1, 0, "true", None):
        assert code(Flag(), value) == "true_or_false"


def test_text_is_trimmed_and_composed() -> None:
    assert Text(40).read("  Zoe\u0308 ", SEATS) == "Zo\u00eb"
    assert Text(4).read("Zoe\u0308", SEATS) == "Zo\u00eb"
    assert code(Text(40), "   ") == "text_length"
    assert code(Text(3), "Anna") == "text_length"
    assert code(Text(40), 4) == "text"


def test_text_that_nobody_sees_was_once_a_name_and_is_read_as_a_sign_in_its_place() -> None:
    """But for direction controls, which never counted."""
    assert Text(40).read("\u200b \u2800", SEATS) == "\ufffd"
    assert code(Text(40), "\u202a \u2069") == "text_length"


@pytest.mark.parametrize("letter", ["\x00", "\x07", "\n", "\x7f", "\x85", "\ud800"])
def test_control_characters_and_half_surrogates_are_no_text(letter: str) -> None:
    assert code(Text(40), f"An{letter}na") == "characters"


def test_a_day_is_one_of_the_calendar() -> None:
    assert Day().read("2026-11-20", SEATS) == date(2026, 11, 20)
    assert Day().write(date(2026, 11, 20)) == "2026-11-20"
    for value in ("2026-02-30", "20.11.2026", "yesterday", "", None, 20261120, "\ud800", True):
        assert code(Day(), value) == "date"


def test_null_stands_for_nothing_only_where_it_may() -> None:
    assert Maybe(Flag()).read(None, SEATS) is None
    assert Maybe(Day()).write(None) is None
    assert Maybe(Day()).write(date(2026, 11, 20)) == "2026-11-20"
    assert code(Maybe(Flag()), 1) == "true_or_false"


# ---- Lists ---------------------------------------------------------------------------------


def test_a_list_has_its_length() -> None:
    pair = Listing((Flag(), Flag()), open_ended=False)
    assert pair.read([True, False], SEATS) == (True, False)
    for value in ([], [True], [True] * 3):
        assert code(pair, value) == "list_length"
    for other in ("ab", {"0": True}, None, 2):
        assert code(pair, other) == "list"
    assert code(pair, [True, 1]) == "true_or_false"
    with pytest.raises(ValueError, match="longer"):
        pair.write([True, False, True])


def test_an_open_list_ends_somewhere() -> None:
    any_number = Listing((Flag(),), open_ended=True)
    assert len(any_number.read([True] * LIST_AT_MOST, SEATS)) == LIST_AT_MOST
    assert code(any_number, [True] * (LIST_AT_MOST + 1)) == "list_too_long"
    assert code(Listing((Flag(),), True, 3), [True] * 4) == "list_too_long"
    assert any_number.write((True, False)) == [True, False]


# ---- Objects of one shape ------------------------------------------------------------------

SEAT_OF = Keyed(("tricks", "hearts"), Maybe(Place()))


def test_a_key_that_is_left_out_is_not_null() -> None:
    assert SEAT_OF.read({}, SEATS) == ()
    assert SEAT_OF.read({"hearts": None}, SEATS) == (("hearts", None),)
    assert SEAT_OF.read({"hearts": None, "tricks": 3}, SEATS) == (("tricks", 3), ("hearts", None))


@pytest.mark.parametrize("value", [{}, {"hearts": 2}, {"tricks": None, "hearts": 0}])
def test_what_was_keyed_is_written_back_with_its_keys(value: dict[str, Any]) -> None:
    assert SEAT_OF.write(SEAT_OF.read(value, SEATS)) == value


def test_a_key_that_is_not_known_is_named() -> None:
    for key, named in (("queens", "queens"), ("\ud800" * 99, "?" * 40), (3, "3")):
        with pytest.raises(MalformedError) as refused:
            SEAT_OF.read({"tricks": 0, key: 1}, SEATS)
        problem = refused.value.problem("claims")
        assert (problem.code, problem.field) == ("unknown_key", named)


def test_a_wrong_value_is_told_at_the_key_of_the_whole() -> None:
    """Its own key may well be one of the round too."""
    with pytest.raises(MalformedError) as refused:
        SEAT_OF.read({"tricks": SEATS}, SEATS)
    assert refused.value.problem("claims") == Problem("seat", {"high": 3}, "claims")
    for value in (None, [], "tricks", 3, True, [["tricks", 1]]):
        assert code(SEAT_OF, value) == "object"


def test_its_schema_knows_the_same_keys() -> None:
    schema = schema_of(SEAT_OF)
    assert list(schema["properties"]) == ["tricks", "hearts"]
    assert schema["additionalProperties"] is False


# ---- Objects -------------------------------------------------------------------------------


def test_what_is_left_out_has_its_default() -> None:
    assert TOY.read({"seat": 1, "half_points": Decimal("0.5")}, SEATS) == Toy(1, 1)


def test_every_key_that_is_wrong_is_named_at_once() -> None:
    assert problems({"seat": 4, "points": True, "colour": "green", "colours": "red"}) == {
        ("seat", "seat"),
        ("half_points", "missing"),
        ("points", "number"),
        ("colour", "choice"),
        ("colours", "unknown_key"),
    }


@pytest.mark.parametrize("value", [{"seat": 0}, {"seat": 0, "half_points": 0, "first": {}}])
def test_what_is_missing_is_incomplete_however_far_in_and_nothing_else_is(value: Any) -> None:
    found: list[Problem] = []
    TOY.collect(value | {"colour": "green"}, SEATS, found)
    assert {each.code: each.incomplete for each in found} == {"missing": True, "choice": False}


def test_a_wrong_key_further_in_is_named_by_itself() -> None:
    good = {"seat": 0, "half_points": 0}
    assert problems(good | {"first": {"seat": 9}}) == {("seat", "seat")}
    assert problems(good | {"tips": [{"seat": 0}, {"seat": 1, "tips": 2}]}) == {
        ("tips", "unknown_key")
    }
    assert problems(good | {"first": 3}) == {("first", "object")}


@pytest.mark.parametrize("value", [None, [], "", 1, True])
def test_what_is_no_object_is_refused(value: Any) -> None:
    assert problems(value) == {(None, "object")}


def test_an_unknown_key_can_always_be_printed() -> None:
    found: list[Problem] = []
    TOY.collect({"seat": 0, "half_points": 0, "\ud800" * 99: 1}, SEATS, found)
    (problem,) = found
    assert problem.field is not None
    assert len(problem.field.encode()) == 40


def test_only_what_differs_from_its_default_is_written() -> None:
    assert TOY.write(Toy(1, 81)) == {"seat": 1, "half_points": 40.5}
    full = Toy(1, 81, side=0, tips=(Tip(2),), first=Tip(3, 8), day=date(2026, 11, 20))
    assert TOY.write(full) == {
        "seat": 1,
        "half_points": 40.5,
        "side": 0,
        "day": "2026-11-20",
        "tips": [{"seat": 2}],
        "first": {"seat": 3, "tricks": 8},
    }


TIPS = st.builds(Tip, st.integers(0, 3), st.integers(0, 8))
TOYS = st.builds(
    Toy,
    seat=st.integers(0, 3),
    half_points=st.integers(0, 140),
    side=st.none() | st.integers(0, 1),
    points=st.integers(0, 162),
    colour=st.sampled_from(Colour),
    open=st.booleans(),
    day=st.none() | st.dates(FIRST_DAY, LAST_DAY),
    deals=st.sampled_from([16, 4, "open"]),
    name=st.none() | st.from_regex(r"[A-Za-zäöüß]{1,40}", fullmatch=True),
    tricks=st.tuples(st.integers(0, 13), st.integers(0, 13)),
    tips=st.lists(TIPS, max_size=5).map(tuple),
    first=st.none() | TIPS,
    marks=st.lists(st.integers(0, 3), max_size=9).map(tuple),
)


@given(TOYS)
def test_what_was_written_is_read_back(toy: Toy) -> None:
    assert TOY.read(json_data(json_text(TOY.write(toy))), SEATS) == toy


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.fixed_dictionaries({}, optional={member.name: ANYTHING for member in TOY.members}))
def test_reading_never_raises(data: dict[str, Any]) -> None:
    for value in (data, {**data, "seat": 0, "half_points": 0}):
        assert problems(value) is not None


# ---- Annotations ---------------------------------------------------------------------------


def test_a_shape_is_made_once() -> None:
    assert record_of(Toy) is TOY
    assert isinstance(shape_of(Tip), Record)


@pytest.mark.parametrize("annotation", [int, str, float, Any, Annotated[int, "a number"], list])
def test_an_annotation_without_a_shape_is_a_mistake_of_the_programmer(annotation: Any) -> None:
    with pytest.raises(TypeError):
        shape_of(annotation)


def test_the_schema_says_the_same_as_the_annotations() -> None:
    schema = schema_of(TOY)
    assert schema["required"] == ["seat", "half_points"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["half_points"]["multipleOf"] == 0.5
    assert schema["properties"]["side"]["anyOf"][0]["maximum"] == 1
    assert schema["properties"]["deals"] == {"enum": [16, 4, "open"]}
    assert schema["properties"]["tricks"]["minItems"] == 2
    assert schema["properties"]["tips"]["items"]["required"] == ["seat"]


def test_a_record_may_have_another_shape_for_one_of_its_fields() -> None:
    told = Record(Tip, tricks=Whole(9, 13))
    assert told.read({"seat": 1, "tricks": 9}, SEATS) == Tip(1, 9)
    assert told.write(Tip(1, 9)) == {"seat": 1, "tricks": 9}
    with pytest.raises(MalformedError):
        told.read({"seat": 1, "tricks": 8}, SEATS)
    assert record_of(Tip).read({"seat": 1, "tricks": 8}, SEATS) == Tip(1, 8)


@dataclass(frozen=True, kw_only=True)
class Marked:
    colour: Colour
    mark: str | None = field(default=None, compare=False)


def test_a_field_that_is_not_compared_is_no_key() -> None:
    shape = record_of(Marked)
    assert shape.names == {"colour"}
    assert shape.write(Marked(colour=Colour.RED, mark="seen")) == {"colour": "red"}
