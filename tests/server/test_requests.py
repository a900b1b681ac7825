"""Where a request ends: nothing that a proxy might see elsewhere is read as another one."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.server.connection_limits import Limits
from tests.server.listening import Listening, ends, listening

PATIENT = Limits(body_at_most=100_000, waiting_at_most=200)
NEXT = b"GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
LAST_CHUNK = b"0\r\n\r\n"
ONE_CHUNK = b"3\r\nabc\r\n"
CHUNKED = "Transfer-Encoding: chunked"
KEPT = "Connection: keep-alive"


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Which page was asked for, of which host, with what."""
    told = (environ["PATH_INFO"], environ.get("HTTP_HOST"), environ["wsgi.input"].read())
    answer = b"|".join(each if isinstance(each, bytes) else str(each).encode() for each in told)
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


@pytest.fixture(scope="module")
def server() -> Iterator[Listening]:
    with listening(PATIENT, echo) as started:
        yield started


def head(*lines: str, start: str = "POST /first HTTP/1.1", host: str = "Host: localhost") -> bytes:
    return "\r\n".join((start, host, *lines, "", "")).encode("latin-1")


def answers(server: Listening, sent: bytes) -> list[int]:
    """The statuses of all answers until the server ends the connection."""
    client = server.connect()
    client.sendall(sent)
    return [int(each) for each in re.findall(rb"HTTP/1\.[01] (\d{3}) ", ends(client))]


@pytest.mark.parametrize("length", ["5", "0", "99999"])
def test_a_length_beside_chunks_ends_the_connection_after_the_answer(
    server: Listening, length: str
) -> None:
    client = server.connect()
    client.sendall(head(f"Content-Length: {length}", CHUNKED) + ONE_CHUNK + LAST_CHUNK + NEXT)
    received = ends(client)
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"\r\nConnection: close\r\n" in received
    assert received.endswith(b"/first|localhost|abc")
    assert received.count(b"HTTP/1.") == 1


@pytest.mark.parametrize("length", ["abc", "5, 6", "-1", "+5", ""])
def test_a_length_that_is_none_is_refused_beside_chunks_too(server: Listening, length: str) -> None:
    assert answers(server, head(f"Content-Length: {length}", CHUNKED) + LAST_CHUNK + NEXT) == [400]


@pytest.mark.parametrize("version", ["1.0", "0.9", "1.2", "2.0"])
@pytest.mark.parametrize("length", [(), ("Content-Length: 5",)])
@pytest.mark.parametrize("coding", [CHUNKED, "Transfer-Encoding: identity", "Transfer-Encoding:"])
def test_chunks_of_any_version_but_1_1_are_refused_and_their_body_is_no_request(
    server: Listening, version: str, length: tuple[str, ...], coding: str
) -> None:
    start = f"POST /first HTTP/{version}"
    assert answers(server, head(coding, KEPT, *length, start=start) + NEXT) == [400]
    assert answers(server, head(coding, KEPT, *length, start=start) + LAST_CHUNK + NEXT) == [400]


@pytest.mark.parametrize("start", ["GET /", "GET / HTTP/1.2", "GET / HTTP/2.0", "PRI * HTTP/2.0"])
def test_another_version_of_http_is_refused(server: Listening, start: str) -> None:
    assert answers(server, head(KEPT, start=start) + NEXT) == [400]


@pytest.mark.parametrize(
    ("codings", "status"),
    [
        (("",), 400),
        ((",",), 400),
        ((",chunked",), 400),
        (("chunked,",), 400),
        (("chunked, chunked",), 400),
        (("chunked", "chunked"), 400),
        (("chunked, identity",), 400),
        (("chunked", "identity"), 400),
        (("identity",), 400),
        (("xchunked",), 400),
        (("chunked;q=1",), 400),
        (('"chunked"',), 400),
        (("\x0bchunked",), 400),
        (("\x85chunked",), 400),
        (("\r\n chunked",), 400),
        (("gzip, chunked",), 501),
    ],
)
def test_a_coding_that_leaves_the_end_in_doubt_is_refused(
    server: Listening, codings: tuple[str, ...], status: int
) -> None:
    told = [f"Transfer-Encoding: {coding}" for coding in codings]
    for length in ((), ("Content-Length: 3",)):
        assert answers(server, head(*told, *length) + b"abc" + NEXT) == [status]


@pytest.mark.parametrize("coding", ["Chunked", "  chunked\t"])
def test_case_and_blanks_around_a_coding_mean_nothing(server: Listening, coding: str) -> None:
    sent = head(f"transfer-encoding:{coding}") + ONE_CHUNK + LAST_CHUNK
    assert answers(server, sent + NEXT) == [200, 200]


