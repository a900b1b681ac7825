"""The program as it is really served, a real Chromium, and phones that watch what goes wrong."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.serving import COMPILED_ONCE, FLAGS, chromium_path, headless_path, serving
from tests.browser.watching import Watch

SCREEN = {"width": 360, "height": 740}
PATIENCE = 60_000  # milliseconds until what must happen has happened, on a busy machine

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a quick run a browser that lost a touch on a busy machine may try once more.

    The end of the run names what it had to repeat. Long runs repeat nothing: they look for races.
    """
    if is_quick(config):
        here = f"{Path(__file__).parent}/"
        for each in items:
            if str(each.path).startswith(here):
                each.add_marker(pytest.mark.flaky(reruns=1))


def is_quick(config: pytest.Config) -> bool:
    """Whether this is the usual run and not a long one."""
    return bool(config.getoption("markexpr") == "not soak")


class PhoneFactory(Protocol):
    """Hands out phones: each call is another phone, with storage of its own.

    Only one that *keeps_pages* has a service worker, whose requests a test cannot catch.
    """

    def __call__(
        self,
        at: str = "/",
        *,
        locale: str = "de-DE",
        script: bool = True,
        dark: bool = False,
        keeps_pages: bool = False,
        expected_statuses: Iterable[int] = (),
        expected_messages: Iterable[str] = (),
    ) -> Page: ...


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], pytestconfig: pytest.Config
) -> dict[str, Any]:
    """The Chromium of this machine; a machine without one fails.

    The usual run takes one without windows, and compiles everything once only: both are less work.
    """
    how = {"executable_path": chromium_path(), "args": list(FLAGS)}
    if is_quick(pytestconfig):
        how = {"executable_path": headless_path(), "args": [*FLAGS, COMPILED_ONCE]}
    return browser_type_launch_args | how


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `scorekeeper serve` with an empty database, without the last slash."""
    with serving(tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[PhoneFactory]:
    """Phones at the server; whatever goes wrong on one of them fails the test at its end."""
    with phones_at(browser, server) as make:
        yield make


@contextmanager
def phones_at(browser: Browser, address: str) -> Iterator[PhoneFactory]:
    """Phones for pages at this address; at the end nothing may have gone wrong on any of them."""
    contexts: list[BrowserContext] = []
    watch = Watch(address)

    def make(
        at: str = "/",
        *,
        locale: str = "de-DE",
        script: bool = True,
        dark: bool = False,
        keeps_pages: bool = False,
        expected_statuses: Iterable[int] = (),
        expected_messages: Iterable[str] = (),
    ) -> Page:
        watch.expected_statuses.update(expected_statuses)
        watch.expected_messages.update(expected_messages)
        context = browser.new_context(
            base_url=address,
            viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
            has_touch=True,
            is_mobile=True,
            locale=locale,
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
            service_workers="allow" if keeps_pages else "block",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        page = context.new_page()
        page.goto(at)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not watch.troubles
