"""Nobody sits at a table beside somebody of the same name, whatever it holds that nobody sees."""

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.sheet import state_cache
from tests.web.element import page_of
from tests.web.files.test_archives import bring, sheets
from tests.web.table import form_at, open_sheet, play, problems

SAME = ("Anna\u200b", "An\u00adna", "\u200eAnna", "A\u034fnna", "anna\U000e0041", "Anna\u00a0")
NOTHING = ("\u2800", "\u3164", "\u200b\u00ad", "\U000e0041")
NEW = "/new/klaverjassen"
DEAL = {"kind": "played", "maker": 0, "points": [100, 62], "roem": [[], []]}
PENALTY = {"kind": "agreed", "points": [0, -20], "why": "dealt\u200b wrongly"}
SHEET: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "players": ["Anna", "Bert", "Anna\u200b", "\u2800"],
    "title": "A\u00a0B\u00ad",
    "seating": [
        {"round": 3, "seat": 1, "player": "anna\u200b"},
        {"round": 3, "seat": 2, "player": "Bert"},
    ],
    "rounds": [DEAL | {"roem": [[20], []]}, PENALTY],
}
READ = ["Anna", "Bert", "Anna (2)", "\ufffd"]
GROUP: dict[str, Any] = {
    "format": "scorekeeper-group/1",
    "name": "The\u200b table",
    "people": ["Anna", "Anna\u200b", "\u3164"],
    "sheets": [{"sheet": SHEET}],
    "costs": [{"what": "tea\u200b", "cents": 300, "paid_by": "Anna\u200b", "shared_by": ["Anna"]}],
    "payments": [{"payer": "anna", "payee": "Anna\u200b", "cents": 100}],
}


