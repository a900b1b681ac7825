"""Streams of server-sent events: what goes over the line, and what a stream holds meanwhile."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.services.live import change_watch
from scorekeeper.services.live.streams import Event
from scorekeeper.store.db import db
from scorekeeper.web.live import event_routes as streams
from tests.server.listening import eventually
from tests.web.counting import queries, sheet_of


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    yield sheet_of(app, 2)
    change_watch.stop(app)


def opened(client: FlaskClient, address: str) -> tuple[TestResponse, Iterator[str]]:
    """A stream, and its messages as they come."""
    answer = client.get(f"{address}events", buffered=False)
    assert answer.status_code == 200
    return answer, (chunk.decode() for chunk in answer.iter_encoded())


def save(client: FlaskClient, address: str) -> None:
    form = {"closed": "1", "based_on": "1"}
    assert client.post(f"{address}stop", data=form).status_code == 303


def test_every_message_is_the_revision(client: FlaskClient, address: str) -> None:
    answer, messages = opened(client, address)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answer.headers
    assert next(messages) == "retry: 2000\ndata: 1\n\n"
    save(client, address)
    assert next(messages) == "data: 2\n\n"
    answer.close()


def test_a_group_has_a_stream_of_its_own(client: FlaskClient, address: str) -> None:
    group = address.removesuffix("1/")
    answer, messages = opened(client, group)
    assert next(messages) == "retry: 2000\ndata: 1\n\n"
    save(client, address)
    assert next(messages) == "data: 1\n\n"  # something new to look at, on one of its sheets
    answer.close()


def test_an_unknown_link_has_none(client: FlaskClient, address: str) -> None:
    assert client.get("/g/nobody/1/events").status_code == 404
    assert client.get("/g/nobody/events").status_code == 404
    assert client.get(address.replace("/1/", "/2/") + "events").status_code == 404


def test_somebody_writing_is_an_event_without_data(
    app: Flask, client: FlaskClient, address: str
) -> None:
    answer, messages = opened(client, address)
    next(messages)
    with app.app_context():
        hub = change_watch.current_watch().hub
        (stream,) = hub
        stream.put(Event.WRITING)
    assert next(messages) == "event: writing\ndata:\n\n"
    answer.close()


def test_a_stream_asks_once_and_holds_nothing(
    app: Flask, client: FlaskClient, address: str
) -> None:
    with queries(app) as asked:
        answer, messages = opened(client, address)
        next(messages)
        mine = [each for each in asked if "link = " in each]
        assert len(mine) == 1
    with app.app_context():
        pool = db.engine.pool
        held = pool.checkedout  # type: ignore[attr-defined]
        assert eventually(lambda: held() <= 1)  # what looks for changes of other processes
    answer.close()


def test_who_hangs_up_frees_the_stream(app: Flask, client: FlaskClient, address: str) -> None:
    answer, messages = opened(client, address)
    next(messages)
    unread = client.get(f"{address}events", buffered=False)
    with app.app_context():
        assert len(change_watch.current_watch().hub) == 2
        answer.close()
        unread.close()
        assert len(change_watch.current_watch().hub) == 0


def test_where_there_is_no_room_the_phone_is_to_ask(
    app: Flask, client: FlaskClient, address: str
) -> None:
    app.config["STREAMS_AT_MOST"] = 1
    answer, messages = opened(client, address)
    next(messages)
    assert client.get(f"{address}events").status_code == 204
    answer.close()
    again, messages = opened(client, address)
    assert next(messages)
    again.close()


def test_what_waits_gives_a_sign_of_life_until_its_time_is_up(
    client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(streams, "LIFE_SECONDS", 0.05)
    _, messages = opened(client, address)
    first, *beats = messages
    assert first.startswith("retry: ")
    assert set(beats) == {"event: heartbeat\ndata: 1\n\n"}
    assert client.get(f"{address}events").status_code == 200


def test_only_asking_for_the_head_opens_nothing(
    app: Flask, client: FlaskClient, address: str
) -> None:
    client.head(f"{address}events").close()
    with app.app_context():
        assert len(change_watch.current_watch().hub) == 0
