"""Answers that last: their client may leave at any moment, and nothing else may come from it."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.server import listener
from scorekeeper.server.connection_limits import Limits
from scorekeeper.server.request import ON_DISCONNECT
from tests.server.listening import SECONDS, ends, eventually, is_open, listening

PATIENT = Limits(body_at_most=100_000, waiting_at_most=2)
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


LARGE = b"x" * 20_000_000  # more than the network holds, and than the server keeps in memory


class LongAnswer:
    """Says one thing, and goes on until its client has left or it is over; may *fail* then."""

    def __init__(self, said: bytes = b"data: 1\n\n", *, fails: bool = False) -> None:
        self._said, self._fails = said, fails
        self.begun = threading.Semaphore(0)
        self.over = threading.Event()
        self.left = threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        def leave() -> None:
            self.left.set()
            self.over.set()

        environ[ON_DISCONNECT](leave)
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        yield self._said
        self.begun.release()
        self.over.wait(SECONDS)
        if self._fails:
            raise ValueError


def test_a_client_that_leaves_is_noticed_without_anything_being_sent() -> None:
    answer = LongAnswer()
    with listening(PATIENT, answer) as server:
        for _ in range(3):  # the next ones have the file descriptor of the first
            answer.over.clear()
            answer.left.clear()
            client = server.connect()
            client.sendall(REQUEST)
            assert answer.begun.acquire(timeout=SECONDS)
            client.close()
            assert answer.left.wait(SECONDS)
            assert eventually(lambda: not server.listener.is_at_work)


def test_nothing_may_be_sent_before_the_answer_is_over() -> None:
    answer = LongAnswer()
    with listening(PATIENT, answer) as server:
        client = server.connect()
        client.sendall(REQUEST)
        assert answer.begun.acquire(timeout=SECONDS)
        client.sendall(REQUEST)
        ends(client)
        assert answer.left.wait(SECONDS)


def test_a_long_answer_takes_no_room_and_does_not_have_to_make_any() -> None:
    answer = LongAnswer()
    with listening(PATIENT, answer) as server:
        long = server.connect()
        long.sendall(REQUEST)
        assert answer.begun.acquire(timeout=SECONDS)
        for _ in range(5):
            server.connect()
        assert is_open(long)
        answer.over.set()
        assert eventually(lambda: any(each.waits for each in server.listener.connections))
        assert not answer.left.is_set()


def test_after_its_end_the_connection_takes_the_next_request() -> None:
    answer = LongAnswer()
    answer.over.set()
    with listening(PATIENT, answer) as server:
        client = server.http()
        for _ in range(3):
            client.request("GET", "/")
            assert client.getresponse().read() == b"data: 1\n\n"
        client.close()
        assert not answer.left.is_set()


def test_the_loop_looks_at_all_that_last_as_at_one() -> None:
    answer = LongAnswer()
    with listening(PATIENT, answer) as server:
        idle = len(server.listener.sockets)
        for _ in range(3):
            server.connect().sendall(REQUEST)
            assert answer.begun.acquire(timeout=SECONDS)
        assert eventually(lambda: len(server.listener.sockets) == idle)
        assert len(server.listener.connections) == 3
        answer.over.set()
        assert eventually(lambda: server.listener.connections == [])
        assert not answer.left.is_set()


def test_a_system_without_epoll_looks_at_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HAS_EPOLL", False)
    answer = LongAnswer()
    with listening(PATIENT, answer) as server:
        client = server.connect()
        client.sendall(REQUEST)
        assert answer.begun.acquire(timeout=SECONDS)
        (connection,) = server.listener.connections
        assert connection in server.listener.sockets.values()
        client.close()
        assert answer.left.wait(SECONDS)


def test_one_that_the_network_holds_up_comes_whole_and_goes_on() -> None:
    answer = LongAnswer(LARGE)
    with listening(PATIENT, answer) as server:
        client = server.connect()
        client.sendall(REQUEST)
        received = 0
        while received < len(LARGE):
            received += len(client.recv(1_000_000))
        assert answer.begun.acquire(timeout=SECONDS)
        assert is_open(client)
        client.close()
        assert answer.left.wait(SECONDS)


def test_one_that_fails_is_closed() -> None:
    answer = LongAnswer(fails=True)
    with listening(PATIENT, answer) as server:
        client = server.connect()
        client.sendall(REQUEST)
        assert answer.begun.acquire(timeout=SECONDS)
        answer.over.set()
        assert ends(client).endswith(b"data: 1\n\n\r\n")
        assert eventually(lambda: not server.listener.is_at_work)
