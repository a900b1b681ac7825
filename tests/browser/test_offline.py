"""What a phone has seen opens without a network, says of which time it is, and can be used."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper import paths
from tests.browser.conftest import PATIENCE, SCREEN, PhoneFactory
from tests.browser.serving import kill, serving, silenced
from tests.browser.table import (
    PLAYERS,
    SIDES,
    brought,
    deal,
    expect_totals,
    fill_in,
    opened,
    points,
    rounds,
    save_in_vain,
    waiting,
    write_down,
)

NOT_NOW = re.compile(r"^Stand \d\d:\d\d, keine Verbindung$")
ASK_FOR_UPDATE = """() => navigator.serviceWorker.getRegistration()
  .then((registration) => registration.update()).catch(() => {})"""
WORKERS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const states = ["installing", "waiting", "active"].map((each) => registration?.[each]?.state);
  return [Boolean(navigator.serviceWorker.controller), ...states];
}"""
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map(({ url }) => url.slice(location.origin.length));
  }
  return found;
}"""
KEPT_TEXT = "async (address) => (await (await caches.match(address)).text())"
KEEP = """async (address) => {
  const answer = await fetch(address);
  const headers = { "Content-Type": "text/html", "X-Kept-At": Date.now(), "X-Kept-Files": "" };
  const copy = new Response(await answer.text(), { headers });
  await (await caches.open("scorekeeper-pages")).put(address, copy);
}"""
KEPT_NEXT_YEAR = """async () => {
  for (const name of (await caches.keys()).filter((each) => each.includes("pages"))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const copy = await cache.match(request, { ignoreVary: true });
      const headers = new Headers(copy.headers);
      headers.set("X-Kept-At", Date.now() + 365 * 86_400_000);
      await cache.put(request, new Response(await copy.text(), { headers }));
    }
  }
}"""
NO_PROFILE = "in-incognito"  # a context of a test is nowhere installed
FILE = re.compile(r"/(static|words)/[\w.-]+\?v=\w+")


def kept(page: Page) -> dict[str, list[str]]:
    """The addresses of what the phone keeps, by the name of their cache."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def kept_pages(page: Page) -> list[str]:
    return kept(page).get("scorekeeper-pages", [])


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError((page.evaluate(WORKERS), kept(page)))


