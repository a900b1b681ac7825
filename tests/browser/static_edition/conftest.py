"""The folder, made once, a host for it, and phones."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from scripts.static_edition.build import build
from tests.browser.conftest import PATIENCE, SCREEN, PhoneFactory
from tests.browser.static_edition.frame_phone import FramePhone
from tests.browser.static_edition.host import BELOW, Host, hosting
from tests.browser.watching import Watch

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one process run all of these: each would make the folder anew."""
    for each in items:
        if HERE in each.path.parents:
            each.add_marker(pytest.mark.xdist_group("static edition"))


@pytest.fixture(scope="session")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` makes it."""
    folder = tmp_path_factory.mktemp("static") / "edition"
    build(folder)
    return folder


@pytest.fixture
def host(edition: Path) -> Iterator[Host]:
    """A host of static files with the folder on it."""
    with hosting(edition) as host:
        yield host


@pytest.fixture
def phone(browser: Browser, host: Host) -> Iterator[PhoneFactory]:
    """Phones that have opened the folder; whatever goes wrong on one fails the test at its end."""
    contexts: list[BrowserContext] = []
    watch = Watch(host.address)

    def make(
        at: str = "/",
        *,
        locale: str = "de-DE",
        script: bool = True,
        dark: bool = False,
        keeps_pages: bool = True,
        expected_statuses: Iterable[int] = (),
        expected_messages: Iterable[str] = (),
    ) -> Page:
        watch.expected_statuses.update(expected_statuses)
        watch.expected_messages.update(expected_messages)
        context = browser.new_context(
            base_url=host.address,
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
        page.goto(BELOW + at.removeprefix("/"))
        return cast(Page, FramePhone(page)) if script else page

    yield make
    for context in contexts:
        context.close()
    assert not watch.troubles
