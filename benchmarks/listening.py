"""Very many phones that follow some hundred sheets: by streams, and by asking every few seconds.

All of them live in this process, the server in another one; both share the machine.
"""

import asyncio
import random
import resource
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from flask import Flask

from benchmarks.client import Client, Request, calling
from benchmarks.deals import sheet
from benchmarks.pages import SAVED, headers
from benchmarks.report import Measured
from benchmarks.server import HOST, MOUNT, serving
from benchmarks.sizes import Sizes
from scorekeeper.services.journal.form_token import new_key
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.settings import THREADS_FOR_PAGES
from scorekeeper.store.db import db

DEALS = 24
SECONDS_AT_MOST = 90.0
SECONDS_TO_SETTLE = 1.0
FURTHER_FILES = 500  # beside two for each phone
DELAY_AT_MOST, MEMORY_AT_MOST, PAGE_AT_MOST = 100.0, 100.0, 1.5  # ms, kB, times the idle server
UNCHANGED_BOARD = 0.25  # of the time that a page takes, at most
KERNEL = ("Slab", "KernelStack", "PageTables")


@dataclass(slots=True)
class Phone:
    """One phone at a sheet; *told* is when it heard of each revision."""

    path: str
    told: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """A sheet, the revision it stands at, and when each further save of it was begun."""

    path: str
    phones: list[Phone]
    revision: int = 1
    saved: dict[int, float] = field(default_factory=dict)

    def delays(self) -> Iterator[float]:
        """Milliseconds from the beginning of each save until the last phone was told of it."""
        for revision, began in self.saved.items():
            heard = [
                min((at for known, at in phone.told.items() if known >= revision), default=None)
                for phone in self.phones
            ]
            if None in heard:
                raise TimeoutError(f"a phone was not told of revision {revision}")
            yield 1000 * (max(at for at in heard if at is not None) - began)


def listening(app: Flask, database: str, sizes: Sizes) -> Iterator[Measured]:
    """Delays from a save to all told, memory for a phone, and pages meanwhile.

    First nobody listens, then all by streams, then all by asking.
    """
    _allow_files(2 * sizes.phones + FURTHER_FILES)
    with app.app_context():
        paths = opened_sheets(sizes.followed)
        db.engine.dispose()
    threads = threads_for(sizes)
    with serving(database, threads=threads, behind_proxy=True) as port, calling(port) as client:
        idle = page_cost(client, paths[0], sizes)
        before = memory(client)
        with following(port, paths, listen, sizes.phones) as tables:
            taken = memory(client) - before
            meanwhile = busy(port, tables, client, sizes)
        yield from _lines("streams", tables, meanwhile / idle)
        yield Measured(
            "memory for a phone, kB, kernel included", (taken / sizes.phones,), MEMORY_AT_MOST
        )
        time.sleep(sizes.seconds_to_hang_up)
        idle = page_cost(client, paths[0], sizes)
        # Asked more often, a slow machine would be behind for ever.
        seconds = max(sizes.seconds_between_questions, UNCHANGED_BOARD * idle * sizes.phones)
        ask = partial(ask_again, seconds=seconds, first_within=idle * sizes.phones)
        with following(port, paths, ask, sizes.phones) as asking:
            meanwhile = busy(port, asking, client, sizes)
        yield Measured("asking: each phone every so many seconds", (seconds,))
        yield from _lines("asking", asking, meanwhile / idle, bounded=False)


def threads_for(sizes: Sizes) -> int:
    """Of the server: one for each phone, and those that answer with pages."""
    return sizes.phones + THREADS_FOR_PAGES


def _lines(
    how: str, tables: Sequence[Table], pages: float, *, bounded: bool = True
) -> Iterator[Measured]:
    delays = sorted(delay for table in tables for delay in table.delays())
    p99 = quantiles(delays, n=100)[98]
    yield Measured(f"{how}: save to all told, p50, ms", (median(delays),))
    yield Measured(f"{how}: p99, ms", (p99,), DELAY_AT_MOST if bounded else None)
    page = f"{how}: a page meanwhile, × idle server"
    yield Measured(page, (pages,), PAGE_AT_MOST if bounded else None)


def opened_sheets(count: int) -> list[str]:
    """The addresses of so many sheets, each of a group of its own."""
    rows = [open_sheet(sheet(DEALS), None) for _ in range(count)]
    return [f"/g/{row.link}/{row.number}/" for row in rows]


def page_cost(client: Client, path: str, sizes: Sizes) -> float:
    """Seconds that a page takes while nothing else happens, asked for as often as beside saves."""
    looks = list[float]()
    for _ in range(sizes.looks):
        time.sleep(sizes.seconds_between_saves / 2)
        looks.append(client.ask(Request(path, headers())).seconds)
    return median(looks)


