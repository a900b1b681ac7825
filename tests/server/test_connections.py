"""Who may stay connected, and what is read off a connection."""

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from waitress import wasyncore

from scorekeeper.cli.serve import listening_socket
from scorekeeper.server.connection_limits import Limits
from scorekeeper.server.listener import Listener
from tests.server.listening import (
    HURRIED,
    Listening,
    application,
    ends,
    eventually,
    is_open,
    listening,
)

PATIENT = Limits(waiting_at_most=4, body_at_most=100_000)
UNFINISHED = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabcde"


def waiting(server: Listening, count: int, sent: bytes = b"") -> list[socket.socket]:
    """Clients that keep the server waiting, the oldest first."""
    clients = []
    for number in range(count):
        clients.append(server.connect())
        clients[-1].sendall(sent)
        assert eventually(lambda wanted=number: len(server.listener.connections) > wanted)  # type: ignore[misc]
    return clients


@pytest.mark.parametrize("sent", [b"", UNFINISHED, b"GET /"])
def test_the_oldest_of_an_address_makes_room_for_its_newest(sent: bytes) -> None:
    with listening(PATIENT) as server:
        clients = waiting(server, 4, sent)
        newest = server.connect()
        newest.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert newest.recv(100).startswith(b"HTTP/1.1 200 ")
        assert [is_open(each) for each in clients] == [False, True, True, True]


def test_one_address_takes_no_room_from_another() -> None:
    with listening(PATIENT) as server:
        mine = waiting(server, 4)
        for _ in range(8):
            server.connect("127.0.0.2")
        assert eventually(lambda: len(server.listener.connections) == 8)
        assert all(is_open(each) for each in mine)


def test_behind_a_proxy_its_connections_stay() -> None:
    with listening(replace(PATIENT, behind_proxy=True)) as server:
        clients = waiting(server, 12)
        assert all(is_open(each) for each in clients[:3])


