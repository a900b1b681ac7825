"""A listener of the server in a thread of its own, with little patience, and clients of it."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from waitress import wasyncore

from scorekeeper.app import create_app
from scorekeeper.cli.serve import listening_socket
from scorekeeper.server.connection_limits import Limits
from scorekeeper.server.listener import Listener
from scorekeeper.store.db import close

SECONDS = 10  # to wait for anything on a busy machine
HURRIED = Limits(
    request_seconds=0.6,
    answer_seconds=0.6,
    idle_seconds=0.6,
    bytes_for_a_second=1000,
    waiting_at_most=4,
    body_at_most=100_000,
    look_every_seconds=0.05,
)


@dataclass(frozen=True)
class Listening:
    listener: Listener
    port: int
    clients: list[socket.socket] = field(default_factory=list)

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A client at one of the addresses of this machine; it hangs up when the server ends."""
        client = socket.create_connection(("127.0.0.1", self.port), SECONDS, (source, 0))
        self.clients.append(client)
        return client

    def http(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)

    def get(self, path: str = "/") -> bytes:
        client = self.http()
        client.request("GET", path)
        body = client.getresponse().read()
        client.close()
        return body


def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """What was sent, and the length the server tells; /large is 20 MB, /none has no body."""
    path = environ["PATH_INFO"]
    if path == "/none":
        start_response("304 Not Modified", [("ETag", '"1"')])
        return []
    body = environ["wsgi.input"].read()
    answer = b"x" * 20_000_000 if path == "/large" else b"%d bytes" % len(body)
    told = environ.get("CONTENT_LENGTH", "")
    start_response("200 OK", [("X-Told", told), ("Content-Length", str(len(answer)))])
    return [answer]


@contextmanager
def listening(
    limits: Limits = HURRIED,
    wsgi: Any = application,
    *,
    threads: int = 4,
) -> Iterator[Listening]:
    sock = listening_socket("127.0.0.1", 0)
    listener = Listener(wsgi, sock, limits, threads)
    goes_on = threading.Event()
    goes_on.set()

    def loop() -> None:
        while goes_on.is_set():
            listener.turn(0.02)
            listener.end_overdue()

    thread = threading.Thread(target=loop)
    thread.start()
    server = Listening(listener, sock.getsockname()[1])
    while listener.task_dispatcher.active_count:  # threads that are just starting
        time.sleep(0.01)
    try:
        yield server
    finally:
        for client in server.clients:
            client.close()
        goes_on.clear()
        thread.join()
        listener.task_dispatcher.shutdown()
        wasyncore.close_all(listener.sockets)


@contextmanager
def answering(database: Path) -> Iterator[Listening]:
    """The application as it is served, with as much patience as it has at home."""
    app = create_app({"DATABASE": f"sqlite:///{database}"})
    limits = Limits(body_at_most=1_000_000)
    with listening(limits, app, threads=8) as server:
        yield server
    close(app)


def ends(client: socket.socket) -> bytes:
    """What a client still gets until the server closes; fails if it does not."""
    client.settimeout(SECONDS)
    received = b""
    try:
        while more := client.recv(65_536):
            received += more
    except ConnectionError:
        pass
    return received


def is_open(client: socket.socket) -> bool:
    """Whether the server has not closed, a moment after everything that was due has happened."""
    client.settimeout(0.3)
    try:
        while client.recv(65_536):
            pass
    except TimeoutError:
        return True
    except ConnectionError:
        pass
    return False


def eventually(holds: Callable[[], bool], seconds: float = 6 * SECONDS) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.02)
    return False
