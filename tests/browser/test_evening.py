"""Four people, sixteen deals, one phone on the table."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import cards
from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    PLAYERS,
    SIDES,
    Thumb,
    best_first,
    choice,
    deal,
    expect_places,
    expect_round_count,
    expect_totals,
    open_sheet,
    opened,
    points,
    roem,
    rounds,
    save,
)

SEED, DEALS = 7, 16


def write_down(page: Page, dealt: cards.Dealt) -> None:
    side = dealt.maker % 2
    choice(page, "maker", dealt.maker).tap()
    choice(page, "trump", dealt.trump).tap()
    expect(points(page, side)).to_be_focused()
    page.keyboard.type(str(dealt.points[side]))
    expect(points(page, 1 - side)).to_have_value(str(dealt.points[1 - side]))
    for each in (0, 1):
        for meld in dealt.roem[each]:
            roem(page, each, meld).tap()
    if dealt.pit is not None:
        page.get_by_text("Pit, aufgegeben, nicht bedient").tap()
        choice(page, "pit", dealt.pit).tap()
    sides = [str(each) for each in dealt.scored]
    expect(page.locator("#sum tfoot td")).to_have_text(sides)  # or it comes under the thumb
    save(page).tap()


def play(page: Page, first: int, last: int) -> list[int]:
    """Write down these deals of the evening and return the totals after them."""
    written = [0, 0]
    for number, dealt in enumerate(cards.evening(SEED, last), start=1):
        if number >= first:
            expect(page.locator("#status")).to_contain_text(f"Spiel {number} von {DEALS}")
            expect(page.locator("#status")).to_contain_text(f"{PLAYERS[(number + 2) % 4]} gibt")
            write_down(page, dealt)
            expect_round_count(page, number)
        written = [so_far + now for so_far, now in zip(written, dealt.scored, strict=True)]
        if first <= number < DEALS:
            expect_totals(page, *written)
    return written


def in_file(dealt: cards.Dealt) -> dict[str, Any]:
    more = {} if dealt.pit is None else {"pit": dealt.pit}
    roem = [list(each) for each in dealt.roem]
    return deal(dealt.points[0], dealt.maker, dealt.trump, roem=roem, **more)


def test_four_people_begin_at_most_four_pages_away_and_a_plain_deal_takes_six_touches(
    phone: PhoneFactory,
) -> None:
    """Whichever side makes trumps."""
    page = phone()
    seen = [page.url]
    page.on("framenavigated", lambda frame: seen.append(frame.url))
    open_sheet(page, "Klaverjassen")
    expect(save(page)).to_be_visible()
    assert len(seen) <= 4, seen
    for maker, trump, total in ((0, "hearts", (102, 60)), (3, "clubs", (162, 162))):
        thumb = Thumb(page)
        thumb.tap("maker", maker)
        thumb.tap("trump", trump)
        expect(points(page, maker % 2)).to_be_focused()
        thumb.type("102")
        thumb.save()
        expect_totals(page, *total)
        assert thumb.touches == 6


@pytest.mark.parametrize("first", [DEALS, pytest.param(1, marks=pytest.mark.soak)])
def test_four_people_play_sixteen_deals(phone: PhoneFactory, server: str, first: int) -> None:
    before = [in_file(each) for each in cards.evening(SEED, first - 1)]
    page = phone(opened(server, before, first_dealer=3))
    written = dict(zip(SIDES, play(page, first, DEALS), strict=True))
    winner, other = best_first(written)
    expect_places(page, written, (winner, other))
    expect(page.locator("#totals h2")).to_have_text(winner)
    expect(page.locator("form[data-entry]")).to_have_count(0)

    page.get_by_role("link", name="Noch eine Partie mit denselben Leuten").tap()
    for seat, name in enumerate(PLAYERS):
        expect(page.get_by_label(f"Name {seat + 1}")).to_have_value(name)
    expect(page.locator("input[name=first_dealer][value='3']")).to_be_checked()
    page.get_by_role("button", name="Zettel anlegen").tap()
    expect(page.locator("#status")).to_contain_text("Dirk gibt")
    expect(rounds(page)).to_have_count(0)


def test_the_evening_holds_what_a_table_meets() -> None:
    """Otherwise the sixteen deals above would prove little."""
    evening = list(cards.evening(SEED, DEALS))
    assert any(0 in dealt.scored for dealt in evening), "nobody was nat"
    assert any(0 not in dealt.scored for dealt in evening), "nobody made it"
    assert any(dealt.roem != ((), ()) for dealt in evening), "no roem"
    assert all(sum(dealt.points) == 162 for dealt in evening)


@pytest.mark.soak(
    short="test_known_groups.py::"
    "test_one_touch_leads_back_to_the_sheet_that_is_played_and_to_the_group_after_its_end"
)
def test_names_are_remembered_and_the_start_page_leads_back(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    page.goto("/")
    page.get_by_role("link", name="Anna & Clara · Bert & Dirk").tap()
    page.get_by_role("link", name="Alle Zettel").tap()
    page.get_by_text("Neuer Zettel").tap()
    page.get_by_role("link", name="Klaverjassen Zu viert").tap()
    offered = page.locator("datalist option")
    expect(offered).to_have_count(4)
    assert {str(each.get_attribute("value")) for each in offered.all()} == set(PLAYERS)
