"""Tapp on one phone: few touches, an evening with its closing, five friends, a late ace."""

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    PLAYERS,
    Thumb,
    best_first,
    choice,
    euros,
    expect_places,
    expect_round_count,
    expect_totals,
    follow,
    heading,
    opened,
    press,
    rounds,
    save,
    save_round,
    unfold,
)
from tests.browser.tapp import (
    FORCED,
    FREE,
    Played,
    ace_of_hearts,
    augen,
    evening,
    fill_in,
    transfers,
)

# --- touches ---


def test_a_bettel_takes_at_most_five_touches(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, game="tapp"))
    for declarer, totals in ((0, (45, -15, -15, -15)), (1, (30, 30, -30, -30))):
        thumb = Thumb(page)
        thumb.tap("declarer", declarer)
        thumb.tap("game", "bettel")
        thumb.tap("won", "won")
        thumb.save()
        expect_totals(page, *map(euros, totals))
        assert thumb.touches <= 5


# --- an evening ---


def play(page: Page, first: int, games: Sequence[Played]) -> list[int]:
    """Write down the games of an evening from this one on; the totals at its end."""
    written = [0, 0, 0, 0]
    for number, played in enumerate(games, start=1):
        if number >= first:
            expect(page.locator("#status")).to_contain_text(f"{PLAYERS[played.dealer]} gibt")
            expect_the_way_to_the_end(page, number, PLAYERS[played.dealer])
            fill_in(page, played.observation)
            save_round(page)
            expect_round_count(page, number)
        written = [so_far + now for so_far, now in zip(written, played.written, strict=True)]
        if first <= number < len(games):
            expect_totals(page, *map(euros, written))
    return written


@pytest.mark.parametrize(
    "first", [len(FREE) + 2 + len(FORCED), pytest.param(1, marks=pytest.mark.soak)]
)
def test_four_people_play_until_everybody_has_dealt_a_forced_ramsch(
    phone: PhoneFactory, server: str, first: int
) -> None:
    games = evening()
    before = [each.observation for each in games[: first - 1]]
    page = phone(opened(server, before, game="tapp", first_dealer=3))
    written = play(page, first, games)
    expect(page.locator("section.own")).to_contain_text("Alle haben ihren Zwangsramsch gegeben")
    expect(page.locator("form[data-entry]")).to_have_count(0)
    places = best_first(dict(zip(PLAYERS, written, strict=True)))
    expect_places(page, dict(zip(PLAYERS, map(euros, written), strict=True)), places)
    expect(page.locator("#totals h2")).to_have_text(places[0])
    expect(page.get_by_role("heading", name="Wer zahlt wem")).to_be_visible()
    for payer, payee, cents in transfers(page):
        written[PLAYERS.index(payer)] += cents
        written[PLAYERS.index(payee)] -= cents
    assert written == [0, 0, 0, 0]


def expect_the_way_to_the_end(page: Page, number: int, dealer: str) -> None:
    """What the page says before a round of this number."""
    closing, last_free = page.locator("section.own"), len(FREE) + 2
    if number < last_free:
        expect(closing).to_contain_text("Sagt das Herz-Ass an")
        return
    expect(page.get_by_text("Herz-Ass angesagt?")).to_have_count(0)
    if number == last_free:
        ahead = "Das letzte freie Spiel. Danach noch 4 Zwangsramsche"
        expect(page.locator("#below-dealer")).to_contain_text(ahead)
        return
    expect(page.get_by_role("group", name="Wer spielt?")).to_have_count(0)
    expect(closing.get_by_text("hat gegeben")).to_have_count(number - last_free - 1)
    expect(closing.get_by_text("gibt jetzt")).to_have_count(1)
    expect(closing.locator("li", has_text="gibt jetzt")).to_contain_text(dealer)


