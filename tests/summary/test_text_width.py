"""Texts as wide as they may be in any font, and names cut to a width."""

import pytest

from scorekeeper.summary.text_width import fitting, fitting_apart, text_width

WIDE = "W" * 40


@pytest.mark.parametrize(
    ("name", "room", "shown"),
    [
        ("Rosa", 900, "Rosa"),
        ("Anna & Clara", 900, "Anna & Clara"),
        ("Jan-Willem & Wilhelmina", 900, "Jan-Willem &…"),
        ("WWWWWWWWWWWW", 900, "WWWWWWW…"),
        ("illillillillill", 900, "illillillillill"),
        ("世界世界世界世界世界", 900, "世界世界世界世…"),
        ("", 900, ""),
    ],
)
def test_a_name_is_shortened_to_its_room(name: str, room: int, shown: str) -> None:
    assert fitting(name, room) == shown


def test_names_that_are_cut_stay_apart() -> None:
    assert fitting_apart(("Anna", "Bert"), 900) == ("Anna", "Bert")
    cut = fitting_apart((f"{WIDE} Anna", f"{WIDE} Bert", "Clara"), 900)
    assert len(set(cut)) == 3
    assert cut[2] == "Clara"
    assert max(map(text_width, cut)) <= 900


def test_names_that_nothing_tells_apart_within_their_room_stay_whole() -> None:
    alike = (WIDE + "1abc", WIDE + "2abc")
    assert fitting_apart(alike, 900) == alike
