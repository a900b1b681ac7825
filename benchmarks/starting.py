"""How long the program takes to start: from its command to its first answer, or to its end."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep

from benchmarks.report import Measured
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.paths import PACKAGE
from scorekeeper.store.db import close

HOST = "127.0.0.1"
SAMPLE = PACKAGE.parent / "docs" / "samples" / "klaverjassen.json"
FIRST_PAGE = "/"
FLOOR = "a bare Flask page"
SECONDS_AT_MOST = 60
SECONDS_BETWEEN = 0.002  # two attempts to connect
START_AT_MOST = 6.0  # times as long as a bare Flask page takes
COMMAND_AT_MOST = 2.0

Start = Callable[[], float]  # starts something, and returns how many seconds it took


def starts(folder: Path, runs: int) -> Iterator[Measured]:
    """Milliseconds from command to first answer, in turns with the bare page, and as a multiple."""
    kept = folder / "kept.sqlite"
    started: dict[str, tuple[Start, float | None]] = {
        FLOOR: (_start_bare, None),
        "serve, a new database": (partial(_start_new, folder), START_AT_MOST),
        "serve, a database that is there": (partial(_start_with, kept), START_AT_MOST),
        "score, one file": (_score, COMMAND_AT_MOST),
    }
    close(create_ready_app(f"sqlite:///{kept}"))
    taken: dict[str, list[float]] = {what: [] for what in started}
    for _ in range(runs):
        for what, (start, _bound) in started.items():
            taken[what].append(1000 * start())
    floor = median(taken[FLOOR])
    for what, (_start, bound) in started.items():
        middle = median(taken[what])
        yield Measured(what, (middle, middle / floor), bound)


def _start_bare() -> float:
    return _until_answered("benchmarks.bare_server")


def _start_new(folder: Path) -> float:
    database = folder / "new.sqlite"
    try:
        return _start_with(database)
    finally:
        for path in folder.glob(f"{database.name}*"):
            path.unlink()


def _start_with(database: Path) -> float:
    options = ["--host", HOST, "--database", f"sqlite:///{database}"]
    return _until_answered("scorekeeper", "serve", *options, "--port")


def _score() -> float:
    began = perf_counter()
    command = [sys.executable, "-m", "scorekeeper", "score", str(SAMPLE)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def _until_answered(module: str, *arguments: str) -> float:
    """From the start of a Python module, whose last argument is its port, to its first page."""
    port = _free_port()
    command = [sys.executable, "-m", module, *arguments, str(port)]
    began = perf_counter()
    # What a server says while it stops is not for the table; one that fails says so by its end.
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_until_listening(port, process)
            with closing(HTTPConnection(HOST, port, timeout=SECONDS_AT_MOST)) as connection:
                connection.request("GET", FIRST_PAGE)
                answer = connection.getresponse()
                answer.read()
                took = perf_counter() - began
        finally:
            process.terminate()
    if answer.status != HTTPStatus.OK:
        raise RuntimeError(f"the first page was answered with {answer.status}")
    return took


def _wait_until_listening(port: int, process: subprocess.Popen[bytes]) -> None:
    until = monotonic() + SECONDS_AT_MOST
    while process.poll() is None and monotonic() < until:
        with closing(socket.socket()) as attempt:
            if attempt.connect_ex((HOST, port)) == 0:
                return
        sleep(SECONDS_BETWEEN)
    raise RuntimeError("the server did not start")


def _free_port() -> int:
    with closing(socket.create_server((HOST, 0))) as found:
        return int(found.getsockname()[1])
