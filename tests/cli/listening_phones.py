"""Phones that follow sheets as the script of the pages does, many of them in one thread."""

import asyncio
import random
import resource
import threading
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field

from tests.cli.phones import HOST
from tests.server.listening import eventually

SECONDS_TO_CONNECT_AGAIN = 2.0  # as the stream tells browsers
SECONDS_BETWEEN_QUESTIONS = 3.0  # while there is no stream
SECONDS_UNTIL_ANOTHER_STREAM = 60.0  # where one was refused
SECONDS_OF_SILENCE = 40.0  # a stream says something every 25
SECONDS_TO_ANSWER = 20.0
SECONDS_TO_BEGIN = 120.0  # for all at once, on a busy machine
FOUND, UNCHANGED = 200, 304
FILES = 2_000  # more than phones
LOST = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)


@dataclass(slots=True)
class ListeningPhone:
    """One phone at a sheet: when it was told of which revision, and which one it shows."""

    sheet: str
    told: dict[int, float] = field(default_factory=dict)
    shown: int = 0
    ended_streams: int = 0
    tag: str = ""

    async def follow(self, port: int) -> None:
        """Open one stream after the other; ask where there is none."""
        while True:
            is_refused = False
            with suppress(*LOST):
                is_refused = not await self._listen(port)
            until = time.monotonic() + (SECONDS_UNTIL_ANOTHER_STREAM if is_refused else 0)
            while await self._is_answered(port) and time.monotonic() < until:
                await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)
            await asyncio.sleep(SECONDS_TO_CONNECT_AGAIN * random.uniform(0.8, 1.2))

    async def _listen(self, port: int) -> bool:
        """Hear a stream to its end; False where there was none."""
        reader, writer = await _asked(port, f"{self.sheet}events")
        with closing(writer):
            if await _status(reader) != FOUND:
                return False
            try:
                await self._hear(port, reader)
            finally:
                self.ended_streams += 1
        return True

    async def _hear(self, port: int, reader: asyncio.StreamReader) -> None:
        while line := await _within(SECONDS_OF_SILENCE, reader.readline()):
            if line.startswith(b"data: "):
                revision = int(line.removeprefix(b"data: "))
                self.told.setdefault(revision, time.monotonic())
                while revision > self.shown and not await self._is_answered(port):
                    await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)

    async def _is_answered(self, port: int) -> bool:
        """Fetch the board; where that fails, the next question finds what was missed."""
        status = 0
        with suppress(*LOST):
            reader, writer = await _asked(port, f"{self.sheet}board", self.tag)
            with closing(writer):
                status = await _status(reader)
                answered = await _headers(reader)
                if status == FOUND:
                    length = int(answered["content-length"])
                    await _within(SECONDS_TO_ANSWER, reader.readexactly(length))
                if status in (FOUND, UNCHANGED):
                    self.tag = answered["etag"]
                    self.shown = int(self.tag.split("-")[1])
                    self.told.setdefault(self.shown, time.monotonic())
        return status in (FOUND, UNCHANGED)

    def heard_of(self, revision: int) -> float | None:
        """When it first knew of a revision, or of a later one."""
        return min((at for known, at in self.told.items() if known >= revision), default=None)


@contextmanager
def listening_phones(
    port: int, sheets: Sequence[str], count: int
) -> Iterator[list[ListeningPhone]]:
    """As many phones, the sheets shared among them; each has been told once at least."""
    _allow_files()
    phones = [ListeningPhone(sheets[number % len(sheets)]) for number in range(count)]
    stop = threading.Event()
    thread = threading.Thread(target=asyncio.run, args=(_follow_all(phones, port, stop),))
    thread.start()
    try:
        assert eventually(lambda: all(each.shown for each in phones), SECONDS_TO_BEGIN)
        yield phones
    finally:
        stop.set()
        thread.join()


async def _follow_all(phones: Sequence[ListeningPhone], port: int, stop: threading.Event) -> None:
    running = [asyncio.create_task(each.follow(port)) for each in phones]
    while not stop.is_set():
        await asyncio.sleep(0.1)
    for each in running:
        each.cancel()
    ends = await asyncio.gather(*running, return_exceptions=True)
    faults = [each for each in ends if isinstance(each, Exception)]
    assert not faults, faults


async def _within(seconds: float, work: Awaitable[bytes]) -> bytes:
    """Unlike `asyncio.wait_for` before Python 3.12, it never swallows a cancellation."""
    async with asyncio.timeout(seconds):
        return await work


async def _asked(
    port: int, path: str, tag: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(HOST, port)
    known = f"If-None-Match: {tag}\r\n" if tag else ""
    once = f"Host: {HOST}\r\nConnection: close\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\n{once}{known}\r\n".encode("ascii"))
    return reader, writer


async def _status(reader: asyncio.StreamReader) -> int:
    line = await _within(SECONDS_TO_ANSWER, reader.readline())
    if not line:
        raise EOFError
    return int(line.split()[1])


async def _headers(reader: asyncio.StreamReader) -> dict[str, str]:
    head = await _within(SECONDS_TO_ANSWER, reader.readuntil(b"\r\n\r\n"))
    pairs = (line.split(": ", 1) for line in head.decode("ascii").splitlines() if line)
    return {name.lower(): value for name, value in pairs}


def _allow_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))