def test_an_answer_that_goes_on_is_never_in_the_way() -> None:
    goes_on = threading.Event()

    def stream(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        yield b"data: 1\n\n"
        goes_on.wait(10)
        yield b"data: 2\n\n"

    with listening(HURRIED, stream) as server:
        phone = server.connect()
        phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in phone.recv(1000)
        others = [server.connect() for _ in range(12)]
        for each in others[:8]:
            ends(each)
        assert is_open(phone)
        goes_on.set()
        assert b"data: 2" in ends(phone)


def test_a_thread_still_at_work_after_the_end_finds_what_wakes_the_loop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked, goes_on = threading.Event(), threading.Event()

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        asked.set()
        goes_on.wait(10)
        start_response("200 OK", [("Content-Length", "0")])
        return []

    with listening(PATIENT, slow) as server:
        client = server.connect()
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert asked.wait(10)
        server.listener.close()
        assert ends(client) == b""
        assert server.listener.is_at_work
        server.listener.pull_trigger()  # as a thread does that saw its client a moment ago
        goes_on.set()
        assert eventually(lambda: not server.listener.is_at_work)
    assert all(each.levelno < logging.ERROR for each in caplog.records)


def test_room_for_all_is_bounded_too() -> None:
    with listening(replace(PATIENT, behind_proxy=True)) as server:
        server.listener.connections_at_most = 6
        clients = waiting(server, 5)
        clients += [server.connect() for _ in range(5)]
        assert server.get() == b"0 bytes"
        assert not is_open(clients[0])
        assert eventually(lambda: len(server.listener.connections) <= 6)


def test_a_connection_stays_open_after_an_answer_without_a_body() -> None:
    with listening() as server:
        client = server.http()
        for _ in range(3):
            client.request("GET", "/none")
            answer = client.getresponse()
            assert answer.status == 304
            answer.read()
            assert answer.headers["Connection"] is None
        assert len(server.listener.connections) == 1
        client.close()


def test_a_client_that_asks_to_close_is_closed() -> None:
    with listening() as server:
        client = server.connect()
        client.sendall(b"GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b"Connection: close" in ends(client)


def test_silent_connections_are_probed() -> None:
    with listening(PATIENT) as server:
        waiting(server, 1)
        (connection,) = server.listener.connections
        assert connection.socket is not None
        assert connection.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert connection.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 60


def test_urgent_data_do_not_keep_the_server_awake() -> None:
    with listening(PATIENT) as server:
        (client,) = waiting(server, 1)
        client.send(b"!", socket.MSG_OOB)
        assert not is_open(client)
        assert server.get() == b"0 bytes"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\n", b"200"),
        (b"POST / HTTP/1.1\r\nContent-Length: 0\r\n", b"200"),
        (b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n", b"400"),
    ],
)
def test_what_needs_no_continuing_is_answered_at_once(head: bytes, status: bytes) -> None:
    with listening(PATIENT) as server:
        client = server.connect()
        client.sendall(head + b"Host: localhost\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 " + status)


def chunked(pieces: int, size: int) -> Iterator[bytes]:
    yield b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    for _ in range(pieces):
        yield b"%x\r\n%b\r\n" % (size, b"x" * size)
    yield b"0\r\n\r\n"


def test_a_body_in_chunks_comes_whole() -> None:
    with listening(PATIENT) as server:
        client = server.connect()
        client.sendall(b"".join(chunked(9, 10_000)))
        assert b"X-Told: 90000" in client.recv(1000)


def test_chunks_count_as_they_arrive() -> None:
    with listening(PATIENT) as server:
        client = server.connect()
        for piece in chunked(100, 100_000):
            client.sendall(piece)
        received = ends(client)
    told = int(received.partition(b"X-Told: ")[2].partition(b"\r\n")[0])
    assert 100_000 <= told < 1_000_000  # refused by its length, long before the rest had come
    assert b"Connection: close" in received


@pytest.mark.parametrize("expect", [b"", b"Expect: 100-continue\r\n"])
def test_a_length_beyond_all_is_answered_before_the_body(expect: bytes) -> None:
    with listening(PATIENT) as server:
        client = server.connect()
        head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n"
        client.sendall(head + expect + b"\r\n")
        assert b"X-Told: 50000000" in client.recv(1000)
        for _ in range(50):  # the rest may still come, so that the answer is not lost on the way
            client.sendall(b"x" * 100_000)
        assert ends(client) in (b"", b"0 bytes")  # the rest of the answer, and no other one


@pytest.mark.parametrize(
    "line", [b"a" * 200_000, b"1;" + b"e" * 200_000, b"0\r\nX: " + b"t" * 9000]
)
def test_a_line_around_chunks_ends_somewhere(line: bytes) -> None:
    with listening(PATIENT) as server:
        client = server.connect()
        client.sendall(next(chunked(1, 1)) + line)
        assert ends(client).startswith((b"HTTP/1.1 400 ", b""))
        assert server.get() == b"0 bytes"


def test_who_has_called_when_it_stops_is_answered_and_whoever_calls_then_is_refused() -> None:
    sock = socket.create_server(("127.0.0.1", 0))
    listener = Listener(application, sock, PATIENT, 1)
    port = sock.getsockname()[1]
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as early:
            early.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            listener.stop_accepting()
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port), 5)
            answered = threading.Thread(target=lambda: turn_until_idle(listener))
            answered.start()
            assert early.recv(100).startswith(b"HTTP/1.1 200 ")
            answered.join()
    finally:
        listener.close()
        listener.task_dispatcher.shutdown()
        wasyncore.close_all(listener.sockets)


def turn_until_idle(listener: Listener) -> None:
    for _ in range(50):
        listener.turn(0.02)


def test_one_that_came_before_the_server_was_ready_is_probed_too() -> None:
    with closing(listening_socket("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        with socket.create_connection(address), closing(listener.accept()[0]) as connection:
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
