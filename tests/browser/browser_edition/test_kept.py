"""What was saved is there again: on this phone, in every tab, and nowhere else."""

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.paths import folder
from tests.browser import test_evening
from tests.browser.browser_edition.frame_phone import (
    REFUSES,
    FramePhone,
    begin_sheet,
    expect_spoken,
    wait_until,
    window_of,
)
from tests.browser.browser_edition.host import BELOW, Host
from tests.browser.conftest import PhoneFactory
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
    (folder("static") / "browser_edition" / "indexeddb.js")
    .read_bytes()
    .replace(KEEPS, KEEPS + b"if (await caches.has('full')) throw new Error('full');")
)
FULL = ("disk is full", "nothing is kept there", "nothing was kept", "has not kept it")
# As a browser sends to the top of a window what is shared with the program.
SHARE = """([action, name, value]) => {
  const form = document.createElement("form");
  Object.assign(form, { action, method: "POST", enctype: "multipart/form-data" });
  form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(form);
  form.submit();
}"""
LINK_OF_SAMPLE = (CHECKOUT / "docs" / "samples" / "links.txt").read_text().split()[1]
# What keeps the sheets is broken, where the browser has it kept.
BREAK = """async ([root, content]) => {
  const { "opfs.js": path } = JSON.parse(document.getElementById("files").textContent);
  const headers = { "Content-Type": "text/javascript" };
  for (const name of await caches.keys()) {
    await (await caches.open(name)).put(root + path, new Response(content, { headers }));
  }
}"""
# A headless one never does by itself.
SLEEP = "void document.dispatchEvent(new Event('freeze'))"
WAKE = "void document.dispatchEvent(new Event('resume'))"


def another_tab(page: Page) -> FramePhone:
    """The same address, in another tab of the same phone."""
    tab = page.context.new_page()
    tab.goto(page.url)
    return FramePhone(tab)


def at_sheet(page: Page, below: str) -> None:
    """Go to a page below that of the sheet which is shown."""
    page.goto(f"{page.url.split('?')[0]}{below}")


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
    choose_holder(page, "Anna")
    sheet = page.url
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
    page.context.set_offline(False)  # so that the host could hear who holds the phone
    paper.reload()
    expect(paper.locator("body")).to_have_class("is-shown")  # by a shell, as nobody led
    page = cast(Page, FramePhone(paper))
    page.goto(sheet)
    expect_round_count(page, 2)
    assert "holder=Anna" in page.evaluate("document.cookie")
    assert heard(host) == []


def save_while_full(page: Page, host: Host) -> None:
    """A deal that is not kept is not shown as saved; it is sent to the worker behind this one."""
    window = window_of(page)
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
    page.goto(page.url)
    expect(page.get_by_role("link", name="Noch nicht gesendet: 1")).to_be_hidden()
    expect_round_count(page, 2)


def test_a_worker_whose_files_are_full_and_a_tab_that_sleeps_or_is_closed_are_followed(
    phone: PhoneFactory, host: Host
) -> None:
    first = phone(expected_statuses=[503], expected_messages=FULL)
    begin_sheet(first)
    save_while_full(first, host)
    second = cast(Page, another_tab(first))
    expect_round_count(second, 2)
    window_of(first).bring_to_front()
    play(first, 1, "spades", 100)
    expect_round_count(second, 3)  # at once
    leader = window_of(second).evaluate(LEADER)
    window_of(first).evaluate(SLEEP)
    wait_until(second, f"async () => await ({LEADER})() !== '{leader}'")
    window_of(second).bring_to_front()
    play(second, 1, "spades", 100)
    third = cast(Page, another_tab(second))
    expect_round_count(third, 4)
    play(third, 2, "clubs", 90)
    window_of(third).evaluate(SLEEP)
    window_of(second).close()
    third.get_by_role("button", name="Rückgängig").tap()
    expect(third.locator("#not-sent")).to_be_visible()
    window_of(third).evaluate(WAKE)
    play(third, 1, "spades", 100)
    expect_round_count(third, 6)  # as what was not sent is not done either


@pytest.mark.soak(
    short="test_a_worker_whose_files_are_full_and_a_tab_that_sleeps_or_is_closed_are_followed"
)
def test_a_worker_that_dies_again_and_again_is_followed(phone: PhoneFactory) -> None:
    page = phone(expected_statuses=[503])  # in its place, until another one runs
    begin_sheet(page)
    for count in (2, 3):
        (worker,) = (each for each in window_of(page).workers if "python_worker" in each.url)
        worker.evaluate("void self.close()")
        play(page, 1, "spades", 100)
        expect_round_count(page, count)


