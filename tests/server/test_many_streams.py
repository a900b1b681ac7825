"""Streams of the real application: more than there is room for, and clients that leave at once."""

import logging
import random
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.server.connection_limits import Limits
from scorekeeper.services.live import change_watch
from scorekeeper.settings import THREADS, Settings
from tests.server.listening import Listening, eventually, listening
from tests.web.counting import sheet_of
from tests.web.table import play

LIMITS = Limits(body_at_most=100_000, waiting_at_most=1_000)
TOO_MANY = 60
RESET = struct.pack("ii", 1, 0)  # close with a reset instead of an end


@pytest.fixture
def sheet(app: Flask) -> Iterator[str]:
    yield sheet_of(app, 2)
    change_watch.stop(app)


@pytest.fixture
def server(app: Flask) -> Iterator[Listening]:
    app.config["STREAMS_AT_MOST"] = Settings().streams_at_most
    with listening(LIMITS, app, threads=THREADS) as started:
        yield started


def asking(server: Listening, sheet: str) -> socket.socket:
    """A client that has asked for the stream of a sheet."""
    client = server.connect()
    client.sendall(f"GET {sheet}events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return client


def status(client: socket.socket) -> int:
    return int(client.recv(64).split()[1])


def streams_open(app: Flask) -> int:
    watch: change_watch.ChangeWatch = app.extensions[change_watch.EXTENSION]
    return len(watch.hub)


def assert_nothing_is_left(app: Flask, server: Listening) -> None:
    assert eventually(lambda: streams_open(app) == 0)
    assert eventually(lambda: not server.listener.is_at_work)


def test_pages_are_answered_while_there_are_more_streams_than_room(
    app: Flask, server: Listening, sheet: str
) -> None:
    clients = [asking(server, sheet) for _ in range(TOO_MANY)]
    room = Settings().streams_at_most
    assert Counter(map(status, clients)) == {200: room, 204: TOO_MANY - room}
    assert streams_open(app) == room
    assert b"Klaverjassen" in server.get(sheet)
    for each in clients:
        each.close()
    assert_nothing_is_left(app, server)
    assert status(asking(server, sheet)) == 200


def leave_at_any_moment(server: Listening, sheet: str, chance: random.Random) -> None:
    """Ask for a stream, and hang up before, while or after anything of it has come."""
    client = server.connect()
    request = f"GET {sheet}events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    client.settimeout(chance.choice([0.001, 0.01, 0.1]))
    client.sendall(request[: chance.choice([20, len(request), len(request), len(request)])])
    try:
        for _ in range(chance.randrange(4)):
            client.recv(chance.choice([1, 64, 4_096]))
    except TimeoutError:
        pass
    if chance.random() < 0.3:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    client.close()


def hang_up_often(
    app: Flask, server: Listening, client: FlaskClient, sheet: str, times: int
) -> None:
    """So many streams, some of them at the same time, while somebody saves."""

    def phone(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(times // 8):
            leave_at_any_moment(server, sheet, chance)

    phones = [threading.Thread(target=phone, args=(seed,)) for seed in range(8)]
    for each in phones:
        each.start()
    while any(each.is_alive() for each in phones):
        play(client, sheet)
    for each in phones:
        each.join()
    assert_nothing_is_left(app, server)


def test_phones_may_hang_up_at_any_moment(
    app: Flask,
    server: Listening,
    client: FlaskClient,
    sheet: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    hang_up_often(app, server, client, sheet, 160)
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.soak(short="test_phones_may_hang_up_at_any_moment")
def test_phones_may_hang_up_thousands_of_times(
    app: Flask,
    server: Listening,
    client: FlaskClient,
    sheet: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    hang_up_often(app, server, client, sheet, 4_000)
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
