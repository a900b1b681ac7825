"""Several phones, impatient thumbs, the back button and a network that comes and goes."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error as Untouchable
from playwright.sync_api import Page, Position, expect
from playwright.sync_api import TimeoutError as Unacknowledged

from scorekeeper.web.sheet.pages import LATEST
from tests.browser.conftest import PhoneFactory
from tests.browser.table import (
    deal,
    expect_filled_in,
    expect_totals,
    fill_in,
    follow,
    hold,
    look,
    look_at_it,
    opened,
    play,
    points,
    rounds,
    save,
    save_in_vain,
    staying,
    waiting,
    write_down,
)
from tests.browser.test_live import listening

HALF_A_SECOND = 500


@pytest.mark.soak(short="test_live.py::test_a_save_is_on_the_other_phones_by_their_streams")
def test_a_second_phone_follows_while_its_clock_stands_still(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    scorer, other = phone(sheet), listening(phone(), sheet)
    play(scorer, 0, "hearts", 102)
    expect_totals(other, 102, 60)
    expect(rounds(other)).to_have_count(1)
    expect(other.locator("#status")).to_contain_text("Spiel 2 von 16")
    scorer.locator("#rounds summary").tap()
    scorer.get_by_role("button", name="Spiel 1 streichen").tap()
    expect_totals(other, 0, 0)
    expect_totals(scorer, 0, 0)  # a browser that is closed while a page comes may never end


@pytest.mark.soak(
    short="test_a_form_nobody_has_touched_moves_on_with_the_sheet_and_one_under_the_thumb_stays"
)
def test_earlier_deals_stay_open_while_the_table_plays_on(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server, [deal(102)] * 150, house={"deals": "open"})
    scorer, reader = phone(sheet), phone(sheet)
    reader.get_by_role("link", name=f"{150 - LATEST} frühere Spiele").tap()
    reader.get_by_role("link", name="50 frühere Spiele").tap()
    expect(rounds(reader)).to_have_count(100)
    summary = reader.locator("#rounds summary").last
    summary.tap()
    expect(summary).to_contain_text("Spiel 1")
    fill_in(scorer, 1, "spades", 100)
    save(scorer).tap()
    later = reader.get_by_role("link", name="51 spätere Spiele")
    expect(later).to_have_count(1)
    expect(rounds(reader)).to_have_count(100)
    expect(reader.locator("#rounds details").last).to_have_attribute("open", "")
    later.tap()
    expect(reader.locator("#rounds summary").first).to_contain_text("151")


@pytest.mark.soak(
    short="test_outbox.py::"
    "test_what_is_corrected_below_the_question_waits_and_the_next_deal_has_a_form_of_its_own"
)
def test_reloading_does_not_hide_that_another_phone_was_faster(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    fast, slow = phone(sheet), phone(sheet)
    fill_in(slow, 0, "hearts", 90)
    play(fast, 0, "hearts", 90)
    slow.reload()
    expect_filled_in(slow, 90)
    expect(slow.locator("#connection")).to_contain_text("Ein anderes Handy hat etwas eingetragen")
    save(slow).tap()
    expect(slow.get_by_role("alert")).to_contain_text("steht schon auf dem Zettel")


def test_a_form_nobody_has_touched_moves_on_with_the_sheet_and_one_under_the_thumb_stays(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet)
    write_down(server, sheet)
    expect_totals(page, 62, 100)
    play(page, 1, "spades", 102)
    page.goto(sheet)
    page.get_by_text("Pit, aufgegeben, nicht bedient").tap()
    points(page, 0).tap()
    with staying(points(page, 0)):
        write_down(server, sheet, based_on=3)
        expect_totals(page, 184, 302)
        told = page.locator("#connection")
        expect(told).to_contain_text("Ein anderes Handy hat etwas eingetragen")
    expect(points(page, 0)).to_be_focused()
    expect(page.get_by_text("kein Pit")).to_be_visible()


def test_a_touch_whose_part_was_replaced_while_it_was_on_its_way_does_not_leave_script_behind(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, [deal(102)])
    page = phone(sheet)
    page.locator("#rounds summary").tap()
    touches = hold(page, "**/strike")
    page.get_by_role("button", name="Spiel 1 streichen").tap()
    write_down(server, sheet)
    expect(rounds(page)).to_have_count(2)
    with page.expect_event("load"):
        touches[0].continue_()
    fill_in(page, 0, "hearts", 90)
    page.context.set_offline(True)
    save_in_vain(page)
    expect(waiting(page)).to_have_text("Noch nicht gesendet: 1")


@pytest.mark.soak(short="test_two_quick_taps_count_once_and_complain_of_nothing")
def test_a_double_tap_counts_once(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    fill_in(page, 0, "hearts", 102)
    with suppress(Unacknowledged):  # as in `touch`
        save(page).dblclick(timeout=HALF_A_SECOND * 6)
    expect_totals(page, 102, 60)
    expect(rounds(page)).to_have_count(1)
    page.reload()
    expect(rounds(page)).to_have_count(1)


def touch(page: Page, thumb: Position) -> None:
    """Touch whatever lies there now.

    A page that goes away under the thumb may never acknowledge it, and `touchscreen.tap` would
    wait for that without end; or there is none to be touched at this very moment.
    """
    with suppress(Unacknowledged, Untouchable):
        page.locator("body").tap(position=thumb, force=True, timeout=HALF_A_SECOND * 6)


@pytest.mark.parametrize(
    "milliseconds",
    [pytest.param(0, marks=pytest.mark.soak), 60, pytest.param(250, marks=pytest.mark.soak)],
)
def test_two_quick_taps_count_once_and_complain_of_nothing(
    phone: PhoneFactory, server: str, milliseconds: int
) -> None:
    page = phone(opened(server))
    fill_in(page, 0, "hearts", 102)
    expect(page.locator("#sum tfoot")).to_have_count(2)
    page.evaluate("document.documentElement.style.scrollPaddingBottom = 0")  # a touch is no scroll
    page.evaluate("scrollTo(0, 0)")
    box = save(page).bounding_box()
    assert box is not None
    thumb = Position(x=box["x"] + box["width"] / 2, y=box["y"] + box["height"] / 2)
    touch(page, thumb)
    page.wait_for_timeout(milliseconds)
    touch(page, thumb)
    expect_totals(page, 102, 60)
    page.wait_for_timeout(HALF_A_SECOND)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(rounds(page)).to_have_count(1)


def back_and_changed(page: Page) -> None:
    """The deal that was just saved, fetched back by the back button, and now it says 110."""
    play(page, 0, "hearts", 102)
    page.go_back()
    expect_filled_in(page, 102)
    points(page, 0).fill("110")
    points(page, 1).fill("52")
    save(page).tap()


@pytest.mark.soak(
    short="../web/round/test_rounds.py::test_back_changed_and_saved_again_asks_and_can_correct"
)
def test_back_changed_and_saved_again_asks(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    back_and_changed(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Schon gespeichert")
    page.get_by_role("button", name="Spiel 1 damit korrigieren").tap()
    expect_totals(page, 110, 52)
    expect(rounds(page)).to_have_count(1)
    expect(points(page, 0)).to_have_value("")


@pytest.mark.soak(
    short="../web/round/test_rounds.py::test_back_changed_and_saved_again_can_be_another_deal"
)
def test_back_and_another_deal_after_all(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server))
    back_and_changed(page)
    page.get_by_role("button", name="Als weiteres Spiel speichern").tap()
    expect_totals(page, 212, 112)
    expect(rounds(page)).to_have_count(2)


@pytest.mark.soak(
    short="test_nothing_is_filled_in_for_the_next_deal_and_back_and_saved_again_a_deal_counts_once"
)
def test_back_to_a_correction_it_can_be_corrected_again(phone: PhoneFactory, server: str) -> None:
    page = phone(opened(server, [deal(102)]))
    page.locator("#rounds summary").tap()
    page.get_by_role("link", name="Spiel 1 korrigieren").tap()
    points(page, 1).fill("50")
    points(page, 0).fill("112")
    save(page).tap()
    expect_totals(page, 112, 50)
    page.go_back()
    expect_filled_in(page, 112)
    points(page, 1).fill("40")
    points(page, 0).fill("122")
    save(page).tap()
    expect_totals(page, 122, 40)
    expect(rounds(page)).to_have_count(1)


def test_nothing_is_filled_in_for_the_next_deal_and_back_and_saved_again_a_deal_counts_once(
    phone: PhoneFactory, server: str
) -> None:
    page = phone(opened(server))
    play(page, 0, "hearts", 102)
    expect_blank(page)
    page.reload()
    expect_blank(page)
    to_the_rules(page)
    page.go_back()
    expect_blank(page)
    page.go_back()  # to the sheet as it was before the deal
    expect_totals(page, 102, 60)
    expect(rounds(page)).to_have_count(1)
    expect_filled_in(page, 102)
    save(page).tap()
    expect(points(page, 0)).to_have_value("")
    expect_totals(page, 102, 60)
    expect(rounds(page)).to_have_count(1)


def expect_blank(page: Page) -> None:
    expect(page.locator("form[data-entry] input[name=maker]:checked")).to_have_count(0)
    expect(page.locator("form[data-entry] input[name=trump]:checked")).to_have_count(0)
    expect(points(page, 0)).to_have_value("")


def to_the_rules(page: Page) -> None:
    follow(page, "Spielregeln")
    expect(page.get_by_role("heading", level=1)).to_contain_text("So geht")


@pytest.mark.soak(
    short="test_nothing_is_filled_in_for_the_next_deal_and_back_and_saved_again_a_deal_counts_once"
)
def test_back_from_another_page_the_score_is_not_an_old_one(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page, other = phone(sheet), phone(sheet)
    to_the_rules(page)
    play(other, 0, "hearts", 102)
    page.go_back()
    expect_totals(page, 102, 60)
    expect(rounds(page)).to_have_count(1)


@pytest.mark.soak(
    short="test_offline.py::"
    "test_a_sheet_that_was_seen_opens_without_the_server_and_takes_the_next_deal"
)
def test_a_phone_without_network_says_so(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server)
    page, other = phone(sheet), phone(sheet)
    mark = page.locator(".bar .live")
    expect(mark).to_have_text("live")
    page.context.set_offline(True)
    expect(mark).to_have_text(re.compile(r"^Stand \d\d:\d\d, keine Verbindung$"))
    play(other, 0, "hearts", 102)
    expect_totals(page, 0, 0)
    page.context.set_offline(False)
    expect_totals(page, 102, 60)
    expect(mark).to_have_text("live")


@pytest.mark.soak(
    short="test_outbox.py::"
    "test_the_queue_stops_where_another_phone_was_faster_until_its_owner_has_decided"
)
def test_a_deal_that_never_arrived_is_kept_while_another_phone_saves(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page, other = phone(sheet), phone(sheet)
    fill_in(page, 0, "hearts", 102)
    page.context.set_offline(True)
    save_in_vain(page)
    play(other, 1, "spades", 100)
    page.context.set_offline(False)
    page.goto(sheet)
    look_at_it(page)
    expect_filled_in(page, 102)
    expect(page.get_by_role("alert")).to_contain_text("Ein anderes Handy war schneller")
    look(page)
    save(page).tap()
    expect_totals(page, 164, 160)
