"""Connections to the database that are lost, and what a phone notices of it: nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper.store.db import db
from tests.web.table import PLAIN, entry_form, open_sheet, play, totals

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

TERMINATE = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'scorekeeper'
"""


def lose_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(TERMINATE)


@contextmanager
def lost_before(app: Flask, words: str, lose: Callable[[], None], times: int = 1) -> Iterator[None]:
    """The connections are lost right before a statement with these words, so many times."""
    left = [None] * times

    def before(_: Any, __: Any, statement: str, *___: Any) -> None:
        if words in statement and left:
            left.pop()
            lose()

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", before)
    yield
    assert not left
    with app.app_context():
        event.remove(db.engine, "before_cursor_execute", before)


def test_a_page_comes_after_all_connections_were_lost(
    client: FlaskClient, database_url: str
) -> None:
    sheet = open_sheet(client)
    lose_connections(database_url)
    assert client.get(sheet).status_code == 200


@pytest.mark.parametrize(
    "words", ["FROM sheets", "UPDATE sheets", "INSERT INTO entries", "pg_notify"]
)
def test_a_round_is_saved_once_whichever_statement_finds_the_connection_lost(
    app: Flask, client: FlaskClient, database_url: str, words: str
) -> None:
    sheet = open_sheet(client)
    with lost_before(app, words, lambda: lose_connections(database_url)):
        play(client, sheet)
    assert totals(client, sheet) == [102, 60]


def test_where_it_is_lost_again_and_again_the_form_is_kept(
    app: Flask, client: FlaskClient, database_url: str
) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet) | PLAIN
    with lost_before(app, "UPDATE sheets", lambda: lose_connections(database_url), times=3):
        answer = client.post(f"{sheet}rounds/new/deal", data=form)
    assert answer.status_code == 503
    assert form["key"] in answer.text


def test_a_page_that_is_ready_is_sent_although_the_connection_is_lost_behind_it(
    app: Flask, client: FlaskClient, database_url: str
) -> None:
    sheet = open_sheet(client)

    def lose(response: Response) -> Response:
        lose_connections(database_url)
        return response

    app.after_request_funcs.setdefault(None, []).append(lose)
    for address in (sheet, f"{sheet}board", sheet):
        assert client.get(address).status_code == 200
    assert client.post(f"{sheet}rounds/new/deal", data={}).status_code in (409, 422)
