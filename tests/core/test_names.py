"""Two names that are the same to whoever reads them are one name, and are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.names import NAME_LENGTH, former_key, name_key, names_apart
from scorekeeper.core.typed_text import typed_text

LETTERS = st.sampled_from("aAbé (2)\u200d\u094d♥\ufe0f")
NAMES = st.lists(st.text(LETTERS, min_size=1, max_size=NAME_LENGTH).map(typed_text).filter(bool))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("STRASSE", "straße"),
        ("♥", "♥\ufe0f"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u0937"),
        ("\u01f0", "J\u030c"),
    ],
)
def test_case_and_joiners_tell_nobody_from_anybody(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_of_a_former_name_only_case_and_direction_controls_tell_nothing() -> None:
    assert former_key(" \u202aANNA ") == former_key("anna") == "anna"
    assert former_key("An\u00adna") != former_key("Anna")


def test_the_second_of_two_alike_is_numbered() -> None:
    called = names_apart(dict(enumerate(("Anna", "Bert", "anna", "Anna (2)", "ANNA"))))
    assert list(called.values()) == ["Anna", "Bert", "anna (3)", "Anna (2)", "ANNA (4)"]


@pytest.mark.parametrize(("same", "second"), [(29, 2), (30, 3)])
def test_long_names_that_begin_alike_are_numbered_together(same: int, second: int) -> None:
    one, other = "b" * same + "x", "b" * same + "y"
    called = names_apart(dict(enumerate((one, one, other, other))))
    assert list(called.values()) == [one, f"{one} (2)", other, f"{other} ({second})"]


def test_a_number_makes_no_name_too_long() -> None:
    called = names_apart({1: "b" * NAME_LENGTH, 2: "b" * NAME_LENGTH})
    assert called[2] == "b" * (NAME_LENGTH - 4) + " (2)"


@given(NAMES)
def test_names_that_are_told_apart_stay_as_they_are(names: list[str]) -> None:
    called = names_apart(dict(enumerate(names)))
    keys = [name_key(name) for name in called.values()]
    assert len(set(keys)) == len(keys) == len(names)
    assert all(len(name) <= NAME_LENGTH and typed_text(name) == name for name in called.values())
    assert names_apart(called) == called
    first = {name_key(name): name for name in reversed(names)}
    assert {called[each] for each in called} >= set(first.values())


def test_many_names_alike_are_told_apart_at_once() -> None:
    looked_up = names_apart(dict.fromkeys(range(20_000), "Anna"))
    assert looked_up[19_999] == "Anna (20000)"
