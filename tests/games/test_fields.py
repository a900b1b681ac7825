"""Fields keep what was typed, say what it means, and complete each other."""

from decimal import Decimal
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form

from scorekeeper.core.game import Table
from scorekeeper.core.phrases import NamedSeat
from scorekeeper.games.choices import FormChoice, Sentence
from scorekeeper.games.fields import (
    ChoiceField,
    LinkedNumberField,
    NumberField,
    SeatField,
    SeatsField,
    TallyField,
    completed_counts,
    linked_numbers,
)
from scorekeeper.games.round_form import RoundForm

HALF = Decimal("40.5")
CAPTION = Sentence("any")


class Points(Form):
    """One side's points, the same after zero, and those of the others."""

    own = LinkedNumberField(CAPTION)
    own_result = LinkedNumberField(CAPTION, base=-23)
    others = LinkedNumberField(CAPTION, base=91, sign=-1)
    others_result = LinkedNumberField(CAPTION, base=68, sign=-1)


class EveryField(Form):
    number = NumberField()
    seat = SeatField(FormChoice("nobody", "nobody"))
    seats = SeatsField()
    choice = ChoiceField(FormChoice("1", "one"), FormChoice("many", "many"))
    tally = TallyField()


class SeatForm(RoundForm):
    """A question for a player, or nobody."""

    seat = SeatField(FormChoice("nobody", "nobody"))


def said(*typed: str) -> tuple[Any, ...]:
    names = ("own", "own_result", "others", "others_result")
    form: Any = Points(MultiDict(zip(names, typed, strict=True)))
    return linked_numbers(form)


def sent(**typed: Any) -> Any:
    return EveryField(MultiDict(typed))


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
    found = completed_counts([HALF, 10, None, Decimal("0.5")], 91)
    assert found == [HALF, 10, 40, Decimal("0.5")]
    assert type(found[2]) is int


def test_counts_that_are_no_numbers_are_refused_where_they_stand_and_in_the_gaps() -> None:
    assert completed_counts(["many", None], 91) == ["many", "many"]
    assert completed_counts([None, None], 91) is None
    assert completed_counts([40, None, None], 91) is None


def test_linked_fields_show_one_number_each_in_its_own_way() -> None:
    form = Points()
    for field in form:
        field.process_data(HALF)
    assert [field.data for field in form] == ["40.5", "17.5", "50.5", "27.5"]


@pytest.mark.parametrize("typed", ["007", "40,50", " 12 ", "−3", "many", "1e9", ""])
def test_a_number_is_shown_again_as_it_was_typed(typed: str) -> None:
    assert sent(number=typed).number.data == typed


def test_a_number_is_what_people_mean_by_it() -> None:
    assert sent(number=" 40,5 ").number.value == HALF
    assert sent(number="−3").number.value == -3
    assert sent(number=" ").number.value is None
    assert sent(number="many").number.value == "many"


def test_what_a_sheet_file_holds_is_shown_as_text() -> None:
    form = EveryField()
    for name, value in {"number": 0, "seat": 0, "seats": [0, 2], "tally": (20, 50)}.items():
        form[name].process_data(value)
    held = {field.name: field.data for field in form}
    assert held == {
        "number": "0",
        "seat": "0",
        "seats": ["0", "2"],
        "choice": None,
        "tally": "20 50",
    }
    assert (form.number.value, form.seat.value, form.seats.value) == (0, 0, [0, 2])


def test_none_empties_a_field() -> None:
    form = sent(number="1", seat="1", seats=["1"], choice="1", tally="20")
    for field in form:
        field.process_data(None)
    assert not any(field.data for field in form)


def test_who_was_chosen_is_a_seat_and_nobody_is_none() -> None:
    form = sent(seat="2", seats=["0", "", "x"])
    assert (form.seat.value, form.seats.value) == (2, [0, "x"])
    assert sent(seat="nobody").seat.value is None
    assert sent().seat.value is None


def test_a_seat_field_offers_the_table_and_then_the_others() -> None:
    options = SeatForm(Table(2, None, 0)).seat.options
    assert [option.label for option in options] == [NamedSeat(0), NamedSeat(1), "nobody"]
    assert [option.value for option in options] == ["0", "1", "nobody"]


def test_a_tally_grows_and_shrinks_and_keeps_what_is_no_number() -> None:
    field = sent(tally="20 x 50").tally
    assert field.numbers == [20, "x", 50]
    field.add(100)
    field.take(1)
    assert field.data == "20 50 100"
    field.take(7)
    assert field.numbers == [20, 50, 100]