def busy(port: int, tables: Sequence[Table], client: Client, sizes: Sizes) -> float:
    """Save on random sheets, one after the other, and look at a page between; its cost."""
    looks = list[float]()
    with calling(port) as saving:
        for _ in range(sizes.saves):
            table = random.choice(tables)
            save(saving, table)
            time.sleep(sizes.seconds_between_saves / 2)
            looks.append(client.ask(Request(tables[0].path, headers())).seconds)
            time.sleep(sizes.seconds_between_saves / 2)
    _wait_until(lambda: all(map(_all_told, tables)))
    return median(looks)


def _all_told(table: Table) -> bool:
    return all(max(phone.told, default=0) >= table.revision for phone in table.phones)


def save(client: Client, table: Table) -> None:
    """Write something on a sheet, as somebody who has its latest revision."""
    closed = "1" if table.revision % 2 else "0"
    form = {"closed": closed, "based_on": str(table.revision), "key": new_key()}
    table.revision += 1
    table.saved[table.revision] = time.monotonic()
    own = {"Sec-Fetch-Site": "same-origin"}
    client.ask(Request(f"{table.path}stop", headers() | own, form, SAVED))


def memory(client: Client) -> float:
    """Kilobytes of the server's process, and of the kernel for all of this machine."""
    time.sleep(SECONDS_TO_SETTLE)
    process = int(client.ask(Request(f"{MOUNT}/process")).body)
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    system = Path("/proc/meminfo").read_text(encoding="ascii")
    return _kilobytes(status, "VmRSS") + sum(_kilobytes(system, name) for name in KERNEL)


def _kilobytes(text: str, name: str) -> float:
    lines = (line.split() for line in text.splitlines())
    return next(float(words[1]) for words in lines if words and words[0] == f"{name}:")


# --- the phones ---

Follow = Callable[[int, Phone], Coroutine[Any, Any, None]]


@contextmanager
def following(port: int, paths: Sequence[str], follow: Follow, count: int) -> Iterator[list[Table]]:
    """All phones at their sheets, in a thread of their own; each was told once at least."""
    tables = [Table(path, [Phone(path) for _ in range(count // len(paths))]) for path in paths]
    phones = [phone for table in tables for phone in table.phones]
    until_stopped = threading.Event()
    work = _follow_all([follow(port, each) for each in phones], until_stopped)
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    try:
        _wait_until(lambda: all(phone.told for phone in phones))
        for table in tables:  # as the phones before these have left it
            table.revision = max(table.phones[0].told)
        yield tables
    finally:
        until_stopped.set()
        thread.join()


async def _follow_all(phones: Sequence[Coroutine[Any, Any, None]], stop: threading.Event) -> None:
    running = [asyncio.create_task(each) for each in phones]
    await asyncio.to_thread(stop.wait)
    for each in running:
        each.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _wait_until(holds: Callable[[], bool]) -> None:
    """Raises TimeoutError where it does not come to hold."""
    until = time.monotonic() + SECONDS_AT_MOST
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError("not all phones were told")
        time.sleep(0.1)


async def listen(port: int, phone: Phone) -> None:
    """Follow a sheet by its stream."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(_request(f"{phone.path}events"))
    try:
        await _hear(port, phone, reader)
    finally:
        writer.close()


async def _hear(port: int, phone: Phone, reader: asyncio.StreamReader) -> None:
    while line := await reader.readline():
        if line.startswith(b"data: "):
            is_first, revision = not phone.told, int(line.removeprefix(b"data: "))
            if revision in phone.told:  # a heartbeat
                continue
            phone.told[revision] = time.monotonic()
            if not is_first:
                await _fetch_board(port, phone)


async def _fetch_board(port: int, phone: Phone) -> None:
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(_request(f"{phone.path}board"))
    answered = await _headers(reader)
    await reader.readexactly(int(answered["content-length"]))
    writer.close()


async def ask_again(port: int, phone: Phone, seconds: float, first_within: float) -> None:
    """Follow a sheet by asking for its board every few seconds, whatever comes between.

    The first time comes at random *first_within* seconds: that is a whole board for every phone.
    """
    await asyncio.sleep(random.uniform(0, first_within))
    while True:
        with suppress(OSError, EOFError, KeyError):  # hung up on, or told to come back later
            await _ask(port, phone, seconds)
        await asyncio.sleep(seconds)


async def _ask(port: int, phone: Phone, seconds: float) -> None:
    tag = ""
    reader, writer = await asyncio.open_connection(HOST, port)
    while True:
        began = time.monotonic()
        writer.write(_request(f"{phone.path}board", f"If-None-Match: {tag}\r\n" if tag else ""))
        answered = await _headers(reader)
        await reader.readexactly(int(answered.get("content-length", "0")))
        tag = answered["etag"]
        phone.told.setdefault(int(tag.split("-")[1]), time.monotonic())
        await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))


def _request(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{more}\r\n".encode("ascii")


async def _headers(reader: asyncio.StreamReader) -> dict[str, str]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
    pairs = (line.split(": ", 1) for line in head.splitlines()[1:] if line)
    return {name.lower(): value for name, value in pairs}


def _allow_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