def wait_until_kept(page: Page, address: str, text: str = "") -> None:
    """Until there is a copy with this text in it; pages are kept behind their first view."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_until(
        page,
        lambda: address in kept_pages(page) and text in page.evaluate(KEPT_TEXT, address),
    )


def sheets(server: str, many: int) -> list[str]:
    """The paths of so many sheets of one group."""
    sheet = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": PLAYERS}
    files = [{"sheet": sheet | {"title": f"{n}", "rounds": [deal(102)]}} for n in range(many)]
    shown = brought(server, json.dumps({"format": "scorekeeper-group/1", "sheets": files}))
    group, _, _ = shown.partition("?")
    return [f"{group}{number}/" for number in range(1, many + 1)]


@pytest.fixture
def own_phone(browser: Browser) -> Any:
    """A phone of a server that a test stops."""
    with browser.new_context(
        viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
        has_touch=True,
        locale="de-DE",
    ) as context:
        yield context.new_page()


def test_a_sheet_that_was_seen_opens_without_the_server_and_takes_the_next_deal(
    own_phone: Page, tmp_path: Path
) -> None:
    page = own_phone
    with serving(tmp_path) as server:
        sheet = seen_and_followed(page, server)
        with silenced(server):  # a network that does not answer is not waited for
            expect_opens(page, server + sheet)
        expect(page.locator(".bar .live")).to_have_text("live")
        kill(server)
    expect(page.locator(".bar .live")).to_have_text(NOT_NOW)
    expect_opens(page, server + sheet)
    fill_in(page, 0, "hearts", 100)
    expect(points(page, 1)).to_have_value("62")  # completes itself
    page.reload()
    expect(points(page, 0)).to_have_value("100")
    save_in_vain(page)
    page.goto(f"{server}{sheet}history")
    expect(page.locator("#seen a")).to_contain_text(["Klaverjassen"])
    page.locator("#seen a").filter(has_text="Klaverjassen").click()
    expect(waiting(page)).to_be_visible()
    with serving(tmp_path, urlsplit(server).port or 0):
        expect_totals(page, 264, 222)
        expect(page.locator(".bar .live")).to_have_text("live")
        expect(waiting(page)).to_have_count(0)
        expect(rounds(page)).to_have_count(3)
        write_down(server, sheet, based_on=3)
        expect_totals(page, 326, 322)


def expect_opens(page: Page, address: str) -> None:
    """As it was seen last."""
    page.goto(address)
    expect_totals(page, 164, 160)
    expect(page.locator(".bar .live")).to_have_text(NOT_NOW)


def seen_and_followed(page: Page, server: str) -> str:
    """The path of a sheet of which the phone has a copy as new as what it has shown last."""
    sheet = opened(server, [deal(102)])
    page.goto(server + sheet)
    wait_until_kept(page, sheet)
    write_down(server, sheet)
    expect_totals(page, 164, 160)
    wait_until_kept(page, sheet, "160")
    return sheet


def test_a_page_that_was_never_seen_is_explained_in_every_language(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone("/", keeps_pages=True, expected_statuses=[503])
    wait_until_kept(page, "/offline")
    expect_can_be_installed(page)
    page.context.set_offline(True)
    page.goto(sheet)
    for words in ("noch nie geöffnet", "has not opened this page yet"):
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.locator("#seen")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#totals")).to_contain_text(SIDES[0])  # it opens by itself
    expect_answered_though_it_came_past_the_worker(page, opened(server))


def expect_can_be_installed(page: Page) -> None:
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in found if each["errorId"] != NO_PROFILE] == []
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []


def expect_answered_though_it_came_past_the_worker(page: Page, sheet: str) -> None:
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.send("Network.setBypassServiceWorker", {"bypass": True})
    page.goto(sheet)
    wait_until_kept(page, sheet)
    browser.send("Network.setBypassServiceWorker", {"bypass": False})
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".bar .live")).to_have_text(NOT_NOW)


def test_pages_and_their_files_are_kept_and_nothing_else_until_the_list_is_emptied(
    phone: PhoneFactory, server: str
) -> None:
    """An address that never led anywhere takes no copy along."""
    sheet = opened(server)
    group = re.sub(r"[^/]+/$", "", sheet)
    page = phone(sheet, keeps_pages=True, expected_statuses=[404])
    wait_until_kept(page, sheet)
    for address in (f"{sheet}table", group, f"{sheet}history", f"{sheet}?from=1", "/g/"):
        page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Nicht gefunden")
    page.goto(f"{sheet}rules")
    wait_until_kept(page, f"{sheet}rules")  # copies change one after the other
    page.goto(sheet)
    expect(page.locator(".bar .live")).to_have_text("live")
    assert sorted(kept_pages(page)) == sorted(
        ["/offline", sheet, f"{sheet}table", group, f"{sheet}rules"]
    )
    assert all(map(FILE.fullmatch, kept(page)["scorekeeper-files"]))
    page.goto("/")
    wait_until_kept(page, "/")
    page.get_by_text("Liste leeren").tap()
    page.get_by_role("button", name="Jetzt leeren").tap()
    wait_until(page, lambda: sheet not in kept_pages(page))
    assert set(kept_pages(page)) <= {"/", "/offline"}  # nothing of a group, and words for later


def test_a_worker_that_has_just_come_does_not_wait_for_the_network_either(
    phone: PhoneFactory, server: str
) -> None:
    sheet, *others = sheets(server, 20)
    page = phone("/healthz", keeps_pages=True)  # brings no worker along
    for address in (sheet, *others):
        page.evaluate(KEEP, address)
    page.goto(sheet)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activating'")
    with silenced(server):  # while it fetches all that is kept
        page.goto(sheet)
        expect_totals(page, 102, 60)
        expect(page.locator(".bar .live")).to_have_text(NOT_NOW)


def test_the_thirty_pages_seen_last_are_kept(phone: PhoneFactory, server: str) -> None:
    first, *others, one_more = sheets(server, 33)
    page = phone(first, keeps_pages=True)
    wait_until_kept(page, first)
    for sheet in others:
        page.evaluate("async (address) => { await (await fetch(address)).text(); }", sheet)
    wait_until_kept(page, others[-1])
    wait_until(page, lambda: len(kept_pages(page)) == 31)  # and the page of those never seen
    assert {*kept_pages(page)} == {"/offline", *others[1:]}
    page.evaluate(KEPT_NEXT_YEAR)  # by a clock that was ahead
    page.evaluate("async (address) => { await (await fetch(address)).text(); }", one_more)
    wait_until_kept(page, one_more)
    wait_until(page, lambda: len(kept_pages(page)) == 31)
    assert one_more in kept_pages(page)


def test_a_link_that_leads_to_nothing_takes_its_copies_along(
    phone: PhoneFactory, server: str
) -> None:
    sheet = opened(server)
    page = phone(sheet, keeps_pages=True, expected_statuses=[404])
    wait_until_kept(page, sheet)
    page.goto(f"{sheet}table")
    wait_until_kept(page, f"{sheet}table")
    page.goto(f"{sheet}links/write")
    page.locator("main form button").first.tap()
    page.wait_for_url(re.compile("/share"))
    page.goto(sheet)
    wait_until(page, lambda: not [each for each in kept_pages(page) if each.startswith(sheet)])


@pytest.mark.soak(short="test_a_link_that_leads_to_nothing_takes_its_copies_along")
def test_of_a_sample_that_was_thrown_away_no_copy_is_left(phone: PhoneFactory) -> None:
    page = phone("/", keeps_pages=True, expected_statuses=[404])
    page.locator("form[action$='/samples/tapp'] button").tap()
    page.wait_for_url(re.compile("/g/"))
    sheet = urlsplit(page.url).path
    wait_until_kept(page, sheet)
    page.get_by_role("link", name="Wegwerfen").tap()
    page.get_by_role("button", name="Wegwerfen").tap()
    page.wait_for_url(re.compile("/thrown-away/"))
    wait_until(page, lambda: sheet not in kept_pages(page))


def test_another_language_and_another_version_renew_what_is_kept(
    own_phone: Page, tmp_path: Path
) -> None:
    page, newer = own_phone, tmp_path / "newer"
    for name in ("scorekeeper", "static", "templates"):
        shutil.copytree(paths.PACKAGE.parent / name, newer / name)
    shutil.copy(paths.PACKAGE.parent / "pyproject.toml", newer)
    with (newer / "static" / "js" / "page.js").open("a") as script:
        script.write("self.isNewer = true;\n")
    with serving(tmp_path) as server:
        sheet = opened(server)
        page.goto(server + sheet)
        wait_until_kept(page, sheet)
        page.goto(f"{server}/?language=en")
        wait_until_kept(page, sheet, 'lang="en"')
        before = set(kept(page)["scorekeeper-files"])
    with serving(tmp_path, urlsplit(server).port or 0, checkout=newer) as again:
        page.goto(f"{again}/rules/klaverjassen")
        wait_until(page, lambda: not before <= renewed_files(page))
        wait_until_kept(page, sheet)
        wait_until(page, lambda: len(scripts(page, sheet) - before) == 1)
    page.goto(server + sheet)
    assert page.evaluate("self.isNewer") is True
    files = kept(page)["scorekeeper-files"]
    assert len([each for each in files if each.startswith("/static/app.js")]) == 1


def renewed_files(page: Page) -> set[str]:
    """The files that are kept, once the browser has asked for the program's update.

    It does so by itself, but not while an earlier question is still on its way to the old server.
    """
    page.evaluate(ASK_FOR_UPDATE)
    return set(kept(page)["scorekeeper-files"])


def scripts(page: Page, sheet: str) -> set[str]:
    """The scripts that the copy of a page names."""
    return set(re.findall(r"/static/app\.js\?v=\w+", page.evaluate(KEPT_TEXT, sheet)))
