"""A network that is cut in any phase of a save: sent again, the deal is there once."""

import random
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.cli.phones import Phone, deal, phone
from tests.server.listening import Listening, answering
from tests.server.test_many_streams import RESET
from tests.web.table import Form

PARTS = 12  # of a request, after each of which it is cut


@pytest.fixture
def server(database: Path) -> Iterator[Listening]:
    with answering(database) as started:
        yield started


@pytest.fixture
def mine(server: Listening) -> Iterator[Phone]:
    with phone(server.port) as calling:
        yield calling


def request(sheet: str, form: Form) -> bytes:
    """The bytes by which a phone saves a deal."""
    body = urlencode(form | {"do": "save"}).encode()
    head = (
        f"POST {sheet}rounds/new/deal HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def cut(server: Listening, sent: bytes, read: int, *, reset: bool) -> None:
    """Send so much of a request, read so many bytes of the answer, and be gone."""
    client = server.connect()
    client.sendall(sent)
    if read:
        client.recv(read)
    if reset:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    client.close()


def cut_and_saved_again(server: Listening, mine: Phone, seed: int) -> None:
    """Cut a save everywhere, with the same form again each time and for the last time whole."""
    chance, sheet = random.Random(seed), mine.opened()
    for number in range(PARTS + 2):
        form = mine.form(sheet, deal(number))
        whole = request(sheet, form)
        sent = whole[: len(whole) * number // PARTS]
        read = chance.choice([0, 1, 100]) if sent == whole else 0
        cut(server, sent, read, reset=chance.random() < 0.5)
        assert mine.save(sheet, form).status == 303
        assert mine.deals(sheet) == [deal(each) for each in range(number + 1)]


def test_a_save_that_is_cut_and_sent_again_counts_once(server: Listening, mine: Phone) -> None:
    cut_and_saved_again(server, mine, seed=1)


@pytest.mark.soak(short="test_a_save_that_is_cut_and_sent_again_counts_once")
def test_so_it_does_many_times(server: Listening, mine: Phone) -> None:
    for seed in range(2, 40):
        cut_and_saved_again(server, mine, seed)
