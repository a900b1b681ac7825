"""Pages read names, titles and reasons without direction controls, and old ones in the database."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.sheet import state_cache
from tests.web.element import page_of
from tests.web.table import NAMES, form_at, open_sheet, play, problems

TURNED = "\u202e"
CONTROLS = ("\u202e", "\u202c", "\u2066", "\u2069")


def file_of(client: FlaskClient, sheet: str) -> dict[str, object]:
    text = client.get(f"{sheet}sheet.json").text
    return dict(json.loads(text))


def test_forms_read_what_was_pasted_as_files_do(client: FlaskClient) -> None:
    sheet = open_sheet(client, name_0=f"{TURNED}Anna\u202c ")
    form = form_at(client, f"{sheet}keep") | {"title": f"\u2066{TURNED}Friday\u2069"}
    assert client.post(f"{sheet}keep", data=form).status_code == 303
    address = f"{sheet}rounds/new/agreed"
    penalty = {"points_1": "20", "minus_1": "1", "why": f"{TURNED}dealt wrongly", "deal": "beside"}
    assert client.post(address, data=form_at(client, address) | penalty).status_code == 303
    file = file_of(client, sheet)
    assert (file["players"][0], file["title"]) == ("Anna", "Friday")  # type: ignore[index]
    assert file["rounds"][0]["why"] == "dealt wrongly"  # type: ignore[index]


def test_what_consists_of_nothing_else_is_empty(client: FlaskClient) -> None:
    form = form_at(client, "/new/klaverjassen") | {
        f"name_{seat}": name for seat, name in enumerate((f"{TURNED}\u202c", *NAMES[1:]))
    }
    refused = client.post("/new/klaverjassen", data=form)
    assert refused.status_code == 422
    form["name_0"] = ""
    assert problems(refused.text) == problems(client.post("/new/klaverjassen", data=form).text)
    sheet = open_sheet(client)
    empty, turned = (
        client.post(f"{sheet}seats/substitute", data=form_at(client, f"{sheet}seats", 1) | sent)
        for sent in ({"seat": "1", "player": player} for player in ("", TURNED))
    )
    assert (turned.status_code, problems(turned.text)) == (422, problems(empty.text))
    form = form_at(client, f"{sheet}keep") | {"title": TURNED}
    assert client.post(f"{sheet}keep", data=form).status_code == 303
    assert "title" not in file_of(client, sheet)


@pytest.fixture
def old(app: Flask, client: FlaskClient, database: Path) -> str:
    """A sheet as it was stored when nothing was dropped yet."""
    sheet = open_sheet(client)
    play(client, sheet)
    with closing(sqlite3.connect(database)) as connection, connection:
        for seat, name in enumerate((f"{TURNED}Anna", TURNED), 1):
            connection.execute(
                "UPDATE players SET name = ?, folded = ? WHERE id = ?",
                (name, name.casefold(), seat),
            )
        title = json.dumps({"title": TURNED})
        connection.execute("UPDATE entries SET data = ? WHERE type = 'about'", (title,))
    state_cache.install(app)
    return sheet


def test_what_was_stored_before_turns_nothing_either(client: FlaskClient, old: str) -> None:
    for page in ("", "history", "seats", "title", "../", "rounds/1", "table"):
        answer = client.get(f"{old}{page}")
        assert not any(control in answer.text for control in CONTROLS), page
    file = file_of(client, old)
    assert file["players"] == ["Anna", "\N{REPLACEMENT CHARACTER}", *NAMES[2:]]
    assert "title" not in file


def test_who_was_stored_with_them_is_the_same_person_without(client: FlaskClient, old: str) -> None:
    group = old.removesuffix("1/")
    again = open_sheet(client, f"{group}new/klaverjassen")
    assert file_of(client, again)["players"] == list(NAMES)
    known = page_of(client.get(f"{group}new/klaverjassen").text).select("datalist option")
    assert sorted(str(each["value"]) for each in known) == [*NAMES, "\N{REPLACEMENT CHARACTER}"]
