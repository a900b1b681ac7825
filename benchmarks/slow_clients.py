"""What our worker costs and gains beside the one that gunicorn brings along for threads.

Every figure is taken of both in turns; the ratio is ours to gunicorn's own.
"""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from statistics import median

from benchmarks.client import Client, Request, calling
from benchmarks.pages import UNCHANGED
from benchmarks.report import Measured
from benchmarks.server import BARE_PAGE, HOST, MOMENTS, MOUNT, serving
from benchmarks.sizes import Sizes

THEIRS = "gthread"
CLIENTS = 8  # at once
IN_A_ROW = 20
SECONDS_AT_MOST = 10
MILLISECONDS = 1000.0
UNFINISHED = {
    "silent connections": b"",
    "unfinished heads": b"GET / HTTP/1.1\r\nHost:",
    "unfinished bodies": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabcde",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that can be measured at a port, in milliseconds; None where it has no end."""

    what: str
    measure: Callable[[int], float | None]
    repeated: bool = True


def compared_workers(database: str, sheet: str, sizes: Sizes) -> Iterator[Measured]:
    """Milliseconds at gunicorn's own worker and at ours, and ours as a multiple of the other."""
    with serving(database, worker=THEIRS) as theirs, serving(database) as ours:
        for figure in _figures(sheet, sizes):
            taken: dict[int, list[float | None]] = {theirs: [], ours: []}
            for _ in range(sizes.turns if figure.repeated else 1):
                for port, values in taken.items():
                    values.append(figure.measure(port))
            yield _compared(figure.what, _middle(taken[theirs]), _middle(taken[ours]))


def _middle(taken: Sequence[float | None]) -> float | None:
    ended = [each for each in taken if each is not None]
    return median(ended) if ended else None


def _compared(what: str, theirs: float | None, ours: float | None) -> Measured:
    ratio = ours / theirs if ours is not None and theirs is not None else None
    return Measured(what, (theirs, ours, ratio))


def _figures(sheet: str, sizes: Sizes) -> Iterator[Figure]:
    yield Figure("a bare page", lambda port: _page(port, BARE_PAGE))
    yield Figure("a sheet's page", lambda port: _page(port, sheet))
    yield Figure("nothing changed (304)", lambda port: _unchanged(port, f"{sheet}board"))
    yield Figure(f"{CLIENTS} clients at once, each bare page", _at_once)
    yield Figure(
        f"told by one of {sizes.streams} streams",
        partial(_told, streams=sizes.streams),
        repeated=False,
    )
    for what, sent in UNFINISHED.items():
        beside = f"beside {sizes.slow} {what}"
        yield Figure(beside, partial(_beside, sent=sent, clients=sizes.slow), repeated=False)
    yield Figure("answering again after a crash", _after_a_crash, repeated=False)


def _page(port: int, path: str) -> float:
    with calling(port) as client:
        return _repeated(client, Request(path))


def _unchanged(port: int, path: str) -> float:
    """Asks again and again, on one connection, for what the client has seen already."""
    with calling(port) as client:
        tag = client.ask(Request(path)).headers["ETag"]
        return _repeated(client, Request(path, {"If-None-Match": tag}, status=UNCHANGED))


def _repeated(client: Client, request: Request) -> float:
    return MILLISECONDS * median(client.ask(request).seconds for _ in range(IN_A_ROW))


def _at_once(port: int) -> float:
    def ask() -> None:
        with calling(port) as client:
            for _ in range(IN_A_ROW):
                client.ask(Request(BARE_PAGE))

    threads = [threading.Thread(target=ask) for _ in range(CLIENTS)]
    began = time.monotonic()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return MILLISECONDS * (time.monotonic() - began) / (IN_A_ROW * CLIENTS)


def _told(port: int, streams: int) -> float:
    """From the moment that a stream tells to its arrival, the median of all."""
    late: list[float] = []

    def listen() -> None:
        with socket.create_connection((HOST, port)) as client:
            client.sendall(f"GET {MOUNT}/stream HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
            for line in client.makefile("rb"):
                if line.startswith(b"data: "):
                    late.append(time.monotonic() - float(line[6:]))
                if line == b"0\r\n":
                    return

    threads = [threading.Thread(target=listen) for _ in range(streams)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    if len(late) != streams * MOMENTS:
        raise RuntimeError(f"{len(late)} events")
    return MILLISECONDS * median(late)


def _beside(port: int, sent: bytes, clients: int) -> float | None:
    """How long another client waits for its page; None where it gives up."""
    with ExitStack() as stack:
        for _ in range(clients):
            stack.enter_context(socket.create_connection((HOST, port))).sendall(sent)
        began = time.monotonic()
        try:
            with socket.create_connection((HOST, port), SECONDS_AT_MOST) as client:
                client.sendall(f"GET {BARE_PAGE} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
                client.recv(1)
        except TimeoutError:
            return None
        return MILLISECONDS * (time.monotonic() - began)


def _after_a_crash(port: int) -> float:
    """From the end of the only process that answers to an answer of the next one."""
    with calling(port) as client:
        process = int(client.ask(Request(f"{MOUNT}/process")).body)
    began = time.monotonic()
    os.kill(process, signal.SIGKILL)
    while True:
        try:
            with calling(port) as client:
                client.ask(Request(BARE_PAGE))
        except OSError:
            continue
        return MILLISECONDS * (time.monotonic() - began)
