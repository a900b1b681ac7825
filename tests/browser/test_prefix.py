"""The program below a path of a host, behind the proxy that hosts are advised to put in front."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.browser.conftest import PATIENCE, SCREEN
from tests.browser.table import (
    deal,
    expect_totals,
    fill_in,
    opened,
    save,
    save_in_vain,
    waiting,
)
from tests.browser.test_offline import NOT_NOW, kept, wait_until
from tests.browser.watching import Watch
from tests.cli.caddy import NAME, Caddy, caddy, caddyfile_below_a_path
from tests.cli.server_process import LOADED, environment, server

PREFIX = "/cards"
OPTIONS = ("--host", "127.0.0.1", "--proxies", "1")
PATHS = "[...performance.getEntriesByType('resource')].map(({ name }) => new URL(name).pathname)"


@dataclass(frozen=True)
class Host:
    """The program at its part of a host: as phones reach it, and as the proxy does."""

    proxy: Caddy
    server: str

    def address(self, path: str) -> str:
        """Of a page, as phones open it."""
        return self.proxy.origin + PREFIX + path


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """The server, which hears from the proxy alone where it lies."""
    database = f"sqlite:///{folder / 'evening.sqlite'}"
    env = environment(SCOREKEEPER_DATABASE=database, SCOREKEEPER_HOSTS=NAME)
    with server(LOADED, folder, env, OPTIONS) as started:
        port = urlsplit(started.url).port
        assert port
        with caddy(folder, port, caddyfile_below_a_path(folder)) as proxy:
            yield Host(proxy, started.url.rstrip("/"))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("host")) as running:
        yield running


@pytest.fixture(scope="module")
def trusting(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser whose router knows the name, and which trusts the authority of the house."""
    args = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    known = browser_type_launch_args["args"]
    with browser_type.launch(**browser_type_launch_args | {"args": [*known, *args]}) as browser:
        yield browser


@pytest.fixture
def watch(host: Host) -> Watch:
    """What goes wrong on phones."""
    return Watch(host.proxy.origin)


@pytest.fixture
def phones(trusting: Browser, watch: Watch) -> Iterator[list[BrowserContext]]:
    """Two phones; whatever goes wrong on one of them fails the test at its end."""
    viewport = {"width": SCREEN["width"], "height": SCREEN["height"]}
    contexts = [
        trusting.new_context(viewport=viewport, has_touch=True, locale="de-DE")  # type: ignore[arg-type]
        for _ in range(2)
    ]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
        watch.over(context)
    yield contexts
    for context in contexts:
        context.close()
    assert not watch.troubles


def stored(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def test_an_evening_below_a_path_of_a_host(phones: list[BrowserContext], host: Host) -> None:
    sheet = opened(host.server, [deal(102)])
    page, other = (context.new_page() for context in phones)
    for each in (page, other):
        each.goto(host.address(sheet))
        expect(each.locator(".bar .live")).to_have_text("live")
    fill_in(page, 0, "hearts", 100)
    save(page).tap()
    for each in (page, other):
        expect_totals(each, 202, 122)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    pages = f"scorekeeper-pages{PREFIX}/"
    wait_until(page, lambda: PREFIX + sheet in kept(page).get(pages, []))
    assert all(path.startswith(f"{PREFIX}/") for path in page.evaluate(PATHS))
    assert {cookie["path"] for cookie in phones[0].cookies()} == {f"{PREFIX}/"}
    page.context.set_offline(True)
    enter_in_vain(page, host.address(sheet))
    page.context.set_offline(False)
    for each in (page, other):
        expect_totals(each, 302, 184)
    page.goto(host.address("/"))
    page.locator("#tables a").first.tap()
    expect(page).to_have_url(host.address(sheet))
    names = stored(page)
    assert all(name.startswith(f"{PREFIX}/") for name in names)
    (known,) = json.loads(names[f"{PREFIX}/tables"])
    assert known["sheet"] == sheet
    take_over(other, host, sheet)


def enter_in_vain(page: Page, sheet: str) -> None:
    """What was seen opens without a network, and the next deal waits there."""
    page.goto(sheet)
    expect(page.locator(".bar .live")).to_have_text(NOT_NOW)
    fill_in(page, 0, "hearts", 100)
    save_in_vain(page)
    expect(waiting(page)).to_be_visible()


def take_over(page: Page, host: Host, sheet: str) -> None:
    """Another phone's list, on one that knows no group."""
    page.evaluate("localStorage.clear()")
    page.goto(host.address(f"/#tables={sheet.split('/')[2]}"))
    page.get_by_role("button", name="Übernehmen").tap()
    expect(page).to_have_url(host.address("/"))
    page.locator("#tables a").first.tap()
    expect(page.locator("body")).to_have_attribute("data-people", re.compile("Anna"))
    assert page.url.startswith(host.address("/g/"))


@pytest.mark.soak(short="test_an_evening_below_a_path_of_a_host")
def test_what_waits_on_a_phone_goes_out_there_and_is_shown_everywhere(
    phones: list[BrowserContext], host: Host, watch: Watch
) -> None:
    watch.expected_statuses.add(503)  # in place of a page that was never seen
    sheet = opened(host.server, [deal(102)])
    page, other = (context.new_page() for context in phones)
    for each in (page, other):
        each.goto(host.address(sheet))
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    pages = f"scorekeeper-pages{PREFIX}/"
    wait_until(page, lambda: PREFIX + sheet in kept(page).get(pages, []))
    page.goto(host.address("/"))
    wait_until(page, lambda: f"{PREFIX}/" in kept(page).get(pages, []))
    page.context.set_offline(True)
    page.goto(host.address(sheet))
    fill_in(page, 0, "hearts", 100)
    save_in_vain(page)
    page.goto(host.address(f"{sheet}history"))  # never seen: those that were are offered
    page.locator("#seen a").first.click()
    expect(waiting(page)).to_be_visible()
    page.goto(host.address("/"))
    page.locator("main > .notice a").click()
    expect(page).to_have_url(host.address(sheet))
    page.context.set_offline(False)
    for each in (page, other):
        expect_totals(each, 202, 122)
    expect(waiting(page)).to_have_count(0)


@pytest.mark.soak(short="test_an_evening_below_a_path_of_a_host")
def test_the_list_of_a_phone_goes_to_another_one(phones: list[BrowserContext], host: Host) -> None:
    sheet, look = opened(host.server), opened(host.server, players=("Els", "Jan", "Mia", "Theo"))
    page, other = (context.new_page() for context in phones)
    page.goto(host.address(sheet))
    page.goto(host.address(f"{look}share"))
    alone = page.locator("input[readonly]").last.input_value()
    assert alone.startswith(host.address("/s/"))
    page.goto(alone)
    page.goto(host.address("/"))
    expect(page.locator("#tables li")).to_have_count(2)
    page.goto(host.address("/known-groups/"))
    expect(page.locator("#code img")).to_be_visible()
    links = page.evaluate("knownGroups().map(linkOf).join('.')")
    other.goto(host.address(f"/#tables={links}"))
    other.get_by_role("button", name="Übernehmen").tap()
    expect(other).to_have_url(host.address("/"))
    for place in range(2):
        other.goto(host.address("/"))
        other.locator("#tables li a").nth(place).tap()
        expect(other.locator("body")).to_have_attribute("data-people", re.compile("Anna|Els"))
        assert other.url.startswith(host.address(""))
    other.goto(host.address("/"))
    other.locator(".languages summary").tap()
    other.locator("a[hreflang=en]").tap()
    expect(other.locator("html")).to_have_attribute("lang", "en")
    expect(other).to_have_url(host.address("/"))
