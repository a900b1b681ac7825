"""Tafferand on one phone: few touches, twenty-four games, and what was written down wrongly."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    PLAYERS,
    SIDES,
    Thumb,
    best_first,
    choice,
    expect_places,
    expect_round_count,
    expect_totals,
    follow,
    heading,
    open_sheet,
    opened,
    press,
    rounds,
    save_round,
)
from tests.browser.tafferand import (
    GAMES,
    GROUPS,
    count,
    evening,
    expect_square,
    fill_in,
    offered,
)

# --- touches ---


@pytest.mark.parametrize(
    ("tricks", "touches", "players"),
    [
        (13 - 3, 4, 2),
        pytest.param(13 - 3, 4, 4, marks=pytest.mark.soak),
        pytest.param(4, 3, 4, marks=pytest.mark.soak),
    ],
)
def test_stiche_take_at_most_four_touches(
    phone: PhoneFactory, server: str, tricks: int, touches: int, players: int
) -> None:
    page = phone(opened(server, game="tafferand"))
    written = [0, 0]
    for spielmacher in range(players):
        thumb = Thumb(page)
        thumb.tap("game", f"stiche_{spielmacher}")
        expect(count(page, "tricks", 0)).to_be_focused()
        thumb.type(str(tricks))
        thumb.save()
        written = [written[0] - 10 * tricks, written[1] - 10 * (13 - tricks)]
        expect_totals(page, *written)
        assert thumb.touches == touches


def test_who_took_all_is_asked_though_the_count_of_it_was_cleared(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, game="tafferand"))
    choice(page, "game", "stiche_0").tap()
    count(page, "tricks", 0).fill("0")
    expect(choice(page, "durchmarsch_tricks", 1)).to_be_visible()
    count(page, "tricks", 1).fill("")
    choice(page, "durchmarsch_tricks", 1).tap()
    save_round(page)
    expect_totals(page, 0, 130)


# --- an evening ---

ALL = 24


def play(page: Page, first: int, last: int) -> list[int]:
    """Write down these games of the evening and return the totals after them."""
    written, had = [0, 0], [set[str](), set[str](), set[str](), set[str]()]
    for number, game in enumerate(evening()[:last], start=1):
        declares = game.spielmacher
        if number >= first:
            expect(page.locator("#status")).to_contain_text(f"Spiel {number} von {ALL}")
            expect(page.locator("#status")).to_contain_text(f"{PLAYERS[declares - 1]} gibt")
            expect(page.locator("table.ticks .turn")).to_contain_text(PLAYERS[declares])
            expect_square(page, had)
            left = [name for kind, name in GAMES.items() if kind not in had[declares]]
            expect(offered(page)).to_have_text(left)
            fill_in(page, declares, game.observation)
            expect_completed(page, game.observation)
            save_round(page)
            expect_round_count(page, number)
        had[declares].add(game.observation["kind"])
        written = [so_far + now for so_far, now in zip(written, game.written, strict=True)]
        if first <= number < ALL:
            expect_totals(page, *written)
    return written


@pytest.mark.soak(short="test_four_people_play_all_their_games")
def test_four_people_begin_an_evening(phone: PhoneFactory) -> None:
    page = phone()
    open_sheet(page, "Tafferand")
    play(page, 1, 3)


@pytest.mark.parametrize("first", [ALL, pytest.param(1, marks=pytest.mark.soak)])
def test_four_people_play_all_their_games(phone: PhoneFactory, server: str, first: int) -> None:
    before = [each.observation for each in evening()[: first - 1]]
    page = phone(opened(server, before, game="tafferand", first_dealer=3))
    written = dict(zip(SIDES, play(page, first, ALL), strict=True))
    winner, other = best_first(written)
    expect_places(page, written, (winner, other))
    expect(page.locator("#totals h2")).to_have_text(winner)
    expect(page.locator("form[data-entry]")).to_have_count(0)


def expect_completed(page: Page, observation: Any) -> None:
    """What the other side has of it was not typed."""
    for group in GROUPS:
        if group in observation:
            expect(count(page, group, 1)).to_have_value(str(observation[group][1]))


def test_the_evening_holds_what_a_table_meets() -> None:
    """Otherwise the twenty-four games above would prove little."""
    games = evening()
    claims = [seat for each in games for seat in each.observation.get("durchmarsch", {}).values()]
    generals = [each for each in games if each.observation["kind"] == "general"]
    totals = [sum(each.written[side] for each in games) for side in (0, 1)]
    assert len({(each.spielmacher, each.observation["kind"]) for each in games}) == 24
    assert None in claims, "partners never shared a group"
    assert set(claims) - {None}, "nobody made a Durchmarsch"
    assert any("durchmarsch" in each.observation for each in generals), "no General was turned"
    assert totals[0] != totals[1], "nobody won"


# --- a game that never was ---

SIX_GAMES: tuple[dict[str, Any], ...] = (
    {"kind": "stiche", "tricks": [4, 9]},
    {"kind": "herz", "hearts": [6, 7]},
    {"kind": "damen", "queens": [1, 3]},
    {"kind": "tafferand", "king": 1},
    {"kind": "herz", "hearts": [5, 8]},
    {"kind": "stiche", "tricks": [7, 6]},
)


@pytest.fixture
def page(phone: PhoneFactory, server: str) -> Page:
    """The page that tells what becomes of six games if the second of them never was."""
    page = phone(opened(server, SIX_GAMES, game="tafferand"))
    expect_totals(page, -40 - 60 - 30 - 50 - 70, -90 - 70 - 90 - 180 - 80 - 60)
    expect_square(page, [{"stiche", "herz"}, {"herz", "stiche"}, {"damen"}, {"tafferand"}])
    rounds(page).nth(4).locator("summary").tap()
    follow(page, "Spiel 2 streichen")
    heading(page, "Das würde sich ändern")
    return page


@pytest.mark.soak(short="test_everybody_moves_up_and_a_later_game_was_another_one")
def test_the_others_keep_their_games_though_one_of_them_never_was(page: Page) -> None:
    expect(page.get_by_role("alert")).to_have_count(0)
    press(page, "Spiel 2 streichen, alle anderen bleiben")
    expect_totals(page, -40 - 30 - 50 - 70, -90 - 90 - 180 - 80 - 60)
    expect_square(page, [{"stiche", "herz"}, {"stiche"}, {"damen"}, {"tafferand"}])
    expect(rounds(page).first).to_contain_text("Bert: Stiche")
    expect(page.locator("#status")).to_contain_text("Spiel 6 von 24")
    expect(page.locator("#status")).to_contain_text("Bert gibt")


def test_everybody_moves_up_and_a_later_game_was_another_one(page: Page) -> None:
    press(page, "Lieber die Geber nachrücken lassen")
    misfits = page.get_by_role("alert")
    expect(misfits).to_contain_text("Spiel 6 Anna: Stiche · 7 : 6")
    expect(misfits.locator(".problem")).to_have_text(re.compile("Dieses Spiel hatte Anna schon"))
    press(page, "Spiel 6 mit korrigieren")
    heading(page, "Spiel 6 korrigieren")
    expect(offered(page)).to_have_text(["Tafferand", "Herz", "Damen", "General", "Elferraus"])
    fill_in(page, 0, {"kind": "damen", "queens": [3, 1]})
    press(page, "Spiel 6 so übernehmen")
    heading(page, "Das würde sich ändern")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Spiel 6 doch lassen, wie es war")).to_be_visible()
    page.get_by_role("button", name="Spiel 2 streichen (").tap()
    expect_totals(page, -40 - 30 - 50 - 90, -90 - 90 - 180 - 80 - 30)
    expect_square(page, [{"stiche", "damen"}, {"damen"}, {"tafferand"}, {"herz"}])
    expect(rounds(page).first).to_contain_text("Anna: Damen · 3 : 1")
    expect(rounds(page).first).to_contain_text("korrigiert")
    expect(page.locator("#status")).to_contain_text("Anna gibt")