def test_the_evening_holds_what_a_table_meets() -> None:
    """Otherwise the rounds above would prove little."""
    games = evening()
    ramsch = [each.observation for each in games if each.observation["kind"] == "ramsch"]
    declared = [each for each in games if each.observation["kind"] != "ramsch"]
    hearts = [each for each in declared if each.observation.get("suit") == "hearts"]
    for each in (declared, hearts):
        won = {played.written[played.observation["declarer"]] > 0 for played in each}
        assert won == {True, False}, "everybody won, or nobody"
    assert any(len(observation.get("most", ())) > 1 for observation in ramsch), (
        "nobody had the same"
    )
    assert any(observation.get("jungfern") for observation in ramsch), "no Jungfer"
    assert any(observation.get("jungfern") == [] for observation in ramsch), "always a Jungfer"
    assert any(0 in observation.get("tricks", ()) for observation in ramsch), (
        "no Jungfer was counted"
    )
    assert sum(observation.get("forced", False) for observation in ramsch) == 4
    assert all(sum(each.written) == 0 for each in games)


# --- five friends ---

FIVE = (*PLAYERS, "Eva")
QUESTIONS = ("declarer", "most", "jungfern", "last_trick", "ace_of_hearts")


def everything_unfolded(page: Page) -> None:
    choice(page, "game", "ramsch").tap()
    for summary in ("Ramsch auszählen", "Herz-Ass angesagt?"):
        unfold(page, summary)


def columns(page: Page) -> dict[tuple[str, int], tuple[float, float]]:
    """Left edge and width of every place, by question and seat."""
    found = {}
    for name, seat in product(QUESTIONS, range(5)):
        box = choice(page, name, seat).bounding_box()
        assert box is not None, (name, seat)
        found[name, seat] = box["x"], box["width"]
    return found


def expect_sits_out(page: Page, seat: int) -> None:
    for name, each in product(QUESTIONS, range(5)):
        place = choice(page, name, each).locator("input")
        expect(place).to_be_enabled(enabled=each != seat)
    expect(choice(page, "most", seat)).to_have_text(re.compile(rf"{FIVE[seat]}\s+setzt aus"))
    expect(page.locator(f"input[name=points_{seat}]")).to_have_count(0)
    expect(page.locator("[data-name=points] input, [data-name=tricks] input")).to_have_count(8)


@pytest.mark.soak(short="test_another_dealer_sits_out_at_once_and_nothing_tapped_is_lost")
def test_no_button_moves_whoever_sits_out(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, players=FIVE, game="tapp"))
    everything_unfolded(page)
    expect_sits_out(page, 4)
    places = columns(page)
    unfold(page, "Eva setzt aus – ändern")
    press(page, "Clara")
    expect(page.get_by_text("Clara setzt aus – ändern")).to_be_visible()
    expect_sits_out(page, 2)
    assert columns(page) == places
    page.get_by_text("Eva gibt. Hat jemand anders gegeben?").tap()
    choice(page, "most", 0).tap()
    save(page).tap()
    expect_totals(page, *map(euros, (-15, 5, 0, 5, 5)))
    everything_unfolded(page)
    expect_sits_out(page, 0)
    assert columns(page) == places


def test_another_dealer_sits_out_at_once_and_nothing_tapped_is_lost(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=FIVE, game="tapp"))
    choice(page, "declarer", 1).tap()
    choice(page, "game", "farbspiel").tap()
    choice(page, "suit", "hearts").tap()
    augen(page).fill("61")
    page.get_by_text("Eva gibt. Hat jemand anders gegeben?").tap()
    choice(page, "dealer", 0).tap()
    expect(page.get_by_text("Anna setzt aus – ändern")).to_be_visible()
    expect(augen(page)).to_have_value("61")
    save(page).tap()
    expect_totals(page, *map(euros, (0, 30, -10, -10, -10)))
    expect(page.locator("#status")).to_contain_text("Bert gibt")
    expect(page.get_by_text("Bert setzt aus – ändern")).to_be_visible()