@pytest.mark.parametrize(
    "lines",
    [
        ("Content-Length: 3", "Content-Length: 4"),
        ("Content-Length: 3", "Content-Length: 3"),
        ("Content-Length: 3, 3",),
        ("Content-Length: 0x3",),
        ("Content-Length:",),
        ("Content-Length: " + "9" * 5000,),
        ("Content-Length: " + "0" * 5000 + "3",),
        ("Content-Length : 3",),
        ("X: a\r\n Content-Length: 3",),
        ("X: a\nContent-Length: 3",),
        ("X: a\rContent-Length: 3",),
        ("X: a\0b",),
        (" X: a",),
        ("X",),
    ],
)
def test_a_head_that_can_be_read_in_two_ways_is_refused(
    server: Listening, lines: tuple[str, ...]
) -> None:
    assert answers(server, head(*lines) + b"abc" + NEXT) == [400]


@pytest.mark.parametrize(
    "chunk",
    [
        b"3\nabc\r\n",
        b"3\n\r\nabc\r\n",
        b"3;a\n\r\nabc\r\n",
        b"3;a\0\r\nabc\r\n",
        b"\r\n3\r\nabc\r\n",
        b"3\r\nabc\r\n\r\n",
        b"3\r\nabcd\r\n",
        b"3\r\nabc",
        b"3\r\nabc\n",
        b"-3\r\nabc\r\n",
        b"0x3\r\nabc\r\n",
        b"0_3\r\nabc\r\n",
        b" 3\r\nabc\r\n",
        b"3 \r\nabc\r\n",
        b"f" * 16 + b"\r\nabc\r\n",
        b"0" * 5000 + b"3\r\nabc\r\n",
        b"3;" + b"x" * 5000 + b"\r\nabc\r\n",
        b"0\r\nGET /next HTTP/1.1\nHost: localhost\r\n\r\n",
        b"0\r\nX: a\n\r\n",
        b"0\r\n" + b"X: abc\r\n" * 1000,
    ],
)
def test_a_chunk_that_is_none_is_refused_and_what_follows_is_no_request(
    server: Listening, chunk: bytes
) -> None:
    assert answers(server, head(CHUNKED) + chunk + LAST_CHUNK + NEXT) == [400]


def test_chunks_come_in_pieces_of_any_size_with_extensions_and_trailers(server: Listening) -> None:
    body = b'3;a=b;c="d e"\r\nabc\r\n00C\r\n\r\n0\r\n\r\nGET /\r\n0;z\r\nX-Sum: 7\r\n\r\n'
    sent = head(CHUNKED) + body + NEXT
    for size in (1, 2, 3, 7, len(sent)):
        client = server.connect()
        for begin in range(0, len(sent), size):
            client.sendall(sent[begin : begin + size])
        received = ends(client)
        assert b"/first|localhost|abc\r\n0\r\n\r\nGET /" in received
        assert received.endswith(b"/next|localhost|")


@pytest.mark.parametrize(
    "line",
    [
        "X:" + " " * 30_000 + "a",
        "X:" + "\t " * 15_000 + "\0",
        "X: a" + " " * 30_000 + "\0",
    ],
)
def test_no_line_of_a_head_keeps_the_server_busy(server: Listening, line: str) -> None:
    assert answers(server, head(line) + NEXT) == [400]  # within the ten seconds of a client


def test_no_target_keeps_the_server_busy(server: Listening) -> None:
    assert answers(server, head(start="GET http://" + "1" * 30_000 + " X") + NEXT) == [400]


@pytest.mark.parametrize(
    "target",
    ["http://[/", "http://[zz]/", "next", "*", "localhost:1", "/a\tb", "/a\0b", "/ä", "ftp://a/"],
)
def test_a_target_that_is_none_is_refused(
    server: Listening, target: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert answers(server, head(start=f"GET {target} HTTP/1.1") + NEXT) == [400]
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


def test_the_host_of_a_whole_address_counts_and_not_the_header_beside_it(server: Listening) -> None:
    client = server.connect()
    client.sendall(head("Connection: close", start="GET http://elsewhere.example:8/a HTTP/1.1"))
    assert ends(client).endswith(b"/a|elsewhere.example:8|")


def test_a_request_that_names_no_host_is_refused(server: Listening) -> None:
    assert answers(server, head(start="GET / HTTP/1.1", host="X: y") + NEXT) == [400]
    assert answers(server, head(start="GET / HTTP/1.0", host="X: y")) == [200]


def test_a_client_that_asks_to_close_among_other_things_is_closed(server: Listening) -> None:
    assert answers(server, head("Connection: TE, Close", start="GET / HTTP/1.1") + NEXT) == [200]


def test_a_refusal_is_read_though_its_sender_goes_on(server: Listening) -> None:
    client = server.connect()
    client.sendall(head("Content-Length: 5", "Content-Length: 6"))
    for _ in range(50):
        client.sendall(b"x" * 100_000)
    assert ends(client).startswith(b"HTTP/1.1 400 ")
