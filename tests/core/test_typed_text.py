"""What people type or paste is read without what nobody sees and what turns the words around it."""

import unicodedata

import pytest

from scorekeeper.core.typed_text import DIRECTION_CONTROLS, typed_text

RIGHT_TO_LEFT = ("אברהם", "مريم", "Anna \u05d0")
EXPLICIT = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


def test_every_direction_control_of_unicode_is_known() -> None:
    found = {
        chr(point) for point in range(0x110000) if unicodedata.bidirectional(chr(point)) in EXPLICIT
    }
    assert found == set(DIRECTION_CONTROLS)


@pytest.mark.parametrize("control", DIRECTION_CONTROLS)
def test_a_direction_control_is_dropped_before_anything_else(control: str) -> None:
    assert typed_text(f"{control} An{control}na {control}") == "Anna"
    assert typed_text(f"Zoe{control}\u0308") == "Zo\u00eb"
    assert typed_text(f" {control} ") == ""


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_names_from_right_to_left_stay_as_they_are(name: str) -> None:
    assert typed_text(name) == name
