"""French punctuation: which space stands before a sign, and within quotation marks."""

import re

import pytest

from tests.i18n.test_tone import said

NO_BREAK, NARROW = "\u00a0", "\u202f"
WRONG = re.compile(
    rf"[^{NO_BREAK}]:(?![0-9/])"  # but in times, ratios and addresses
    rf"|[^{NARROW}][;!?]"
    rf"|«[^{NO_BREAK}]|[^{NO_BREAK}]»"
    r"|[“”„]"
)
COLUMNS = re.compile(r"\{(first|left)\} : \{(second|right)\}")  # pages keep them on one line
FILE_FORMAT = re.compile(r'\\?"\w+\\?": \\?"[^"]*"')


def wrong_spaces(text: str) -> list[str]:
    """Every sign of a sentence whose space is not the French one; not what a file must hold."""
    return WRONG.findall(COLUMNS.sub("", FILE_FORMAT.sub("", text)))


def test_every_sign_has_its_space() -> None:
    sentences = list(said("fr"))
    assert sum(":" in text for _, text in sentences) > 100
    assert [(key, text) for key, text in sentences if wrong_spaces(text)] == []


@pytest.mark.parametrize("text", [
    "Total: 3", "Total : 3", f"Total{NARROW}: 3", "Qui prend ?", f"Qui prend{NO_BREAK}?",
    "trop long; plus court", "« caché »", "«caché»", "“caché”",
])  # fmt: skip
def test_another_space_is_noticed(text: str) -> None:
    assert wrong_spaces(text)


@pytest.mark.parametrize("text", [
    f"Total{NO_BREAK}: 3", f"Qui prend{NARROW}?", f"«{NO_BREAK}caché{NO_BREAK}»", "à 21:05",
    "https://example.org", "{left} : {right} nat", '"format": "{format}"',
])  # fmt: skip
def test_these_are_as_they_should_be(text: str) -> None:
    assert wrong_spaces(text) == []
