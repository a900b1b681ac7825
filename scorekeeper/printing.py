"""A job for the printer, and the process that does it, so that no phone waits for a long one."""

import ctypes
import hashlib
import multiprocessing
import sys
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.metadata import version
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from scorekeeper import __version__
from scorekeeper.paths import FONTS, folder

START_SECONDS = 60.0  # for a slow machine to load what lays out pages
JOB_SECONDS = 120.0  # after them a document is given up, and the process with it
TRIES = 2  # a process that dies may have died of something else

LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
INSTALL = f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {PACKAGES}"
if sys.platform == "darwin":
    INSTALL = "brew install pango"
NO_DAY = date(1970, 1, 1)


class NoPrinterError(Exception):
    """This machine lacks what lays out pages; `INSTALL` brings it."""


class PrintingFailedError(Exception):
    """A document that cannot be made: a mistake of ours."""


@dataclass(frozen=True)
class Job:
    """A page to be printed, and the sheet file to be put inside, dated *day*."""

    html: str
    title: str
    sheet: str | None = None
    day: date = NO_DAY

    @cached_property
    def key(self) -> str:
        """The same for the same document, whoever prints it."""
        content = hashlib.sha256(_equipment())
        for part in (self.html, self.title, self.sheet or "", self.day.isoformat()):
            content.update(f"{len(part)} {part}".encode("utf-8", "surrogatepass"))
        return content.hexdigest()[:32]


@cache
def _equipment() -> bytes:
    """What a document is made with, apart from its job."""
    content = hashlib.sha256(f"{__version__} {version('weasyprint')}".encode())
    style = folder("templates") / "print" / "paper.css"
    for path in (style, *sorted(FONTS.glob("*.ttf"))):
        content.update(path.read_bytes())
    return content.digest()


class PrintingProcess:
    """The process behind a press, started when there is something to print; for one thread."""

    def __init__(self, job_seconds: float) -> None:
        self._job_seconds = job_seconds
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    @property
    def id(self) -> int | None:
        """Its number on this machine."""
        return None if self._process is None else self._process.pid

    def pdf(self, job: Job) -> bytes:
        """The document; raises NoPrinterError or PrintingFailedError."""
        for _ in range(TRIES):
            try:
                return self._asked(job)
            except (EOFError, OSError):  # it has died, as processes may
                self.end()
        raise PrintingFailedError("the printing process dies")

    def _asked(self, job: Job) -> bytes:
        connection = self._connection or self._started()
        connection.send(job)
        made, trouble = self._received(self._job_seconds)
        if made is None:
            raise PrintingFailedError(trouble)
        return bytes(made)

    def _started(self) -> Connection:
        spawn = multiprocessing.get_context("spawn")
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_print, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()  # or else we would not notice its end
        lacking = self._received(START_SECONDS)
        if lacking is not None:
            self.end()
            raise NoPrinterError(lacking)
        return self._connection

    def _received(self, seconds: float) -> Any:
        connection = self._connection
        if connection is None or not connection.poll(seconds):
            self.end()
            raise PrintingFailedError("the printing process hangs")
        return connection.recv()

    def end(self) -> None:
        """Stop the process, in whatever state it is."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _print(connection: Connection) -> None:
    """What the printing process runs; WeasyPrint is loaded there and nowhere else."""
    try:
        from scorekeeper.typesetting import serve  # noqa: PLC0415
    except OSError as error:  # a library of the system, not of Python
        connection.send(str(error))
        return
    connection.send(None)
    serve(connection)


def missing_libraries() -> list[str]:
    """What of the system's libraries is not there; known in advance only where we know names."""
    return [name for name in LIBRARIES if sys.platform == "linux" and not _is_there(name)]


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


if __name__ == "__main__":  # for scripts/setup
    sys.exit(1 if missing_libraries() else 0)
