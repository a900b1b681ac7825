"""The curve of the evening, read back from its drawing."""

from fractions import Fraction
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.core.game import Unit
from scorekeeper.i18n.messages import messages_in
from scorekeeper.summary.chart import SCREEN, STEPS_AT_MOST, Chart, chart_of
from tests.games.one_round import sheet_of
from tests.toy.rules import TOY
from tests.web.element import page_of
from tests.web.table import open_sheet, play

NAMES = ("Anna", "Bert", "Clara")


def curve(*callers: int, points: int = 1) -> Chart | None:
    """Of a sheet of the made-up game: every call is worth 10 a point, and 5 less to the others."""
    rounds = [{"kind": "called", "caller": caller, "points": points} for caller in callers]
    ledger = sheet_of(TOY, rounds, players=NAMES).ledger
    return chart_of(ledger, NAMES, Unit.POINTS, messages_in("en"))


def heights(drawn: Chart, side: int) -> list[int]:
    return [int(dot.split(",")[1]) for dot in drawn.lines[side].points.split()]


def amount_at(y: int, drawn: Chart) -> Fraction:
    """What a height stands for, by the two lines across that are furthest apart."""
    low, high = drawn.ticks[0], drawn.ticks[-1]
    of_low, of_high = (int(tick.label.replace("−", "-")) for tick in (low, high))
    return of_low + Fraction((low.y - y) * (of_high - of_low), low.y - high.y)


def test_every_side_starts_at_nothing_and_ends_at_its_total() -> None:
    drawn = curve(0, 1, 0)
    assert drawn is not None
    zero = next(tick.y for tick in drawn.ticks if tick.is_zero)
    totals = [[0, 20, 10, 30], [0, -10, 10, 0], [0, -10, -20, -30]]
    for side, expected in enumerate(totals):
        drawn_at = heights(drawn, side)
        assert drawn_at[0] == zero
        for y, total in zip(drawn_at, expected, strict=True):
            assert amount_at(y, drawn) == pytest.approx(total, abs=0.1)
        assert drawn.lines[side].total == str(expected[-1]).replace("-", "−")


def test_the_rounds_stand_at_equal_distances_over_the_whole_width() -> None:
    drawn = curve(0, 1, 0, 1)
    assert drawn is not None
    across = [int(dot.split(",")[0]) for dot in drawn.lines[0].points.split()]
    assert across == [
        0,
        drawn.size.width // 4,
        drawn.size.width // 2,
        drawn.size.width * 3 // 4,
        drawn.size.width,
    ]


def test_there_is_no_curve_before_the_second_round() -> None:
    assert curve() is None
    assert curve(0) is None
    assert curve(0, 1) is not None


def test_points_beside_the_deals_are_drawn_and_not_counted_as_deals() -> None:
    rounds: list[dict[str, Any]] = [
        {"kind": "called", "caller": 0, "points": 1},
        {"kind": "agreed", "points": [20, -10, -10], "why": "late"},
    ]
    ledger = sheet_of(TOY, rounds, players=NAMES).ledger
    drawn = chart_of(ledger, NAMES, Unit.POINTS, messages_in("en"))
    assert drawn is not None
    assert drawn.told == "Running totals over 1 deal."
    assert drawn.lines[0].total == "40"


def test_an_evening_on_which_nothing_was_won_is_a_flat_line() -> None:
    drawn = curve(0, 1, points=0)
    assert drawn is not None
    assert len({*heights(drawn, 0), *heights(drawn, 1)}) == 1


def test_a_thousand_rounds_are_drawn_with_no_more_dots_than_can_be_seen() -> None:
    ledger = sheet_of(
        TOY, [{"kind": "spilled"}] * 999 + [{"kind": "called", "caller": 0, "points": 1}]
    ).ledger
    drawn = chart_of(ledger, NAMES, Unit.POINTS, messages_in("en"))
    assert drawn is not None
    assert len(heights(drawn, 0)) <= STEPS_AT_MOST + 1
    assert heights(drawn, 0)[-1] < heights(drawn, 0)[-2]


def test_whoever_leads_has_a_line_of_their_own_kind() -> None:
    drawn = curve(0, 0)
    assert drawn is not None
    assert [line.leads for line in drawn.lines] == [True, False, False]


def test_where_nobody_is_ahead_no_line_is_different() -> None:
    drawn = curve(0, 1, points=0)
    assert drawn is not None
    assert not any(line.leads for line in drawn.lines)


def test_names_stand_at_the_ends_of_their_lines_without_overlapping() -> None:
    rounds = [{"kind": "called", "caller": 0, "points": 1}] * 2  # the others are equal
    ledger = sheet_of(TOY, rounds, players=NAMES).ledger
    drawn = chart_of(ledger, NAMES, Unit.POINTS, messages_in("en"), SCREEN)
    assert drawn is not None
    anna, bert, clara = drawn.lines
    assert (anna.label_y, anna.end_y, bert.end_y) == (0, 0, clara.end_y)
    assert clara.label_y - bert.label_y >= SCREEN.label_height


def names_shown(client: FlaskClient, sheet: str) -> tuple[list[str], list[str]]:
    """At the lines, with their totals, and below the drawing."""
    curve = page_of(client.get(f"{sheet}keep").text).select("figure.curve")[0]
    return [each.text for each in curve.select("g text")], [
        each.text.strip() for each in curve.select("figcaption span")
    ]


def test_a_name_that_does_not_fit_at_its_line_stands_below_in_full(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet, maker="0", points_0="100")
    play(client, sheet, maker="0", points_0="100")
    assert names_shown(client, sheet) == (["Anna & Clara", "200", "Bert & Dirk", "124"], [])
    sheet = open_sheet(client, name_0="Maximiliane-Sophie")
    play(client, sheet, maker="0", points_0="100")
    play(client, sheet, maker="0", points_0="100")
    at_lines, below = names_shown(client, sheet)
    assert at_lines == ["Maximiliane-…", "200", "Bert & Dirk", "124"]
    assert below == ["Maximiliane-Sophie & Clara 200"]


def test_a_page_shows_the_curve_and_tells_it_to_those_who_cannot_see_it(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    for points in ("100", "82"):
        play(client, sheet, maker="0", points_0=points)
    drawing = page_of(client.get(f"{sheet}keep").text).select_one(".curve svg[role=img]")
    assert drawing is not None
    assert len(drawing.select("polyline")) == 2
    description = str(drawing["aria-label"])
    assert "2 deals" in description
    assert "Anna & Clara: 182 at the end, 182 at the highest, 0 at the lowest" in description
