"""The folder, made once, a host for it, and phones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page

from scripts.static_edition.build import build
from tests.browser.conftest import PhoneFactory, phones_at
from tests.browser.static_edition.frame_phone import FramePhone
from tests.browser.static_edition.host import BELOW, Host, hosting

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one process run all of these: each would make the folder anew."""
    for each in items:
        if HERE in each.path.parents:
            each.add_marker(pytest.mark.xdist_group("static edition"))


@pytest.fixture(scope="session")
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` makes it."""
    made: Path | None = request.config.getoption("--edition")
    if made is not None:
        return made
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
    with phones_at(browser, host.address) as make:

        def opened(at: str = "/", *, script: bool = True, **how: Any) -> Page:
            page = make(BELOW + at.removeprefix("/"), script=script, keeps_pages=True, **how)
            return cast(Page, FramePhone(page)) if script else page

        yield cast(PhoneFactory, opened)
