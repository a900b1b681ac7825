"""Rows that cannot have been written here close their own sheet, in words, and no other."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.hosting.groups import replays
from scorekeeper.services.sheet import state_cache
from scorekeeper.store.errors import DamagedDatabaseError, StoreUnavailableError, reading
from tests.web.element import page_of
from tests.web.table import entry_form, form_at, open_sheet, play

ONE = "WHERE sheet_id = 1 AND type"
DAMAGE = (
    f"UPDATE entries SET data = '{{' {ONE} = 'seating'",
    f"UPDATE entries SET data = '{{\"players\": [1]}}' {ONE} = 'seating'",
    f"UPDATE entries SET data = '{{\"players\": [1, 2, 3, 77], \"first_dealer\": 0}}' {ONE} = 'seating'",  # noqa: E501
    f"UPDATE entries SET data = '{{\"players\": [1, 2, 3, 4], \"first_dealer\": 9}}' {ONE} = 'seating'",  # noqa: E501
    f"UPDATE entries SET data = '{{\"players\": [1, 2], \"first_dealer\": 0}}' {ONE} = 'seating'",
    f"UPDATE entries SET data = CAST(x'22ff22' AS TEXT) {ONE} = 'round'",
    *(f"UPDATE entries SET data = '{data}' {ONE} = 'round'" for data in ("[1]", '"abc"', "7")),
    f"UPDATE entries SET data = '{{\"title\": 7}}' {ONE} = 'about'",
    f'UPDATE entries SET data = \'{{"house": {{"deals": "never"}}}}\' {ONE} = \'house\'',
    f"UPDATE entries SET data = '{'[' * 100_000}' {ONE} = 'round'",
    f"UPDATE entries SET type = 'rouund' {ONE} = 'round'",
    f"UPDATE entries SET type = 'closed' {ONE} = 'round'",
    f"UPDATE entries SET after = 5 {ONE} = 'round'",
    f"UPDATE entries SET edition = x'00' {ONE} = 'round'",
    f"UPDATE entries SET written_at = 'yesterday' {ONE} = 'round'",
    f"DELETE FROM entries {ONE} = 'seating'",
    f"DELETE FROM entries {ONE} = 'about'",
    "DELETE FROM entries WHERE sheet_id = 1",
    "UPDATE sheets SET game = 'skat' WHERE id = 1",
)


def two_sheets(client: FlaskClient) -> tuple[str, str]:
    """Two sheets of one group, each with a round."""
    first = open_sheet(client)
    second = open_sheet(client, f"{first.removesuffix('1/')}new/klaverjassen")
    for sheet in (first, second):
        play(client, sheet)
    return first, second


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize("statement", DAMAGE)
def test_a_damaged_sheet_says_so_and_the_others_stay_open(
    app: Flask,
    client: FlaskClient,
    database: Path,
    statement: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    first, second = two_sheets(client)
    form = entry_form(client, first) | {"maker": "1", "trump": "hearts", "points_0": "100"}
    change(database, statement)
    state_cache.install(app)  # as after a start
    for page in ("", "board", "history", "seats", "rounds/1", "sheet.json", "sheet.csv"):
        opened = client.get(f"{first}{page}")
        assert opened.status_code == 503, page
        assert "Something in the database cannot be read" in opened.text, page
    saved = client.post(f"{first}rounds/new/deal", data=form)
    assert saved.status_code == 503
    assert "Something in the database cannot be read" in saved.text
    assert "Not saved yet" in saved.text
    assert form["key"] in saved.text
    assert client.get(second).status_code == 200
    group = client.get(first.removesuffix("1/"))
    assert group.status_code == 200
    assert [str(link["href"]) for link in page_of(group.text).select("a:has(.score)")] == [second]
    assert "1 sheet cannot be read" in group.text
    assert client.get(f"{first.removesuffix('1/')}group.json").status_code == 503
    with app.app_context():
        assert [replay.rounds for replay in replays()] == [1]
    assert all(record.exc_info is None for record in caplog.records)
    assert all("damaged" in record.getMessage() for record in caplog.records)
    assert not any(first.split("/")[2] in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE sheets SET revision = 'x' WHERE id = 1",
        "UPDATE sheets SET created_at = 'x'",
        "UPDATE players SET name = x'ff'",
        "UPDATE groups SET revision = 'x'",
        "DROP TABLE players",
    ],
)
def test_a_damaged_group_says_so(
    app: Flask, client: FlaskClient, database: Path, statement: str
) -> None:
    first, _ = two_sheets(client)
    change(database, statement)
    state_cache.install(app)
    assert client.get(first).status_code == 503
    assert client.get(first.removesuffix("1/")).status_code == 503


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET author = x'ff'",
        "UPDATE entries SET edition = 'x'",
        "UPDATE sheets SET copied_as = x'00'",
        "UPDATE groups SET file_id = x'ff'",
        "UPDATE group_entries SET author = x'ff'",
    ],
)
def test_a_file_with_everything_holds_nothing_that_nobody_can_have_written(
    client: FlaskClient, database: Path, statement: str
) -> None:
    first, _ = two_sheets(client)
    group = first.removesuffix("1/")
    name = form_at(client, f"{group}name") | {"name": "Tuesdays"}
    assert client.post(f"{group}name", data=name).status_code == 303
    change(database, statement)
    answer = client.get(f"{group}everything.json")
    assert answer.status_code == 503
    assert "Something in the database cannot be read" in answer.text


def test_only_what_reading_runs_into_is_told_as_damage() -> None:
    with pytest.raises(DamagedDatabaseError, match="a sheet: KeyError"), reading("a sheet"):
        raise KeyError("seating")
    with pytest.raises(StoreUnavailableError, match="locked"), reading("a sheet"):
        raise sqlite3.OperationalError("database is locked")
    with pytest.raises(AssertionError), reading("a sheet"):
        raise AssertionError
    with pytest.raises(sqlite3.ProgrammingError), reading("a sheet"):
        raise sqlite3.ProgrammingError


@pytest.mark.parametrize(
    "damaged",
    ["99", "id", "id % 4 + 1", "CASE id WHEN 1 THEN 2 WHEN 2 THEN 3 WHEN 3 THEN 2 END", "'x'"],
)
def test_people_who_are_nobody_or_each_other_close_nothing(
    app: Flask, client: FlaskClient, database: Path, damaged: str
) -> None:
    first, second = two_sheets(client)
    group = first.removesuffix("1/")
    change(database, f"UPDATE players SET same_as = {damaged}")
    state_cache.install(app)
    expected = 503 if damaged == "'x'" else 200
    pages = ("", "board", "history", "seats", "sheet.json", "keep")
    addresses = [group, f"{group}new/klaverjassen", *(second + page for page in pages)]
    assert {client.get(address).status_code for address in addresses} == {expected}
    answer = client.post(f"{group}new/klaverjassen", data={f"name_{n}": f"N{n}" for n in range(4)})
    assert answer.status_code == (503 if expected == 503 else 303)