def test_a_link_touched_at_once_is_followed_and_without_files_a_database_keeps_a_sheet(
    phone: PhoneFactory, host: Host
) -> None:
    host.instead = {"opfs": REFUSES, "indexeddb": FULL_SOMETIMES}
    page = phone(expected_statuses=[503], expected_messages=FULL)
    expect_spoken(page, "de").get_by_role("link", name="Tafferand").tap()
    expect(page.get_by_label("Name 1")).to_be_visible()
    page.goto(host.root)
    begin_sheet(page)
    save_while_full(page, host)
    expect(window_of(page).locator(".taken").first).to_be_hidden()  # by the worker behind it


def share(phone: Page, host: Host, text: str) -> Page:
    """The tab of a phone in which a text is shown that another program shares with this one."""
    window = phone.context.new_page()
    window.evaluate(SHARE, [f"{host.root}shared", "text", text])
    return cast(Page, FramePhone(window))


def expect_shared(phone: Page, host: Host) -> None:
    """A text with a link in it leads to the sheet, any other one to where it can be put right."""
    with_link = share(phone, host, f"Look: https://example.org/{LINK_OF_SAMPLE}")
    expect(with_link.locator("#rounds")).to_be_visible()
    without = share(phone, host, "What a game!")
    expect(without.locator("[role=alert]")).to_be_visible()
    expect(without.locator("textarea[name=text]")).to_have_value("What a game!")
    window_of(phone).bring_to_front()


def bring(first: Page, second: Page, host: Host, file: Path, count: int) -> None:
    """A sheet of so many deals in a file with everything, to another phone; it stays on this one.

    The other one speaks English.
    """
    first.goto(f"{host.root}groups/")
    with window_of(first).expect_download() as download:
        first.get_by_role("link", name="Alles sichern").tap()
    download.value.save_as(file)
    second.goto(f"{host.root}import")
    second.locator("[type=file]").set_input_files(file)
    second.get_by_role("button", name="Open").tap()
    second.locator("#brought a").tap()
    second.locator("main .ticket").tap()
    expect_round_count(second, count)
    first.locator(".cards a").tap()
    first.locator("main .ticket").tap()
    expect_round_count(first, count)


def test_what_comes_by_an_address_from_another_program_in_a_link_or_in_a_file_is_shown(
    phone: PhoneFactory, host: Host, tmp_path: Path
) -> None:
    first = phone("/rules/tapp", expected_statuses=[404])
    window_of(first).wait_for_function("() => navigator.serviceWorker.controller")
    expect_shared(first, host)  # once the program is there
    expect(first.get_by_role("heading", level=1)).to_contain_text("Tapp")
    expect(window_of(first)).to_have_url(f"{host.root}rules/tapp")
    first.goto(host.root)
    begin_sheet(first)
    at_sheet(first, "link")
    link = first.locator("#sheet-link").input_value().strip()
    assert link.startswith(f"{host.root}#1.")
    second = phone(f"index.html{link.removeprefix(host.root)}")  # which was never here
    expect(second.get_by_text("Gespeichert ist hier noch nichts")).to_be_visible()
    expect_round_count(second, 1)
    second.locator(".languages summary").tap()
    second.get_by_role("link", name="English").tap()
    expect(second.get_by_text("Nothing is saved here yet")).to_be_visible()
    second = cast(Page, another_tab(second))
    second.get_by_role("button", name="Play on").tap()
    play(second, 1, "spades", 100)
    for count in (1, 2):
        bring(first, second, host, tmp_path / f"{count}.json", count)
        play(first, count, "spades", 100)
    second.goto(host.root)
    expect(second.locator("#tables li")).to_have_count(2)  # that of the link, and that of the file
    assert heard(host) == [f"{BELOW}rules/tapp"]


def test_what_cannot_start_again_says_so_and_what_is_taken_away_or_was_kept_is_told_or_there(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone(expected_messages=["refused"])
    expect(page.locator(".games").first).to_be_visible()
    window = window_of(page)
    window.goto(f"{host.root}start-afresh.html")
    wait_until(page, TAKE_AWAY)
    window.goto(host.root)
    expect(page.locator(".games").first).to_be_visible()
    expect(window.get_by_text("Dieser Browser hat die Zettel gelöscht")).to_be_visible()
    begin_sheet(page)
    sheet = page.url
    window.evaluate(BREAK, [BELOW, REFUSES.decode()])
    with window.expect_navigation():  # as nobody answers what is shown
        window.evaluate(f"{SLEEP}; {WAKE}")
    with window.expect_navigation():  # to see whether the version before does better
        expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
    expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
    host.asked.clear()
    window.goto(f"{host.root}start-afresh.html")
    window.get_by_role("button").tap()
    expect(page.locator(".games").first).to_be_visible()
    assert any("/files/program-" in path for path in host.asked)
    page.goto(sheet)
    expect_round_count(page, 1)
    expect(window.locator(".taken").first).to_be_hidden()
