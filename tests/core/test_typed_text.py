"""What people type or paste is read without what nobody sees and what turns the words around it."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.core.typed_text import DIRECTION_CONTROLS, trimmed_text, typed_text

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


UNSEEN = (
    "\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u202e"
    "\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0\U0001d173\U000e0001\U000e0041\U000e0100"
)
SEEN = (
    "aZ1# \u00a0\u3000\t\u0308\u0301\u0930\u094d\u0915\u0628\u0645\u064b\u2665\u2194"
    "\u20e3\u845b🏴👩👧🏽"
)
FLAG = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
OTHER_FLAG = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
NEEDED = (
    "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: nemikhaham
    "\u0915\u094d\u200d\u0937",  # Devanagari: a half form
    "\u0db6\u0dca\u200d\u0dbb",  # Sinhala: br
    "\u0d28\u0d4d\u200d",  # Malayalam: a chillu, as it was written before it had a letter
    "\u09b0\u200d\u09cd\u09af\u09be\u099a\u09c7\u09b2",  # Bengali: Rachel
    "👩\u200d👩\u200d👧",
    "❤\ufe0f\u200d🔥",
    "👩🏽\u200d⚕\ufe0f",
    "1\ufe0f\u20e3",
    "\u2665\ufe0e",
    "\u845b\U000e0100",
    FLAG,
    OTHER_FLAG,
)


@pytest.mark.parametrize("character", UNSEEN)
def test_what_nobody_sees_is_left_out_wherever_it_stands(character: str) -> None:
    assert typed_text(f"{character}An{character}na{character} B{character}") == (
        "An na B" if character.isspace() else "Anna B"
    )
    assert typed_text(character * 3) == ""


def test_every_format_character_is_left_out_but_those_with_a_shape() -> None:
    kept = {
        chr(point)
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) == "Cf" and typed_text(f"a{chr(point)}b") != "ab"
    }
    scripts = {unicodedata.name(each).split()[0] for each in kept}
    assert scripts <= {"ARABIC", "SYRIAC", "KAITHI"}  # signs before numbers


def test_every_white_space_is_one_blank() -> None:
    spaces = [
        chr(point)
        for point in range(sys.maxunicode + 1)
        if unicodedata.category(chr(point)) in ("Zs", "Zl", "Zp")
    ]
    assert len(spaces) > 15
    for space in spaces:
        assert typed_text(f"{space}A{space} {space}B{space}") == "A B"


@pytest.mark.parametrize("text", NEEDED)
def test_joiners_stay_where_a_script_or_an_emoji_needs_them(text: str) -> None:
    assert typed_text(text) == text
    assert typed_text(f"Anna {text} B") == f"Anna {text} B"


def test_a_joiner_beside_any_virama_of_a_living_script_stays() -> None:
    viramas = [chr(point) for point in range(0x10000) if unicodedata.combining(chr(point)) == 9]
    for virama in viramas:
        assert typed_text(f"A{virama}\u200dB") == f"A{virama}\u200dB", hex(ord(virama))


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d", "\ufe0f", "\U000e0067"])
def test_a_joiner_that_joins_nothing_is_left_out(joiner: str) -> None:
    assert typed_text(f"A{joiner}nna {joiner}Be{joiner}") == "Anna Be"


def test_a_flag_that_names_no_region_is_a_plain_one() -> None:
    assert typed_text("🏴\U000e007f") == "🏴"


def test_marks_that_meet_are_composed() -> None:
    assert typed_text("Zoe\u034f\u0308") == "Zo\u00eb"


@given(st.text(st.one_of(st.sampled_from(UNSEEN + SEEN), st.characters())))
@example("\u200c\u094d\u064b\u200c\u064b\u200c\u064b\u0334")  # five times something meets
def test_reading_what_was_read_changes_nothing(text: str) -> None:
    read = typed_text(text)
    assert typed_text(read) == read == read.strip() == unicodedata.normalize("NFC", read)
    assert len(read) <= len(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(("joiners", "is_together"), [(2, True), (3, False)])
def test_text_in_which_one_joiner_after_the_other_loses_its_reason_keeps_none(
    joiners: int, is_together: bool
) -> None:
    """A mark that passes a virama frees the joiner behind it, and so lets it pass the next one."""
    family = "\U0001f469\u200d\U0001f469"
    chain = "\u0915\u0951\u034f\u094d\u200d" + "\u093c\u094d\u200d" * (joiners - 1)
    assert (family in typed_text(f"{chain} {family}")) is is_together


@given(st.text(st.one_of(st.sampled_from(UNSEEN + SEEN), st.characters())))
def test_what_earlier_versions_read_is_read_as_the_text_itself(text: str) -> None:
    assert typed_text(trimmed_text(text)) == typed_text(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_letters_are_read_as_any_others_are(text: str) -> None:
    assert typed_text(text) == typed_text(f"{text}\u200b")
