"""What fills the gaps of a sentence is shown by its type, whatever the gap is called."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any, get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.support import Translations

from scorekeeper.core.cards import Suit
from scorekeeper.core.game import Unit
from scorekeeper.core.phrases import (
    Amount,
    Counts,
    HalfPoints,
    Line,
    Money,
    NamedSeat,
    NamedSeats,
    NamedSide,
    Phrase,
    Problem,
    Terms,
    Value,
    Values,
)
from scorekeeper.files.faults import FaultyFileError
from scorekeeper.files.sheet import round_data
from scorekeeper.games.registry import GAMES, PLUGINS
from scorekeeper.i18n.messages import NOBODY, Messages, Names, messages_in
from tests.games.one_round import sheet_of
from tests.games.worked import before, examples

KNOWN = frozenset(get_args(Value))
NAMES = Names(("Anna", "Bert", "Clara", "Dirk"), ("Anna & Clara", "Bert & Dirk"), Unit.CENTS)

SHOWN = [
    (NamedSeat(2), "Clara", "Clara"),
    (NamedSeats((0, 2, 3)), "Anna, Clara und Dirk", "Anna, Clara, and Dirk"),
    (NamedSeats((1,)), "Bert", "Bert"),
    (NamedSide(1), "Bert & Dirk", "Bert & Dirk"),
    (Amount(-150), "−1,50\N{NO-BREAK SPACE}€", "−€1.50"),
    (Money(-150), "−1,50\N{NO-BREAK SPACE}€", "−€1.50"),
    (HalfPoints(81), "40,5", "40.5"),
    (HalfPoints(82), "41", "41"),
    (Terms((8, -5, 3)), "8 − 5 + 3", "8 − 5 + 3"),
    (Counts((30, 0, 90)), "30 : 0 : 90", "30 : 0 : 90"),
    (Suit.HEARTS, "♥", "♥"),
    (-7, "−7", "−7"),
    (Decimal("-0.5"), "−0,5", "−0.5"),
    ("skimon", "skimon", "skimon"),
]


def messages(language: str, **sentences: str | tuple[str, ...]) -> Messages:
    """A language of nothing but these sentences."""
    made = Catalog(language)
    made.add("text.columns", "{first} : {second}")
    for key, sentence in sentences.items():
        plural = (f"line.{key}", f"line.{key}") if isinstance(sentence, tuple) else f"line.{key}"
        made.add(plural, sentence)
    compiled = BytesIO()
    write_mo(compiled, made)
    compiled.seek(0)
    return Messages(language, Translations(compiled))


@pytest.mark.parametrize(("value", "german", "english"), SHOWN)
def test_a_value_is_shown_by_its_type_in_a_gap_of_any_name(
    value: Any, german: str, english: str
) -> None:
    for gap in ("whoever", "seat", "side", "seats", "worth", "half_points", "self"):
        line = Line(0, 0, "told", {gap: value})
        for language, shown in (("de", german), ("en", english)):
            speak = messages(language, told=f"<{{{gap}}}>")
            assert speak.phrase("toy", "line", line, NAMES) == f"<{shown}>"


def test_dates_lists_and_money_are_those_of_the_catalogues_region() -> None:
    british, german = messages_in("en"), messages_in("de")
    assert british.listed(NAMES.players[:3]) == "Anna, Bert and Clara"
    assert german.listed(NAMES.players[:3]) == "Anna, Bert und Clara"
    assert british.day(date(2026, 11, 20)) == "20 Nov 2026"
    assert british.points(-150, Unit.CENTS) == "−€1.50"
    assert british.columns((262, 0), Unit.POINTS) == "262 : 0"


@pytest.mark.parametrize(("language", "first", "second"), [
    ("fr", "1er nov. 2026", "2 nov. 2026"), ("en", "1 Nov 2026", "2 Nov 2026"),
    ("de", "01.11.2026", "02.11.2026"), ("nl", "1 nov 2026", "2 nov 2026"),
])  # fmt: skip
def test_the_first_of_a_month_is_said_as_people_say_it(
    language: str, first: str, second: str
) -> None:
    days = date(2026, 11, 1), date(2026, 11, 2)
    assert [messages_in(language).day(day) for day in days] == [first, second]


def test_every_known_type_of_value_is_shown_above() -> None:
    assert {type(value) for value, _, _ in SHOWN} == KNOWN


def test_an_amount_is_a_plain_number_where_points_are_no_money() -> None:
    speak = messages("de", told="{x}")
    for unit in (Unit.POINTS, Unit.CHIPS):
        assert (
            speak.phrase("toy", "line", Line(0, 0, "told", {"x": Amount(-150)}), Names(unit=unit))
            == "−150"
        )


def test_seats_and_sides_are_numbers_where_nobody_knows_the_names() -> None:
    values: Values = {"x": NamedSeat(2), "y": NamedSide(1), "z": NamedSeats((0, 3))}
    line = Line(0, 0, "told", values)
    assert (
        messages("de", told="{x}, {y}, {z}").phrase("toy", "line", line, NOBODY) == "2, 1, 0 und 3"
    )


@pytest.mark.parametrize(("count", "shown"), [(0, "0 many"), (1, "1 one"), (2, "2 many")])
def test_the_number_called_count_chooses_singular_or_plural(count: int, shown: str) -> None:
    speak = messages("en", told=("{count} one", "{count} many"))
    assert speak.phrase("toy", "line", Line(0, 0, "told", {"count": count}), NAMES) == shown


# ---- What the rules say ------------------------------------------------------------------------


def told(slug: str, example: dict[str, Any]) -> Iterator[Line | Phrase | Problem]:
    """All that is said of a worked example: why it is refused, or its score, reason and hints."""
    game, played = GAMES[slug], [*before(example), example["round"]]
    try:
        sheet = sheet_of(game, played, example.get("house"), example.get("players"))
    except FaultyFileError as refused:
        yield from (each.problem for each in refused.faults)
        return
    last = sheet.ledger.rounds[-1]
    yield from last.score.lines
    yield from game.reason(last.round.observation, last.table)
    data = round_data(last.round, game)
    form = PLUGINS[slug].form_for(last.round.observation)(last.found)
    form.fill(data)
    yield from form.hints()
    yield from form.contradictions()


@pytest.mark.parametrize("slug", GAMES)
def test_every_value_of_a_worked_example_is_of_a_known_type_and_no_player_a_bare_number(
    slug: str,
) -> None:
    people = {gap: {NamedSeat, NamedSeats, NamedSide} for gap in ("seat", "seats", "side")}
    values = [
        (said.code, gap, value)
        for example in examples(slug)
        for said in told(slug, example)
        for gap, value in said.values.items()
    ]
    assert len(values) > 100
    assert [each for each in values if type(each[-1]) not in people.get(each[1], KNOWN)] == []


@pytest.mark.parametrize(
    ("seconds", "english", "german"),
    [
        (1, "in 1 second", "in 1 Sekunde"),
        (60, "in 1 minute", "in 1 Minute"),
        (61, "in 2 minutes", "in 2 Minuten"),
        (3540, "in 59 minutes", "in 59 Minuten"),
        (3601, "in 2 hours", "in 2 Stunden"),
        (86_000, "in 1 day", "in 1 Tag"),
        (172_800, "in 2 days", "in 2 Tagen"),
    ],
)
def test_a_time_from_now_is_never_said_too_early(seconds: int, english: str, german: str) -> None:
    assert messages_in("en").from_now(seconds) == english
    assert messages_in("de").from_now(seconds) == german


@pytest.mark.parametrize(
    ("language", "forms", "count", "said"),
    [
        ("fr", ("{count} point", "{count} points"), 0, "0 point"),
        ("fr", ("{count} point", "{count} points"), 2, "2 points"),
        ("nl", ("{count} punt", "{count} punten"), 0, "0 punten"),
        ("pl", ("{count} punkt", "{count} punkty", "{count} punktów"), 1, "1 punkt"),
        ("pl", ("{count} punkt", "{count} punkty", "{count} punktów"), 22, "22 punkty"),
        ("pl", ("{count} punkt", "{count} punkty", "{count} punktów"), 5, "5 punktów"),
    ],
)
def test_a_language_has_the_plurals_that_it_has(
    language: str, forms: tuple[str, ...], count: int, said: str
) -> None:
    speak = messages(language, points=forms)
    assert speak.text("line.points", count=count) == said
    assert speak.has("line.points")
