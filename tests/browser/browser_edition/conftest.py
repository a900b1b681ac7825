"""The folder, made once, a host for it, and phones."""

from collections.abc import Iterator
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page

from scripts.browser_edition.build import build
from tests.browser.browser_edition.frame_phone import FramePhone
from tests.browser.browser_edition.host import BELOW, Host, hosting
from tests.browser.conftest import PhoneFactory, phones_at

HERE = f"{Path(__file__).parent}/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have two processes run these: every other one has a browser, an engine and a host at work."""
    for each in items:
        if str(each.path).startswith(HERE):
            half = "static edition, kept" if each.path.stem == "test_kept" else "static edition"
            each.add_marker(pytest.mark.xdist_group(half))


@pytest.fixture(scope="session")
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as `make static` makes it: the first process of a run that needs it makes it."""
    made: Path | None = request.config.getoption("--edition")
    if made is not None:
        return made
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if hasattr(request.config, "workerinput") else own
    folder = shared / "edition"
    with (shared / "edition.lock").open("w") as lock:
        flock(lock, LOCK_EX)  # until it is closed
        if not folder.exists():
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
