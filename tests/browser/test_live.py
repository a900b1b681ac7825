"""Pages that are up to date: told by a stream, or by asking; honest about it, quiet when hidden."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.serving import serving
from tests.browser.table import brought, deal, expect_totals, opened, replace_link, write_down
from tests.browser.test_account import GROUP

NO_CONNECTION = re.compile(r"^Stand \d\d:\d\d, keine Verbindung$")
NEVER_ANSWERED = "**/events"
AN_EVENING = 100  # rounds
PHONES = 8
VISIBILITY = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
WIDTHS_OF_THE_TITLE = """() => { // with the mark, and without it
  const width = () => document.querySelector("#head").getBoundingClientRect().width;
  const marked = width();
  document.querySelector(".bar .live").hidden = true;
  return [marked, width()];
}"""
WAKE_LOCKS = """() => {
  self.locks = 0;
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = (kind) => { self.locks += 1; return request(kind); };
}"""


def mark(page: Page) -> Locator:
    return page.locator(".bar .live")


def listening(page: Page, at: str) -> Page:
    """A phone whose own clock stands still: nothing but a stream makes it ask for anything."""
    page.clock.install()
    with page.expect_event("requestfinished", lambda each: each.resource_type == "fetch"):
        page.goto(at)  # what its stream tells first is fetched
    expect(mark(page)).to_have_text("live")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    return page


def group_of(sheet: str) -> str:
    return re.sub(r"[^/]+/$", "", sheet)


def test_a_save_is_on_the_other_phones_by_their_streams(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server, stake={"cents": 10, "per": 1})
    group = group_of(sheet)
    board, table = listening(phone(), sheet), listening(phone(), f"{sheet}table")
    overview, account = listening(phone(), group), listening(phone(), f"{group}account/")
    person = account.locator(".balances a").first.get_attribute("href")
    assert person is not None
    statement = listening(phone(), person)
    fetched: list[str] = []
    board.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    write_down(server, sheet)
    expect_totals(board, 62, 100)
    expect(table.locator("#last")).to_contain_text("62 : 100")
    expect_totals(table, 62, 100)
    expect(overview.locator("#next .score").first).to_contain_text("62")
    expect(account.locator(".balances b").first).to_contain_text("3,80")
    expect(statement.locator(".balance")).to_contain_text("3,80")
    assert fetched == [f"{sheet}board"]


def test_a_phone_without_a_stream_asks_from_time_to_time(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server)
    page = phone()
    page.clock.install()
    page.route(NEVER_ANSWERED, lambda route: route.fulfill(status=204))
    with page.expect_response(NEVER_ANSWERED):
        page.goto(sheet)
    expect(mark(page)).to_have_text("live")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    write_down(server, sheet)
    page.clock.run_for(4000)
    expect_totals(page, 62, 100)


def test_the_mark_of_a_page_that_is_up_to_date_takes_no_room_from_its_title(
    phone: PhoneFactory, server: str
) -> None:
    marked, unmarked = listening(phone(), opened(server)).evaluate(WIDTHS_OF_THE_TITLE)
    assert marked == unmarked > 0


def test_a_hidden_page_hears_nothing_and_catches_up_when_shown_as_after_an_hour_asleep(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = listening(phone(), sheet)
    with page.expect_event("requestfailed", lambda each: each.url.endswith("/events")):
        page.evaluate(VISIBILITY, True)
    write_down(server, sheet)
    page.clock.run_for(10_000)
    expect_totals(page, 0, 0)
    page.evaluate(VISIBILITY, False)
    expect_totals(page, 62, 100)
    write_down(server, sheet, based_on=2)
    expect_totals(page, 124, 200)
    page.evaluate("stream.close()")  # the network of a phone asleep is gone without a word
    write_down(server, sheet, based_on=3)
    page.clock.fast_forward("01:00:00")
    expect_totals(page, 186, 300)
    expect(mark(page)).to_have_text("live")
    write_down(server, sheet, based_on=4)
    expect_totals(page, 248, 400)


@pytest.mark.soak(
    short="test_offline.py::"
    "test_a_sheet_that_was_seen_opens_without_the_server_and_takes_the_next_deal"
)
def test_a_server_that_stops_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(locale="de-DE", service_workers="block")
    page = context.new_page()
    with serving(tmp_path) as server:
        sheet = opened(server)
        page.goto(server + sheet)
        expect(mark(page)).to_have_text("live")
    expect(mark(page)).to_have_text(NO_CONNECTION)
    with serving(tmp_path, port=urlsplit(server).port or 0) as again:
        assert again == server
        write_down(server, sheet)
        expect(mark(page)).to_have_text("live")
        expect_totals(page, 62, 100)
        write_down(server, sheet, based_on=2)
        expect_totals(page, 124, 200)
    context.close()


def test_a_link_that_works_no_longer_is_said_and_hardly_asked_for(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = listening(phone(expected_statuses=[404]), sheet)
    replace_link(server, group_of(sheet))
    expect(mark(page)).to_have_text("Dieser Link gilt nicht mehr")
    page.clock.run_for(5000)  # what was on its way when the page heard of it has arrived
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(45_000)
    assert asked == []


def test_a_page_that_is_no_more_says_so_and_its_group_stays_known(
    phone: PhoneFactory, server: str
) -> None:
    groups = iter(lambda: brought(server, json.dumps(GROUP)).partition("?")[0], None)
    group = next(group for group in groups if group[-2].isdigit())  # as a sheet's address ends
    settlement = f"{group}account/settlements/1"
    page = listening(phone(group, expected_statuses=[404]), settlement)
    phone(settlement).get_by_role("button", name="Diese Liste zurücknehmen").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nicht gefunden")
    page.goto("/")
    known = page.locator("#tables li")
    expect(known).to_have_count(1)
    expect(known).not_to_contain_text("Dieser Link gilt nicht mehr")


def test_what_somebody_types_on_the_account_stays_until_they_want_the_new(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, [deal(102)], stake={"cents": 10, "per": 1})
    account = f"{group_of(sheet)}account/"
    page, other = phone(account), phone(account)
    page.get_by_role("button", name="Abrechnen").tap()
    other.reload()
    page.get_by_text("Nur ein Teil wurde bezahlt").tap()
    page.locator("input[name=amount]").fill("1")
    other.locator(".ticks button.box").first.tap()
    page.get_by_role("button", name="Es gibt Neues: zeigen").tap()
    expect(page.locator(".ticks .done")).to_have_count(1)
    expect(page.locator(".news")).to_have_count(0)


def test_the_screen_stays_on_while_a_sheet_is_looked_at(phone: PhoneFactory, server: str) -> None:
    sheet = opened(server)
    page = phone()
    page.add_init_script(f"({WAKE_LOCKS})()")
    page.goto(f"{sheet}table")
    expect(mark(page)).to_have_text("live")
    assert page.evaluate("locks") == 1
    page.evaluate(VISIBILITY, True)
    page.evaluate(VISIBILITY, False)
    assert page.evaluate("locks") == 2
    page.goto(group_of(sheet))
    expect(mark(page)).to_have_text("live")
    assert page.evaluate("locks") == 0


@pytest.mark.soak(short="test_a_save_is_on_the_other_phones_by_their_streams")
def test_many_phones_and_a_table_view_show_the_same_after_an_evening(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server, house={"deals": "open"})
    phones = [phone(sheet) for _ in range(PHONES)]
    table = phone(f"{sheet}table")
    elements = "document.querySelectorAll('*').length"
    expect(mark(table)).to_have_text("live")
    before = table.evaluate(elements)
    for number in range(AN_EVENING):
        write_down(server, sheet, based_on=number + 1)
    for page in (*phones, table):
        expect_totals(page, 62 * AN_EVENING, 100 * AN_EVENING)
        expect(mark(page)).to_have_text("live")
    assert len({page.locator("#rounds").inner_text() for page in phones}) == 1
    assert table.evaluate(elements) < before + 50