def digest(data: Any) -> str:
    """Of what a file says, in the form that databases have held since there were digests."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def file_of(client: FlaskClient, sheet: str) -> Any:
    return client.get(f"{sheet}sheet.json").get_json()


def rows(database: Path, query: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection, connection:
        return connection.execute(query, values).fetchall()


# ---- What is typed ----------------------------------------------------------------------------


def test_a_name_that_looks_like_another_one_at_the_table_is_refused_as_that(
    client: FlaskClient,
) -> None:
    form = form_at(client, NEW) | {f"name_{seat}": each for seat, each in enumerate("ABCD")}
    double = client.post(NEW, data=form | {"name_0": "Anna", "name_2": "Anna"})
    for name in SAME:
        same = client.post(NEW, data=form | {"name_0": "Anna", "name_2": name})
        assert same.status_code == 422, ascii(name)
        assert [each.casefold() for each in problems(same.text)] == [
            each.casefold() for each in problems(double.text)
        ]


@pytest.mark.parametrize("name", NOTHING)
def test_what_nobody_sees_is_no_name_title_or_reason(client: FlaskClient, name: str) -> None:
    form = form_at(client, NEW) | {f"name_{seat}": each for seat, each in enumerate("ABCD")}
    empty, unseen = (client.post(NEW, data=form | {"name_1": each}) for each in ("", name))
    assert (unseen.status_code, problems(unseen.text)) == (422, problems(empty.text))
    sheet = open_sheet(client, title=name)
    assert "title" not in file_of(client, sheet)
    group = sheet.removesuffix("1/")
    for number, at, field, more in (
        (1, f"{sheet}seats", "player", {"seat": "1"}),
        (0, f"{sheet}seats", "name_1", {}),
        (0, f"{sheet}rounds/new/agreed", "why", {"points_0": "10", "deal": "beside"}),
        (0, f"{group}people", "name", {}),
        (0, f"{group}account/costs/new", "what", {"amount": "3"}),
    ):
        form = form_at(client, at, number) | more
        sent_to = f"{at}/substitute" if field == "player" else at
        empty, unseen = (client.post(sent_to, data=form | {field: each}) for each in ("", name))
        assert (unseen.status_code, problems(unseen.text)) == (422, problems(empty.text)), at


def test_whoever_is_added_or_renamed_gets_nobodys_name(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    address = f"{group}people"
    refused = client.post(address, data=form_at(client, address) | {"name": "B\u200bert\u2800"})
    assert refused.status_code == 422
    assert "Bert" in problems(refused.text)[0]


# ---- Files of earlier versions ----------------------------------------------------------------


def test_an_old_file_of_a_sheet_is_read_with_its_people_told_apart(
    client: FlaskClient, database: Path
) -> None:
    answer = bring(client, "/import", SHEET)
    assert answer.status_code == 303
    file = file_of(client, str(answer.location))
    assert (file["players"], file["seating"][0]["player"]) == (READ, "Anna (2)")
    assert (file["title"], file["rounds"][1]["why"]) == ("A B", "dealt wrongly")
    (kept,) = rows(database, "SELECT imported FROM sheets")
    assert kept[0] == digest(SHEET)


def test_a_file_that_was_imported_by_an_earlier_version_is_known_again(
    client: FlaskClient, database: Path
) -> None:
    sheet = str(bring(client, "/import", SHEET).location)
    play(client, sheet)  # it no longer says what the file says
    group = sheet.removesuffix("1/")
    assert bring(client, f"{group}import", SHEET).status_code == 409
    assert bring(client, f"{group}import", GROUP).status_code == 303
    assert len(sheets(client, group)) == 1
    (cost,) = rows(database, "SELECT data FROM group_entries WHERE type = 'cost'")
    costs = [GROUP["costs"][0]]
    assert json.loads(cost[0])["id"] == f"{digest([costs, GROUP['payments']])[:40]}-c1"


def test_an_old_file_of_a_group_names_everybody_alike_everywhere(client: FlaskClient) -> None:
    answer = bring(client, "/import", GROUP)
    group = str(answer.location).split("?")[0]
    file = client.get(f"{group}group.json").get_json()
    assert file["name"] == "The table"
    assert file["people"] == ["Anna", "Anna (2)", "\ufffd", "Bert", "\ufffd (2)"]
    (cost,), (payment,) = file["costs"], file["payments"]
    assert (cost["what"], cost["paid_by"], cost["shared_by"]) == ("tea", "Anna (2)", ["Anna"])
    assert (payment["payer"], payment["payee"]) == ("Anna", "Anna (2)")
    assert file["sheets"][0]["sheet"]["players"] == [*READ[:3], "\ufffd (2)"]
    for again in (GROUP, file):
        assert bring(client, f"{group}import", again).status_code == 303
    after = client.get(f"{group}group.json").get_json()
    assert [len(after[key]) for key in ("sheets", "costs", "payments")] == [1, 1, 1]


def test_a_file_with_one_name_twice_is_refused_as_ever(client: FlaskClient) -> None:
    double = SHEET | {"players": ["Anna\u200b", "Bert", "anna\u200b", "Dirk"], "seating": []}
    assert bring(client, "/import", double).status_code == 422


# ---- What was stored by earlier versions ------------------------------------------------------


@pytest.fixture
def old(app: Flask, client: FlaskClient, database: Path) -> str:
    """A group as it was stored when everything was kept that was typed."""
    plain: Mapping[str, Any] = json.loads(
        json.dumps(GROUP, ensure_ascii=False)
        .replace("Anna\u200b", "Eva")
        .replace("anna\u200b", "Eva")
        .replace("\u2800", "Fritz")
        .replace("\u3164", "Gerd")
        .replace("\u200b", "")
    )
    answer = bring(client, "/import", plain)
    assert answer.status_code == 303, problems(answer.text)
    for name, stored in (("Eva", "Anna\u200b"), ("Fritz", "\u2800"), ("Gerd", "\u3164")):
        changed = "UPDATE players SET name = ?, folded = ? WHERE name = ?"
        rows(database, changed, stored, stored.casefold(), name)
    for table, text, stored in (
        ("entries", "dealt wrongly", "\u2800"),
        ("entries", "A B", "\u3164"),
        ("group_entries", "The table", "\u200b"),
        ("group_entries", "tea", "\u00ad"),
    ):
        written = json.dumps(stored)[1:-1]
        rows(database, f"UPDATE {table} SET data = replace(data, ?, ?)", text, written)
        rows(database, f"UPDATE {table} SET author = ?", "Bert\u200b")
    rows(database, "UPDATE sheets SET digest = NULL")  # as the migration does
    state_cache.install(app)
    return str(answer.location).split("?")[0]


def test_stored_names_that_look_the_same_are_told_apart_everywhere(
    client: FlaskClient, old: str
) -> None:
    for page in (
        "",
        "1/",
        "1/history",
        "1/seats",
        "1/keep",
        "people",
        "account/",
        "history",
        "name",
    ):
        answer = client.get(f"{old}{page}")
        assert answer.status_code == 200, page
        assert not set("\u200b\u2800\u3164\u00ad") & set(answer.text), page
    file = client.get(f"{old}group.json").get_json()
    assert file["people"] == ["Anna", "Anna (2)", "\ufffd", "Bert", "\ufffd (2)"]
    assert file["costs"][0]["paid_by"] == "Anna (2)"
    sheet = file_of(client, f"{old}1/")
    assert sheet["players"] == ["Anna", "Bert", "Anna (2)", "\ufffd (2)"]
    assert sheet == file["sheets"][0]["sheet"]


def test_what_is_exported_of_them_comes_in_again_and_is_known(
    client: FlaskClient, old: str
) -> None:
    file = client.get(f"{old}group.json").get_json()
    assert bring(client, f"{old}import", file).status_code == 303
    after = client.get(f"{old}group.json").get_json()
    assert after == file
    assert bring(client, f"{old}import", file["sheets"][0]["sheet"]).status_code == 409
    elsewhere = bring(client, "/import", file | {"id": "e" * 24})
    assert elsewhere.status_code == 303


def test_somebody_told_apart_can_be_called_otherwise(client: FlaskClient, old: str) -> None:
    people = page_of(client.get(f"{old}people").text)
    pages = {link.text.strip(): str(link["href"]) for link in people.select("main a[href]")}
    own = next(href for text, href in pages.items() if text == "Anna (2)")
    first = next(href for text, href in pages.items() if text == "Anna")

    def call(person: str, name: str) -> int:
        sent = form_at(client, person) | {"name": name}
        return int(client.post(f"{person}/name", data=sent).status_code)

    assert call(first, "Anna (2)") == 422
    assert call(first, "ANNA") == 303
    assert call(own, "Eva") == 303
    assert file_of(client, f"{old}1/")["players"] == ["ANNA", "Bert", "Eva", "\ufffd (2)"]


def test_an_old_file_means_whoever_the_group_knows_by_its_letters(
    client: FlaskClient, app: Flask, database: Path
) -> None:
    first = open_sheet(client)
    at = f"{first.removesuffix('1/')}new/klaverjassen"
    second, third = (
        open_sheet(client, at, **{f"name_{seat}": name for seat, name in enumerate(names)})
        for names in (("Eva", "Anna", "Bert", "Clara"), ("Bert", "Eva", "Clara", "Dirk"))
    )
    for sheet in (second, third):
        play(client, sheet)
    changed = "UPDATE players SET name = ?, folded = ? WHERE name = 'Eva'"
    rows(database, changed, "Anna\u200b", "anna\u200b")
    rows(database, "UPDATE sheets SET digest = NULL")
    state_cache.install(app)
    for sheet in (second, third):
        file = client.get(f"{sheet}sheet.json").text
        assert "Anna (2)" in file
        former = json.loads(file.replace("Anna (2)", "Anna\u200b"))
        assert bring(client, f"{first.removesuffix('1/')}import", former).status_code == 409


def test_what_is_exported_where_names_fell_together_can_be_imported(
    client: FlaskClient, app: Flask, database: Path
) -> None:
    sheet = open_sheet(client)
    changed = "UPDATE players SET name = ?, folded = ? WHERE name = 'Bert'"
    rows(database, changed, "\u202eAnna", "\u202eanna")
    state_cache.install(app)
    file = file_of(client, sheet)
    assert file["players"] == ["Anna", "Anna (2)", "Clara", "Dirk"]
    assert bring(client, "/import", file).status_code == 303