def test_what_a_draft_says_of_whoever_sits_out_on_its_page_is_entered(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server, players=FIVE, game="tapp"), expected_messages=["ERR_FAILED"])
    unfold(page, "Eva setzt aus – ändern")
    press(page, "Anna")
    expect(page.get_by_text("Anna setzt aus – ändern")).to_be_visible()
    choice(page, "game", "ramsch").tap()
    choice(page, "most", 1).tap()
    choice(page, "jungfern", 4).tap()
    page.route("**/rounds/new/**", lambda route: route.abort() if is_part(route) else None)
    page.reload()
    expect(choice(page, "jungfern", 4).locator("input")).to_be_checked()
    page.unroute_all()
    save(page).tap()
    expect(rounds(page)).to_contain_text("Jungfer: Eva")


def is_part(route: Route) -> bool:
    """Whether the server is asked for a part of the form; anything else goes on."""
    asked = "add=" in (route.request.post_data or "")
    if not asked:
        route.continue_()
    return asked


@pytest.mark.soak(
    short="../games/tapp/test_pages.py::"
    "test_somebody_else_sits_out_by_a_touch_and_nothing_typed_is_lost"
)
def test_five_play_without_script(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, players=FIVE, game="tapp"), script=False)
    unfold(page, "Eva setzt aus – ändern")
    press(page, "Anna")
    expect(choice(page, "declarer", 0).locator("input")).to_be_disabled()
    choice(page, "declarer", 4).tap()
    choice(page, "game", "bettel").tap()
    choice(page, "won", "lost").tap()
    press(page, "Ausrechnen")
    expect(page.locator("#sum tfoot td")).to_have_text(list(map(euros, (0, 15, 15, 15, -45))))
    save(page).tap()
    expect_totals(page, *map(euros, (0, 15, 15, 15, -45)))
    expect(rounds(page)).to_contain_text("Anna setzt aus")


# --- an ace entered too late ---


def test_the_ace_was_seen_long_ago_and_what_followed_was_the_closing(
    phone: PhoneFactory, server: str
) -> None:
    four_rounds: list[dict[str, Any]] = [
        {"kind": "bettel", "declarer": 0, "won": True},
        {"kind": "durch", "declarer": 1, "suit": "hearts", "won": False},
        {"kind": "ramsch", "most": [3], "jungfern": [0]},
        {"kind": "bettel", "declarer": 2, "won": True},
    ]
    page = phone(opened(server, four_rounds, game="tapp"))
    rounds(page).last.locator("summary").tap()
    follow(page, "Spiel 1 korrigieren")
    ace_of_hearts(page, 2)
    press(page, "Spiel 1 speichern")
    heading(page, "Das würde sich ändern")
    misfits = page.get_by_role("alert")
    expect(misfits.get_by_text("Trage einen Zwangsramsch ein")).to_have_count(2)

    press(page, "Spiel 3 mit korrigieren")
    expect(page.get_by_role("group", name="Wer spielt?")).to_have_count(0)
    expect(page.locator("input[name=most][value='3']")).to_be_checked()
    press(page, "Spiel 3 so übernehmen")
    expect(misfits.get_by_text("Trage einen Zwangsramsch ein")).to_have_count(1)
    press(page, "Spiel 4 mit streichen")
    expect(misfits).to_have_count(0)
    press(page, "Spiel 1 speichern")

    expect_totals(page, *map(euros, (45 + 60 + 10, -15 - 180 + 5, -15 + 60 + 5, -15 + 60 - 20)))
    expect(rounds(page).first).to_contain_text("Zwangsramsch, die meisten Augen: Dirk")
    expect(rounds(page).last).to_contain_text("Herz-Ass: Clara")
    expect(page.locator(".between")).to_contain_text("Clara: Bettel")
    expect_the_way_to_the_end(page, len(FREE) + 4, "Anna")
    expect(page.locator("section.own li", has_text="hat gegeben")).to_contain_text("Dirk")
