"""How long the server waits: for a request, for its answer to be taken, for the next request."""

import socket
import time
from dataclasses import replace

import pytest

from tests.server.listening import HURRIED, SECONDS, ends, eventually, listening

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"


def drip(client: socket.socket, piece: bytes, pause: float, times: int) -> float:
    """Send a piece again and again until the server closes; returns how long it has let us."""
    began = time.monotonic()
    try:
        for _ in range(times):
            client.sendall(piece)
            time.sleep(pause)
    except ConnectionError:
        pass
    return time.monotonic() - began


@pytest.mark.parametrize(
    "start", [b"GET / HT", HEAD + b"abcde", HEAD.replace(b"\r\n\r\n", b"\r\n")]
)
def test_an_unfinished_request_is_closed_and_told_so(start: bytes) -> None:
    with listening() as server:
        client = server.connect()
        client.sendall(start)
        assert ends(client).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("piece", [b"a", b"X-More: 1\r\n", b"\r\n", b"\r\n\r\n"])
def test_a_request_that_only_drips_ends_at_its_deadline(piece: bytes) -> None:
    with listening() as server:
        client = server.connect()
        client.sendall(b"" if piece.isspace() else b"GET / HTTP/1.1\r\n")
        assert drip(client, piece, 0.1, 100) < SECONDS / 2
        ends(client)


def test_a_large_request_has_as_long_as_its_bytes_come_in() -> None:
    with listening(replace(HURRIED, request_seconds=1, bytes_for_a_second=500)) as server:
        client = server.connect()
        client.sendall(HEAD)
        took = drip(client, b"x" * 500, 0.25, 10)  # four times as fast as it must come
        assert took > 2
        assert client.recv(1000).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_an_idle_connection_is_closed_without_a_word(first: bytes) -> None:
    with listening() as server:
        client = server.connect()
        client.sendall(first)
        received = ends(client)
    assert received.count(b"HTTP/1.1") == (1 if first else 0)
    assert b"408" not in received


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    with listening() as server:
        client = server.connect()
        client.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(1) == b"H"
        assert eventually(lambda: not server.listener.connections)
        assert len(ends(client)) < 20_000_000


def test_an_answer_that_is_taken_slowly_comes_whole() -> None:
    with listening(replace(HURRIED, bytes_for_a_second=16 * 1024)) as server:
        client = server.connect()
        client.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        began, received = time.monotonic(), 0
        while received < 20_000_000:
            received += len(client.recv(1_000_000))
            time.sleep(0.04)
        assert time.monotonic() - began > 0.6
