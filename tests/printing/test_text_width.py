"""Widths that are read off the fonts, and texts that are cut to them."""

from string import digits

import pytest

from scorekeeper.printing.text_width import (
    Face,
    line_count,
    names_on_one_line,
    short_names,
    shortened,
    text_width,
)

WIDE = "W" * 40


@pytest.mark.parametrize("face", Face)
def test_all_digits_are_of_one_width(face: Face) -> None:
    assert len({text_width(digit, face) for digit in digits}) == 1


@pytest.mark.parametrize("text", ["Łukasz Şahin", "Ελένη", "Борис", "♥ ★", "שלום", "😀"])
def test_letters_that_only_the_font_behind_has_are_counted_too(text: str) -> None:
    assert text_width(text, Face.FIGURES) > 0.3 * len(text)


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize(
    "text", ["A\u200d", "A\ufe0f", "A\u0301", "\u2068A\u2069", "A\u200e", "A\U000e0101"]
)
def test_joiners_selectors_marks_and_controls_have_no_width(face: Face, text: str) -> None:
    assert text_width(text, face) == text_width("A", face)


def test_a_mark_that_nothing_has_is_shown_as_a_box() -> None:
    assert text_width("A\u1ab0", Face.WORDS) > text_width("A", Face.WORDS)


def test_a_text_is_broken_at_spaces_and_within_a_word_that_is_too_long() -> None:
    one = text_width("four", Face.WORDS)
    assert line_count("four four four", Face.WORDS, 20) == 1
    assert line_count("four four four", Face.WORDS, 1.5 * one) == 3
    assert line_count(WIDE, Face.WORDS, text_width(WIDE, Face.WORDS) / 3.5) == 4
    assert line_count("", Face.WORDS, 1) == 1


def test_a_text_that_is_too_wide_ends_in_an_ellipsis() -> None:
    assert shortened("Anna", Face.WORDS, 9) == "Anna"
    cut = shortened(WIDE, Face.WORDS, 9)
    assert cut.endswith("W…")
    assert text_width(cut, Face.WORDS) <= 9


def test_names_that_are_cut_stay_apart() -> None:
    assert short_names(("Anna", "Bert"), Face.WORDS, 9) == ("Anna", "Bert")
    cut = short_names((f"{WIDE} Anna", f"{WIDE} Bert", "Clara"), Face.WORDS, 9)
    assert len(set(cut)) == 3
    assert cut[2] == "Clara"
    assert short_names((WIDE + "1abc", WIDE + "2abc"), Face.WORDS, 9) == (
        WIDE + "1abc",
        WIDE + "2abc",
    )


def test_names_on_one_line_are_told_apart_but_never_too_wide() -> None:
    cut = names_on_one_line((f"{WIDE} Anna", f"{WIDE} Bert", "Clara"), Face.WORDS, 9)
    assert len(set(cut)) == 3
    alike = names_on_one_line((WIDE + "1abc", WIDE + "2abc"), Face.WORDS, 9)
    assert max(text_width(name, Face.WORDS) for name in (*cut, *alike)) <= 9
