"""A line of the log is JSON, and nobody gets into a group by it."""

import json
import logging
import sys

import pytest
from flask import Flask

from scorekeeper.addresses.redaction import Redaction
from scorekeeper.monitoring.request_log import (
    REQUESTS,
    Formatter,
    add_request_id,
    log_answer,
)
from scorekeeper.monitoring.request_measurement import ANSWER, Answer, answer_over, observe

LINK = "aB3dE5gH7jK9mN1pQ3sT5vX7"


def test_a_traceback_keeps_no_link() -> None:
    try:
        raise ValueError(f"no page at /g/{LINK}/1/ nor /s/{LINK}/")
    except ValueError:
        error = sys.exc_info()
    args = (f"/g/{LINK}/1/",)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "failed at %s", args, error)
    Redaction().filter(record)
    line = Formatter().format(record)
    told = json.loads(line)
    assert LINK not in line
    assert told["message"] == "failed at /g/…/1/"
    assert told["exc_info"].endswith("ValueError: no page at /g/…/1/ nor /s/…/")
    assert told["level"] == "ERROR"
    assert "\n" not in line
    assert line.startswith('{"time": "20')


@pytest.mark.parametrize(
    ("asked", "logged"),
    [
        (f"/g/{LINK}/12/", "/g/…/12/"),
        (f"/s/{LINK}/board", "/s/…/board"),
        (f"/static/{LINK}", "/static/…"),
        (f"/{LINK}/12/", "…"),
        (f"/g/%20{LINK}/", "/g/…/"),
        (f"/cards/g/{LINK}/x", "…"),
        ("/Anna%20Schmidt/J%C3%B6rg", "…"),
        ("/", "/"),
    ],
)
def test_of_an_address_only_our_own_words_and_numbers_are_logged(
    app: Flask, asked: str, logged: str
) -> None:
    paths: list[str] = []

    def note(answer: Answer) -> None:
        paths.append(answer.path)

    observe(app)
    with answer_over.connected_to(note):
        app.test_client().get(asked).close()
    assert paths == [logged]


@pytest.mark.parametrize(("addresses", "logged"), [(False, None), (True, "192.0.2.7")])
def test_whose_request_it_was_is_logged_only_if_that_is_asked_for(
    caplog: pytest.LogCaptureFixture, addresses: bool, logged: str | None
) -> None:
    with caplog.at_level(logging.INFO, REQUESTS):
        answer = Answer(request_id="id", method="GET", address="192.0.2.7")
        log_answer(answer, addresses=addresses)
    (record,) = caplog.records
    assert json.loads(Formatter().format(record)).get("address") == logged


def test_what_is_logged_during_a_request_names_it(app: Flask) -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, "trouble", (), None)
    answer = Answer(request_id="0123456789abcdef", method="GET")
    with app.test_request_context("/", environ_base={ANSWER: answer}):
        assert add_request_id(record)
    assert json.loads(Formatter().format(record))["request"] == "0123456789abcdef"
