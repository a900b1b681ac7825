"""What was saved is there again: on this phone, in every tab, and nowhere else."""

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.paths import folder
from tests.browser.conftest import PhoneFactory
from tests.browser.static_edition.frame_phone import FramePhone, begin_sheet, window_of
from tests.browser.static_edition.host import BELOW, Host
from tests.browser.table import expect_round_count, fill_in, play, save

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
RELOADED = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
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


def test_what_was_kept_and_is_not_given_out_does_not_look_as_if_there_were_nothing(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone(expected_messages=["refused"])
    begin_sheet(page)
    window, sheet = window_of(page), window_of(page).url
    for refuses in (True, False):
        host.instead = {"opfs": REFUSES} if refuses else {}
        window.goto(f"{host.root}start-afresh.html")
        window.get_by_role("button").tap()
        if refuses:
            expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
            window.wait_for_function(RELOADED)  # to see whether the version before does better
            expect(window.get_by_text("Das Programm ist nicht gestartet")).to_be_visible()
    expect(page.locator(".games").first).to_be_visible()
    window.goto(sheet)
    expect_round_count(page, 1)


def test_what_the_browser_took_away_is_told(phone: PhoneFactory, host: Host) -> None:
    page = phone()
    begin_sheet(page)
    window = window_of(page)
    expect(window.locator(".taken").first).to_be_hidden()
    window.goto(f"{host.root}start-afresh.html")
    window.wait_for_function(TAKE_AWAY)
    window.goto(host.root)
    expect(page.locator(".games").first).to_be_visible()
    expect(window.get_by_text("Dieser Browser hat die Zettel gelöscht")).to_be_visible()
    window.reload()
    expect(page.locator(".games").first).to_be_visible()
    expect(window.locator(".taken").first).to_be_hidden()


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


def test_a_paper_is_no_frame_and_has_the_file_of_its_sheet_beside_it(phone: PhoneFactory) -> None:
    page = phone()
    begin_sheet(page)
    page.goto(f"{cast(FramePhone, page).frame.url.split('?')[0]}keep")
    with page.context.expect_page() as opened:
        page.locator("a[href$='a4/de.pdf']").first.tap()
    paper = opened.value
    expect(paper.get_by_role("button", name="Mit diesem Browser drucken")).to_be_visible()
    expect(paper.locator("html[data-fits].script")).to_be_visible()
    with paper.expect_download() as download:
        paper.get_by_role("link", name="Zettel als Datei").click()
    assert '"rounds"' in download.value.path().read_text()
    window_of(page).close()
    paper.reload()
    expect(paper.locator("body")).to_have_class("is-shown")  # by a shell, as nobody led


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
        second.locator("main .ticket").tap()
        expect_round_count(second, count)
        first.locator(".cards a").tap()
        first.locator("main .ticket").tap()
        expect_round_count(first, count)
        play(first, count, "spades", 100)
    second.goto(host.root)
    expect(second.locator("#tables li")).to_have_count(1)


@pytest.mark.parametrize("has_files", [True, False])
def test_on_a_full_phone_nothing_is_shown_as_saved_that_is_not(
    phone: PhoneFactory, host: Host, has_files: bool
) -> None:
    if not has_files:
        host.instead = {"opfs": REFUSES, "indexeddb": FULL_SOMETIMES}
    full = ["disk is full", "nothing is kept there", "nothing was kept", "has not kept it"]
    page = phone(expected_statuses=[503], expected_messages=full)
    begin_sheet(page)
    window = window_of(page)
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


def test_a_link_has_the_sheet_inside_for_a_phone_that_was_never_here(
    phone: PhoneFactory, host: Host
) -> None:
    first = phone()
    begin_sheet(first)
    first.goto(f"{cast(FramePhone, first).frame.url.split('?')[0]}link")
    link = first.locator("#sheet-link").input_value().strip()
    assert link.startswith(f"{host.root}#1.")
    second = phone(link.removeprefix(host.root))
    expect(second.get_by_text("Gespeichert ist hier noch nichts")).to_be_visible()
    expect_round_count(second, 1)
    second.locator(".languages summary").tap()
    second.get_by_role("link", name="English").tap()
    expect(second.get_by_text("Nothing is saved here yet")).to_be_visible()
    second.reload()
    second.get_by_role("button", name="Play on").tap()
    play(second, 1, "spades", 100)
    expect_round_count(second, 2)
    assert not [path for path in host.asked if "1." in path and "/files/" not in path]


def test_what_another_program_shares_waits_until_the_program_is_there(
    phone: PhoneFactory, host: Host
) -> None:
    page = phone()
    expect(page.locator(".games").first).to_be_visible()
    for name, content, shown in (
        ("text", f"Look: https://example.org/{LINK_OF_SAMPLE}", "#rounds"),
        ("text", "What a game!", "[role=alert]"),
    ):
        window_of(page).goto("about:blank")
        window_of(page).evaluate(SHARE, [f"{host.root}shared", name, content])
        expect(page.locator(shown)).to_be_visible()
    expect(page.locator("textarea[name=text]")).to_have_value("What a game!")
    assert not [path for path in host.asked if path.endswith("/shared")]
