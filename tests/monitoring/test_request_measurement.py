"""Every answer is measured once, whatever becomes of it."""

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client, EnvironBuilder

from scorekeeper.monitoring.request_measurement import (
    Answer,
    answer_begun,
    answer_over,
    observe,
    observed,
)
from tests.web.counting import sheet_of


class Noting:
    """The answers of which it was told."""

    def __init__(self) -> None:
        self.begun: list[Answer] = []
        self.ended: list[Answer] = []


@pytest.fixture
def noting() -> Iterator[Noting]:
    told = Noting()
    with (
        answer_begun.connected_to(told.begun.append),
        answer_over.connected_to(told.ended.append),
    ):
        yield told


def broken(_: dict[str, Any], __: Any) -> Iterable[bytes]:
    raise ZeroDivisionError


def half_a_stream(_: dict[str, Any], start_response: Any) -> Iterator[bytes]:
    start_response("200 OK", [("content-type", "text/event-stream; charset=utf-8")])

    def chunks() -> Iterator[bytes]:
        yield b"data: 1\n\n"
        yield b"data: 2\n\n"

    return chunks()


def test_it_knows_the_pattern_and_not_only_the_path(app: Flask, noting: Noting) -> None:
    address = sheet_of(app, 1)
    observe(app)
    client = app.test_client()
    page = client.get(address, buffered=True)
    client.get("/nowhere/at/all", buffered=True)
    client.open("/", method="PROPFIND", buffered=True)
    found, nowhere, odd = noting.ended
    assert noting.begun == noting.ended
    assert (found.route, found.path) == ("/g/<link>/<int:number>/", "/g/…/1/")
    assert (found.method, found.status, found.size) == ("GET", 200, len(page.data))
    assert found.seconds > 0
    assert (nowhere.route, nowhere.path, nowhere.status) == ("none", "…", 404)
    assert (odd.method, odd.status) == ("other", 405)
    assert len({each.request_id for each in noting.ended}) == 3


def test_an_application_that_fails_has_answered_too(noting: Noting) -> None:
    with pytest.raises(ZeroDivisionError):
        Client(observed(broken)).get("/")
    assert [each.status for each in noting.ended] == [500]


def test_a_stream_is_over_when_its_client_has_left(noting: Noting) -> None:
    body: Any = observed(half_a_stream)(
        EnvironBuilder(input_stream=io.BytesIO()).get_environ(), lambda *_: None
    )
    assert next(iter(body)) == b"data: 1\n\n"
    assert [each.is_stream for each in noting.begun] == [True]
    assert noting.ended == []
    body.close()
    body.close()
    assert [each.size for each in noting.ended] == [len(b"data: 1\n\n")]
