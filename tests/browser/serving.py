"""The program as `scorekeeper serve` runs it, and the Chromium of this machine."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TextIO

from tests.loaded_program import LoadedProgram

CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Where scripts/setup unpacks Chromium without windows.
HEADLESS = Path(sys.prefix) / "headless" / "usr" / "lib" / "chromium" / "chromium-headless-shell"
# Chromium takes the last list of features alone, so this one repeats what Playwright disables
# because tests depend on it; the first three are pages of an address bar that nobody sees, opened
# anew for every window, and the next one is a process kept ready for another page.
DISABLED_FEATURES = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "SpareRendererForSitePerProcess",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (  # without most of them it keeps trying to reach outside hosts
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Script and WebAssembly are compiled once, to code that is slow and there soon: for short visits.
COMPILED_ONCE = "--js-flags=--liftoff-only --max-lazy --no-opt --no-sparkplug"
DATABASE = "scorekeeper.sqlite"
SECONDS_TO_START = 120  # on a busy machine
SECONDS_TO_STOP = 60

_databases: dict[str, Path] = {}  # of the servers that run, by address
_processes: dict[str, subprocess.Popen[bytes] | LoadedProgram] = {}


def chromium_path() -> str:
    """Where Chromium or Chrome lies; fails where there is none."""
    found = [path for name in CHROMIUMS if (path := shutil.which(name))]
    assert found, f"Chromium or Chrome is needed: none of {', '.join(CHROMIUMS)}"
    return found[0]


def headless_path() -> str:
    """Where Chromium without windows lies; a whole browser where there is none."""
    return str(HEADLESS) if HEADLESS.exists() else chromium_path()


@contextmanager
def serving(folder: Path, port: int = 0, checkout: Path | None = None) -> Iterator[str]:
    """The address of `scorekeeper serve`, without the last slash; by default at any free port.

    The database and what the program prints are kept in *folder*: the second server there goes on
    with the sheets of the first. Another *checkout* is another version of the program.
    """
    said, database = folder / "said.txt", folder / DATABASE
    arguments = ["serve", "--port", str(port), "--database", f"sqlite:///{database}"]
    settings = {name: text for name, text in os.environ.items() if "SCOREKEEPER" not in name}
    with said.open("w") as output, _started(arguments, settings, checkout, output) as process:
        try:
            address = _address_said(said, process)
            _databases[address] = database
            _processes[address] = process
            yield address
        finally:
            process.terminate()
            process.wait(SECONDS_TO_STOP)


@contextmanager
def _started(
    arguments: list[str], settings: dict[str, str], checkout: Path | None, output: TextIO
) -> Iterator[subprocess.Popen[bytes] | LoadedProgram]:
    """The command; a copy of one that is loaded already, unless it is of another checkout."""
    if checkout is not None:
        with subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *arguments],
            cwd=checkout,
            stdout=output,
            stderr=output,
            env=settings | {"PYTHONPATH": str(checkout)},
            start_new_session=True,
        ) as process:
            yield process
        return
    with LoadedProgram(arguments, Path.cwd(), settings, in_a_group=True) as copy:
        writing = Thread(target=_write, args=(copy.stdout, output))
        writing.start()
        try:
            yield copy
        finally:
            writing.join(SECONDS_TO_STOP)


def _write(lines: TextIO, output: TextIO) -> None:
    for line in lines:
        output.write(line)
        output.flush()


def database_of(server: str) -> Path:
    """The file in which the server at this address keeps its sheets."""
    return _databases[server]


def kill(server: str) -> None:
    """End the server at this address as a power cut would, with all processes it has started."""
    os.killpg(_processes[server].pid, signal.SIGKILL)
    _processes[server].wait(SECONDS_TO_STOP)


@contextmanager
def silenced(server: str) -> Iterator[None]:
    """The server at this address takes calls, as a network may, and answers none of them."""
    group = _processes[server].pid
    os.killpg(group, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(group, signal.SIGCONT)


def _address_said(said: Path, process: subprocess.Popen[bytes] | LoadedProgram) -> str:
    """The address the program prints once it can be called."""
    give_up = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < give_up and process.poll() is None:
        found = re.search(r"(http://127\.0\.0\.1:\d+)/\s", said.read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{said.read_text()}")
