"""Names from right to left turn nothing around them in a sentence."""

import pytest

from scorekeeper.core.phrases import Line, NamedSeat, NamedSeats, NamedSide
from scorekeeper.games.registry import GAMES
from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages, Names, messages_in
from scorekeeper.i18n.text_direction import isolated
from tests.i18n.test_values import messages

HEBREW, ARABIC = "אברהם", "مريم"
PLAYERS = (HEBREW, "Bert", ARABIC, "Dirk")
NAMES = Names.at(GAMES["klaverjassen"], GAMES["klaverjassen"].house(), PLAYERS)


def alone(name: str) -> str:
    """The name between the characters that isolate it."""
    return f"\u2068{name}\u2069"


@pytest.fixture
def speak() -> Messages:
    return messages("en", told="{x} 40")


def test_seats_and_sides_are_isolated_where_they_are_read_from_right_to_left(
    speak: Messages,
) -> None:
    for value, shown in (
        (NamedSeat(0), alone(HEBREW)),
        (NamedSeat(1), "Bert"),
        (NamedSeats((0, 1, 2)), f"{alone(HEBREW)}, Bert, and {alone(ARABIC)}"),
        (NamedSide(0), f"{alone(HEBREW)} & {alone(ARABIC)}"),
        (NamedSide(1), "Bert & Dirk"),
    ):
        assert speak.phrase("toy", "line", Line(0, 0, "told", {"x": value}), NAMES) == f"{shown} 40"


def test_a_name_given_as_it_is_is_isolated_once() -> None:
    english = messages_in("en")
    once = english.text("history.first_dealer", name=HEBREW)
    assert once == english.text("history.first_dealer", name="Anna").replace("Anna", alone(HEBREW))
    assert english.text("text.comma", first=once, second="Bert").count("\u2068") == 1
    assert english.listed([HEBREW, "Bert"]) == f"{alone(HEBREW)} and Bert"


@pytest.mark.parametrize(
    "text", ["Anna", "Zoë", "Ελένη", "Борис", "♥", "👩\u200d👧", "−40", BETWEEN_PHRASES]
)
def test_everything_else_is_put_in_as_it_is(text: str) -> None:
    assert isolated(text) == text
    assert messages("en", told="{x}").phrase("toy", "line", Line(0, 0, "told", {"x": text})) == text
