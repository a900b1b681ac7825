"""The program as `scorekeeper serve` runs it, and the Chromium of this machine."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
DATABASE = "scorekeeper.sqlite"
SECONDS_TO_START = 30
SECONDS_TO_STOP = 10

_databases: dict[str, Path] = {}  # of the servers that run, by address


def chromium_path() -> str:
    """Where Chromium or Chrome lies; fails where there is none."""
    found = [path for name in CHROMIUMS if (path := shutil.which(name))]
    assert found, f"Chromium or Chrome is needed: none of {', '.join(CHROMIUMS)}"
    return found[0]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of `scorekeeper serve` with an empty database, without the last slash.

    The database and what the program prints are kept in *folder*.
    """
    said, database = folder / "said.txt", folder / DATABASE
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{database}"]
    settings = {name: text for name, text in os.environ.items() if "SCOREKEEPER" not in name}
    with (
        said.open("w") as output,
        subprocess.Popen(command, stdout=output, stderr=output, env=settings) as process,
    ):
        try:
            address = _address_said(said, process)
            _databases[address] = database
            yield address
        finally:
            process.terminate()
            process.wait(SECONDS_TO_STOP)


def database_of(server: str) -> Path:
    """The file in which the server at this address keeps its sheets."""
    return _databases[server]


def _address_said(said: Path, process: subprocess.Popen[bytes]) -> str:
    """The address the program prints once it can be called."""
    give_up = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < give_up and process.poll() is None:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\s", said.read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{said.read_text()}")
