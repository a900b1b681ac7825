"""What was saved is there again: on this phone, in every tab, and nowhere else."""

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.paths import folder
from tests.browser import test_evening
from tests.browser.conftest import PhoneFactory
from tests.browser.static_edition.frame_phone import (
    FramePhone,
    begin_sheet,
    wait_until,
    window_of,
)
from tests.browser.static_edition.host import BELOW, Host
from tests.browser.table import expect_round_count, fill_in, open_sheet, play, save

CHECKOUT = Path(__file__).parents[3]
KEEPS = b"async function keep() {"
LEADER = """async () => {
  const { held } = await navigator.locks.query();
  return held.find(({ name }) => name.endsWith("/"))?.clientId;
}"""
# True when everything is gone: a worker that has just ended may have its files for a moment.
TAKE_AWAY = """async () => {
  const root = await navigator.storage.getDirectory();
  try {
    for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
    return true;
  } catch {
    return false;
  }
}"""
# A database of a browser cannot be made full from without: no quota binds what is small.
FULL_SOMETIMES = (
    (folder("static") / "browser" / "indexeddb.js")
    .read_bytes()
    .replace(KEEPS, KEEPS + b"if (await caches.has('full')) throw new Error('full');")
)
# As a browser sends to the top of a window what is shared with the program.
SHARE = """([action, name, value]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "POST", enctype: "multipart/form-data" });
  form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
LINK_OF_SAMPLE = (CHECKOUT / "docs" / "samples" / "links.txt").read_text().split()[1]
CANNOT_START_AGAIN = """(root) => {
  localStorage[`kept in ${root}`] = "program.zip"; // which is no script
  document.dispatchEvent(new Event("freeze"));
  document.dispatchEvent(new Event("resume"));
}"""
RELOADED = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
IS_SHOWN = "() => document.body?.className === 'is-shown'"
REFUSES = b"export async function mountKeptFolder() { throw new Error('refused'); }"


def another_tab(page: Page) -> FramePhone:
    """The same address, in another tab of the same phone."""
    tab = page.context.new_page()
    tab.goto(window_of(page).url)
    return FramePhone(tab)


def at_sheet(page: Page, below: str) -> None:
    """Go to a page below that of the sheet which is shown."""
    page.goto(f"{cast(FramePhone, page).frame.url.split('?')[0]}{below}")


def choose_holder(page: Page, name: str) -> None:
    """Say on the page for it who holds the phone."""
    at_sheet(page, "holder")
    page.get_by_role("button", name=name).tap()
    expect(page.locator("#totals")).to_be_visible()


def heard(host: Host) -> list[str]:
    """What a host of files learned that is neither a file of its own nor known to it before."""
    there = {f"{BELOW}{path.relative_to(host.folder)}" for path in host.folder.rglob("*")}
    return sorted(set(host.asked) - there - {BELOW}) + host.cookies


def test_without_a_network_a_sheet_is_played_printed_and_there_when_the_phone_was_put_away(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone()
    cast(FramePhone, page).frame.wait_for_load_state()
    page.context.set_offline(True)
    open_sheet(page, "Klaverjassen")
    test_evening.play(page, 1, 2)
    page.context.set_offline(False)  # so that the host could hear who holds the phone
    choose_holder(page, "Anna")
    page.reload()
    page.context.set_offline(True)
    expect_round_count(page, 2)
    assert "holder=Anna" in page.evaluate("document.cookie")
    at_sheet(page, "keep")
    with page.context.expect_page() as opened:
        page.locator("a[href$='a4/de.pdf']").first.tap()
    paper = opened.value
    expect(paper.get_by_role("button", name="Mit diesem Browser drucken")).to_be_visible()
    expect(paper.locator("html[data-fits].script")).to_be_visible()
    with paper.expect_download() as download:
        paper.get_by_role("link", name="Zettel als Datei").click()
    assert '"rounds"' in download.value.path().read_text()
    window_of(page).close()
    page.context.set_offline(False)
    paper.reload()
    expect(paper.locator("body")).to_have_class("is-shown")  # by a shell, as nobody led
    assert heard(host) == []


def test_a_worker_that_dies_and_a_tab_that_sleeps_or_is_closed_are_followed_by_others(
    phone: PhoneFactory,
) -> None:
    first = phone()
    begin_sheet(first)
    for _ in range(2):
        (worker,) = (each for each in window_of(first).workers if "python_worker" in each.url)
        worker.evaluate("void self.close()")
        play(first, 1, "spades", 100)
    second = cast(Page, another_tab(first))
    expect_round_count(second, 3)
    window_of(first).bring_to_front()
    play(first, 1, "spades", 100)
    expect_round_count(second, 4)  # at once
    leader = window_of(second).evaluate(LEADER)
    sleep = "document.dispatchEvent(new Event('freeze'))"  # a headless one never does
    window_of(first).evaluate(sleep)
    wait_until(second, f"async () => await ({LEADER})() !== '{leader}'")
    window_of(second).bring_to_front()
    play(second, 1, "spades", 100)
    third = cast(Page, another_tab(second))
    expect_round_count(third, 5)
    window_of(second).close()
    play(third, 2, "clubs", 90)


def bring(first: Page, second: Page, host: Host, file: Path) -> None:
    """Everything of one phone in a file, to another one that speaks English, which shows it."""
    first.goto(f"{host.root}groups/")
    with window_of(first).expect_download() as download:
        first.get_by_role("link", name="Alles sichern").tap()
    download.value.save_as(file)
    second.goto(f"{host.root}import")
    second.locator("[type=file]").set_input_files(file)
    second.get_by_role("button", name="Open").tap()
    second.locator("#brought a").tap()
    second.locator("main .ticket").tap()


def test_a_sheet_goes_to_another_phone_in_its_link_and_everything_in_one_file(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    first = phone()
    begin_sheet(first)
    at_sheet(first, "link")
    link = first.locator("#sheet-link").input_value().strip()
    assert link.startswith(f"{host.root}#1.")
    second = phone(link.removeprefix(host.root))  # which was never here
    expect(second.get_by_text("Gespeichert ist hier noch nichts")).to_be_visible()
    expect_round_count(second, 1)
    second.locator(".languages summary").tap()
    second.get_by_role("link", name="English").tap()
    expect(second.get_by_text("Nothing is saved here yet")).to_be_visible()
    second.reload()
    second.get_by_role("button", name="Play on").tap()
    play(second, 1, "spades", 100)
    for count in (1, 2):
        bring(first, second, host, tmp_path / f"{count}.json")
        expect_round_count(second, count)
        first.locator(".cards a").tap()
        first.locator("main .ticket").tap()
        expect_round_count(first, count)
        play(first, count, "spades", 100)
    second.goto(host.root)
    expect(second.locator("#tables li")).to_have_count(2)  # that of the link, and that of the file
    assert heard(host) == []


def test_an_address_of_a_page_leads_to_it_and_what_another_program_shares_waits_for_the_program(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone("/rules/tapp", expected_statuses=[404])
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tapp")
    assert window_of(page).url.endswith(f"{BELOW}rules/tapp")
    window_of(page).close()
    for name, content, shown in (
        ("text", f"Look: https://example.org/{LINK_OF_SAMPLE}", "#rounds"),
        ("text", "What a game!", "[role=alert]"),
    ):
        window = page.context.new_page()
        page = cast(Page, FramePhone(window))
        window.evaluate(SHARE, [f"{host.root}shared", name, content])
        expect(page.locator(shown)).to_be_visible()
    expect(page.locator("textarea[name=text]")).to_have_value("What a game!")
    assert heard(host) == [f"{BELOW}rules/tapp"]


def test_what_was_kept_is_there_after_the_way_out_and_what_is_refused_or_taken_away_is_told(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone(expected_messages=["refused"])
    begin_sheet(page)
    window, sheet = window_of(page), window_of(page).url
    for refuses in (True, False):
        host.instead = {"opfs": REFUSES} if refuses else {}
        host.asked.clear()
        window.goto(f"{host.root}start-afresh.html")
        window.get_by_role("button").tap()
        if refuses:
            expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
            window.wait_for_function(RELOADED)  # to see whether the version before does better
            expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
    expect(page.locator(".games").first).to_be_visible()
    assert any("/files/program-" in path for path in host.asked)
    page.goto(sheet)
    expect_round_count(page, 1)
    expect(window.locator(".taken").first).to_be_hidden()
    window.goto(f"{host.root}start-afresh.html")
    wait_until(page, TAKE_AWAY)
    window.goto(host.root)
    expect(page.locator(".games").first).to_be_visible()
    expect(window.get_by_text("Dieser Browser hat die Zettel gelöscht")).to_be_visible()
    window.reload()
    expect(page.locator(".games").first).to_be_visible()
    expect(window.locator(".taken").first).to_be_hidden()


def test_behind_a_forced_reload_it_starts_and_where_it_cannot_start_again_it_says_so(
    phone: PhoneFactory,
) -> None:
    page = phone(expected_messages=["program-"])
    window = window_of(page)
    window.wait_for_function(IS_SHOWN)
    window.context.new_cdp_session(window).send("Page.reload", {"ignoreCache": True})
    window.wait_for_function(RELOADED)
    assert not window.evaluate("() => navigator.serviceWorker.controller?.url")
    window.wait_for_function(IS_SHOWN)
    window.evaluate(CANNOT_START_AGAIN, BELOW)
    expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()


def test_where_a_browser_keeps_nothing_the_page_says_so(phone: PhoneFactory, host: Host) -> None:
    host.instead |= {"opfs": REFUSES, "indexeddb": REFUSES}
    page = phone(expected_messages=["nothing is kept there"])
    begin_sheet(page)
    window = window_of(page)
    expect(window.get_by_text("Dieser Browser hebt hier nichts auf")).to_be_visible()


@pytest.mark.parametrize("kept_in", ["files", "database"])
def test_files_or_else_a_database_keep_a_sheet_and_when_full_nothing_is_shown_as_saved_that_is_not(
    phone: PhoneFactory, host: Host, kept_in: str
) -> None:
    if kept_in == "database":
        host.instead = {"opfs": REFUSES, "indexeddb": FULL_SOMETIMES}
    full = ["disk is full", "nothing is kept there", "nothing was kept", "has not kept it"]
    page = phone(expected_statuses=[503], expected_messages=full)
    window = window_of(page)
    if kept_in == "database":
        window.reload()
        expect(page.locator(".games").first).to_be_visible()
        expect(window.locator(".taken").first).to_be_hidden()
    begin_sheet(page)
    expect(window.locator(".not-kept").first).to_be_hidden()
    browser = window.context.new_cdp_session(window)
    few = {"origin": host.address, "quotaSize": 1}
    browser.send("Storage.overrideQuotaForOrigin", few)
    window.evaluate("async () => { await caches.open('full'); }")
    fill_in(page, 1, "spades", 100)
    save(page).tap()
    expect(page.get_by_role("link", name="Noch nicht gesendet: 1")).to_be_visible()
    browser.send("Storage.overrideQuotaForOrigin", {"origin": host.address})
    window.evaluate("async () => { await caches.delete('full'); }")
    page.reload()
    expect(page.get_by_role("link", name="Noch nicht gesendet: 1")).to_be_hidden()
    expect(page.locator("#rounds > ol > li")).to_have_count(2)
