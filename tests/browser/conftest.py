"""The program as it is really served, a real Chromium, and phones that watch what goes wrong."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.watching import Watch

CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = (  # without them it keeps trying to reach outside hosts
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREEN = {"width": 360, "height": 740}
SECONDS_TO_START = 30
SECONDS_TO_STOP = 10


class PhoneFactory(Protocol):
    """Hands out phones: each call is another phone, with storage of its own."""

    def __call__(
        self, at: str = "/", *, locale: str = "de-DE", script: bool = True, dark: bool = False
    ) -> Page: ...


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium of this machine; a machine without one fails."""
    found = [path for name in CHROMIUMS if (path := shutil.which(name))]
    assert found, f"the browser tests need Chromium or Chrome: none of {', '.join(CHROMIUMS)}"
    return browser_type_launch_args | {"executable_path": found[0], "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `scorekeeper serve` with an empty database, without the last slash."""
    folder = tmp_path_factory.mktemp("served")
    said = folder / "said.txt"
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{folder / 'scorekeeper.sqlite'}"]
    settings = {name: text for name, text in os.environ.items() if "SCOREKEEPER" not in name}
    with (
        said.open("w") as output,
        subprocess.Popen(command, stdout=output, stderr=output, env=settings) as process,
    ):
        try:
            yield _address_said(said, process)
        finally:
            process.terminate()
            process.wait(SECONDS_TO_STOP)


def _address_said(said: Path, process: subprocess.Popen[bytes]) -> str:
    """The address the program prints once it can be called."""
    give_up = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < give_up and process.poll() is None:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\s", said.read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{said.read_text()}")


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[PhoneFactory]:
    """Phones at the server; whatever goes wrong on one of them fails the test at its end."""
    contexts: list[BrowserContext] = []
    watch = Watch(server)

    def make(
        at: str = "/", *, locale: str = "de-DE", script: bool = True, dark: bool = False
    ) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
            has_touch=True,
            is_mobile=True,
            locale=locale,
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        watch.over(context)
        page = context.new_page()
        page.goto(at)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not watch.troubles
