"""What was saved is there again: on this phone, in every tab, and nowhere else."""

from pathlib import Path
from typing import cast

from playwright.sync_api import Page, expect

from tests.browser.conftest import PhoneFactory
from tests.browser.static_edition.frame_phone import FramePhone, begin_sheet, window_of
from tests.browser.static_edition.host import BELOW, Host
from tests.browser.table import expect_round_count, fill_in, play, save

LEADER = """async () => {
  const { held } = await navigator.locks.query();
  return held.find(({ name }) => name.endsWith("/"))?.clientId;
}"""
REFUSES = b"export async function mountKeptFolder() { throw new Error('refused'); }"


def another_tab(page: Page) -> FramePhone:
    """The same address, in another tab of the same phone."""
    tab = page.context.new_page()
    tab.goto(window_of(page).url)
    return FramePhone(tab)


def test_a_sheet_is_there_after_the_phone_was_put_away(phone: PhoneFactory) -> None:
    page = phone()
    begin_sheet(page)
    page.context.set_offline(True)
    page.reload()
    expect_round_count(page, 1)


def test_another_tab_follows_at_once_and_leads_when_the_first_is_closed(
    phone: PhoneFactory,
) -> None:
    first = phone()
    begin_sheet(first)
    second = cast(Page, another_tab(first))
    expect_round_count(second, 1)
    play(first, 1, "spades", 100)
    expect_round_count(second, 2)
    window_of(first).close()
    play(second, 2, "clubs", 90)
    expect_round_count(second, 3)


def test_the_host_hears_nothing_of_what_is_typed(phone: PhoneFactory, host: Host) -> None:
    page = phone()
    begin_sheet(page)
    page.goto(f"{cast(FramePhone, page).frame.url.split('?')[0]}holder")
    page.get_by_role("button", name="Anna").tap()
    expect(page.locator("#totals")).to_be_visible()
    page.reload()
    assert "holder=Anna" in page.evaluate("document.cookie")
    there = {f"{BELOW}{path.relative_to(host.folder)}" for path in host.folder.rglob("*")}
    assert set(host.asked) <= there | {BELOW, f"{BELOW}index.html"}
    assert host.cookies == []


def test_an_address_of_a_page_leads_to_it_at_the_first_visit(phone: PhoneFactory) -> None:
    page = phone("/rules/tapp", expected_statuses=[404])
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tapp")
    assert window_of(page).url.endswith(f"{BELOW}rules/tapp")


def test_where_a_browser_has_no_files_its_database_keeps_the_sheets(
    phone: PhoneFactory, host: Host
) -> None:
    host.instead["opfs"] = REFUSES
    page = phone(expected_messages=["nothing is kept there"])
    begin_sheet(page)
    expect(window_of(page).locator(".not-kept").first).to_be_hidden()
    page.reload()
    expect_round_count(page, 1)


def test_where_a_browser_keeps_nothing_the_page_says_so(phone: PhoneFactory, host: Host) -> None:
    host.instead |= {"opfs": REFUSES, "indexeddb": REFUSES}
    page = phone(expected_messages=["nothing is kept there"])
    begin_sheet(page)
    window = window_of(page)
    expect(window.get_by_text("Dieser Browser hebt hier nichts auf")).to_be_visible()


def test_a_tab_that_sleeps_in_the_background_gives_the_database_up(phone: PhoneFactory) -> None:
    first = phone()
    begin_sheet(first)
    window = window_of(first)
    second = cast(Page, another_tab(first))
    expect_round_count(second, 1)
    leader = window_of(second).evaluate(LEADER)
    window.evaluate("document.dispatchEvent(new Event('freeze'))")  # a headless one never sleeps
    window_of(second).wait_for_function(f"async () => await ({LEADER})() !== '{leader}'")
    play(second, 1, "spades", 100)
    expect_round_count(second, 2)


def test_a_worker_that_dies_is_followed_by_another_one(phone: PhoneFactory) -> None:
    page = phone()
    begin_sheet(page)
    for count in (2, 3):
        (worker,) = (each for each in window_of(page).workers if "python_worker" in each.url)
        worker.evaluate("void self.close()")
        play(page, count - 1, "spades", 100)
        expect_round_count(page, count)


def test_everything_goes_to_another_phone_in_one_file(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    first = phone()
    begin_sheet(first)
    second = phone()
    for count in (1, 2):
        first.goto(f"{host.root}groups/")
        with window_of(first).expect_download() as download:
            first.get_by_role("link", name="Alles sichern").tap()
        file = tmp_path / f"{count}.json"
        download.value.save_as(file)
        second.goto(f"{host.root}import")
        second.locator("[type=file]").set_input_files(file)
        second.get_by_role("button", name="Öffnen").tap()
        second.locator("#brought a").tap()
        second.locator("#sheets .ticket").tap()
        expect_round_count(second, count)
        first.locator(".cards a").tap()
        first.locator("#sheets .ticket").tap()
        expect_round_count(first, count)
        play(first, count, "spades", 100)
    second.goto(host.root)
    expect(second.locator("#tables li")).to_have_count(1)


def test_on_a_full_phone_nothing_is_shown_as_saved_that_is_not(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone(expected_statuses=[503], expected_messages=["database or disk is full"])
    begin_sheet(page)
    window = window_of(page)
    browser = window.context.new_cdp_session(window)
    few = {"origin": host.address, "quotaSize": 1}
    browser.send("Storage.overrideQuotaForOrigin", few)
    fill_in(page, 1, "spades", 100)
    save(page).tap()
    expect(page.get_by_role("link", name="Noch nicht gesendet: 1")).to_be_visible()
    browser.send("Storage.overrideQuotaForOrigin", {"origin": host.address})
    page.reload()
    expect(page.get_by_role("link", name="Noch nicht gesendet: 1")).to_be_hidden()
    expect(page.locator("#rounds > ol > li")).to_have_count(2)
