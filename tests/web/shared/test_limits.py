"""Sheets and groups hold what their files can hold; more is refused in words, at its place."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.core.cards import Suit
from scorekeeper.core.game import Round
from scorekeeper.files.archive import PEOPLE_AT_MOST, SHEETS_AT_MOST
from scorekeeper.files.sheet import ROUNDS_AT_MOST, Head, Sheet
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.rules import Conceded, HouseRules, Played
from scorekeeper.services.journal import capacity
from scorekeeper.services.sheet.lookup import group_by_link
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store import revisions, sheet_queries
from scorekeeper.store.db import transaction
from scorekeeper.store.insertion import add_entries, new_entry
from scorekeeper.store.rows import SheetRow
from scorekeeper.store.tables import EntryRecord
from tests.web.element import page_of
from tests.web.table import NAMES, PLAIN, entry_form, fields_of, form_at, problems
from tests.web.table import open_sheet as open_page

CONCEDED = {"kind": "conceded", "maker": 0}
FULL = "This sheet is full: 10000 deals."


def sheet_with(rounds: int) -> SheetRow:
    dealt = (Round(Conceded(maker=0)),) * rounds
    return open_sheet(Sheet(KLAVERJASSEN, NAMES, HouseRules(deals="open"), dealt), None)


@pytest.fixture
def full(app: Flask) -> str:
    """The address of a sheet with as many rounds as there can be, one more struck out."""
    with app.app_context():
        row = sheet_with(ROUNDS_AT_MOST)
        with transaction():
            revision = revisions.advance_sheet(row.id, row.revision).revision
            last = ROUNDS_AT_MOST + 1
            struck = [
                new_entry("round", last, 1, last - 1, CONCEDED, revision),
                new_entry("round", last, 2, last - 1, None, revision),
            ]
            add_entries(EntryRecord, row.id, struck)
    return f"/g/{row.link}/1/"


def rounds_in(client: FlaskClient, sheet: str) -> int:
    return len(client.get(f"{sheet}sheet.json").get_json()["rounds"])


@pytest.mark.takes_long
def test_a_full_sheet_takes_no_further_round_in_any_way_but_can_be_put_right_and_leaves(
    client: FlaskClient, full: str
) -> None:
    form = entry_form(client, full) | PLAIN
    answer = client.post(f"{full}rounds/new/deal", data=form)
    assert answer.status_code == 422
    assert FULL in problems(answer.text)[0]
    shown = page_of(answer.text).select_one("form[data-entry]")
    assert shown is not None
    assert fields_of(shown)["points_0"] == PLAIN["points_0"]

    inserting = form_at(client, f"{full}rounds/after/0/deal") | PLAIN
    answer = client.post(f"{full}rounds/after/0/deal", data=inserting)
    assert answer.status_code == 422
    assert FULL in problems(answer.text)[0]

    preview = client.get(f"{full}rounds/{ROUNDS_AT_MOST + 1}/restore").text
    assert FULL in problems(preview)[0]
    assert page_of(preview).select("button[value=save]") == []

    token = {"key": "k" * 32, "based_on": form["based_on"]}
    answer = client.post(f"{full}rounds/{ROUNDS_AT_MOST + 1}/restore", data=token)
    assert answer.status_code == 422
    assert FULL in problems(answer.text)[0]
    assert rounds_in(client, full) == ROUNDS_AT_MOST
    expect_put_right_and_taken_along(client, full)


def expect_put_right_and_taken_along(client: FlaskClient, full: str) -> None:
    form = form_at(client, f"{full}rounds/{ROUNDS_AT_MOST}")
    answer = client.post(f"{full}rounds/{ROUNDS_AT_MOST}/deal", data=form | {"maker": "1"})
    assert answer.status_code == 303
    seats = form_at(client, f"{full}seats", 1)
    wanted = seats | {"seat": "0", "player": "Eva"}
    beyond = client.post(
        f"{full}seats/substitute", data=wanted | {"round": str(ROUNDS_AT_MOST + 2)}
    )
    assert beyond.status_code == 422
    to_come = client.post(
        f"{full}seats/substitute", data=wanted | {"round": str(ROUNDS_AT_MOST + 1)}
    )
    assert to_come.status_code == 303
    kept = client.get(f"{full}sheet.json").text
    brought = client.post("/import", data={"text": kept})
    assert brought.status_code == 303
    assert client.get(f"{brought.location}sheet.json").text == kept


@pytest.mark.takes_long
def test_a_sheet_made_too_long_before_is_shown_corrected_and_shortened(
    app: Flask, client: FlaskClient, full: str
) -> None:
    with app.app_context(), transaction():
        row = sheet_queries.sheet_by_link(full.split("/")[2], 1)
        assert row is not None
        revision = revisions.advance_sheet(row.id, row.revision).revision
        last = ROUNDS_AT_MOST + 1
        entries = [
            new_entry("round", last, 3, last - 1, CONCEDED, revision),
            new_entry("round", last + 1, 1, last, CONCEDED, revision),
        ]
        add_entries(EntryRecord, row.id, entries)
    assert client.get(full).status_code == 200
    assert rounds_in(client, full) == ROUNDS_AT_MOST + 2
    form = form_at(client, f"{full}rounds/{last + 1}")
    answer = client.post(f"{full}rounds/{last + 1}/deal", data=form | {"maker": "1"})
    assert answer.status_code == 303
    again = client.post(f"{full}rounds/new/deal", data=entry_form(client, full) | PLAIN)
    assert again.status_code == 422
    seats = form_at(client, f"{full}seats", 1) | {"seat": "0", "player": "Eva"}
    answer = client.post(f"{full}seats/substitute", data=seats)
    assert answer.status_code == 422
    assert "1 to 10001" in problems(answer.text)[0]
    token = {"key": "k" * 32, "based_on": entry_form(client, full)["based_on"]}
    assert client.post(f"{full}rounds/{last + 1}/strike", data=token).status_code == 303
    assert rounds_in(client, full) == last


# ---- Groups -----------------------------------------------------------------------------------


def group_file(sheets: int, people: int = 0) -> dict[str, Any]:
    """A group with sheets that all differ, and people who sit on none."""
    sheet = {"format": "scorekeeper-sheet/1", "game": "klaverjassen", "players": NAMES}
    return {
        "format": "scorekeeper-group/1",
        "people": [f"Guest {number}" for number in range(people)],
        "sheets": [
            {"sheet": sheet | {"title": f"Evening {number}", "rounds": []}}
            for number in range(sheets)
        ],
    }


def test_a_full_group_takes_no_further_sheet(client: FlaskClient) -> None:
    file = json.dumps(group_file(SHEETS_AT_MOST))
    brought = client.post("/import", data={"text": file})
    assert brought.status_code == 303
    group = str(brought.location).split("?")[0]
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    form = form_at(client, f"{group}new/klaverjassen") | names | {"title": "One more"}
    answer = client.post(f"{group}new/klaverjassen", data=form)
    assert answer.status_code == 422
    assert "room for 2000 sheets" in problems(answer.text)[0]
    assert 'value="One more"' in answer.text
    another = group_file(1)["sheets"][0]["sheet"] | {"title": "Another"}
    for content in (another, group_file(1) | {"sheets": [{"sheet": another}]}):
        answer = client.post(f"{group}import", data={"text": json.dumps(content)})
        assert answer.status_code == 422
        assert "room for 2000 sheets" in page_of(answer.text).text
        assert "Another" in answer.text
    again = client.post(f"{group}import", data={"text": file})
    assert again.status_code == 303
    assert "brought=0" in str(again.location)


@pytest.mark.parametrize(("most", "room"), [("3", 3), ("5000", SHEETS_AT_MOST)])
def test_a_host_may_give_a_group_less_room_and_never_more(app: Flask, most: str, room: int) -> None:
    app.config["LIMITS"] = {"sheets": most}
    with app.app_context():
        assert not list(capacity.sheets_problems(room - 1, 1))
        assert not list(capacity.sheets_problems(room + 7, 0))
        (problem,) = capacity.sheets_problems(room, 1)
    assert problem.values == {"high": room}


def test_a_group_in_less_room_says_so_and_keeps_the_form(app: Flask, client: FlaskClient) -> None:
    app.config["LIMITS"] = {"sheets": "2"}
    group = open_page(client).removesuffix("1/")
    at = f"{group}new/klaverjassen"
    open_page(client, at)
    form = form_at(client, at) | {"title": "One more"}
    answer = client.post(at, data=form)
    assert answer.status_code == 422
    assert "room for 2 sheets" in problems(answer.text)[0]
    assert 'value="One more"' in answer.text


def test_a_group_that_knows_everybody_it_can_takes_nobody_else(client: FlaskClient) -> None:
    file = json.dumps(group_file(1, PEOPLE_AT_MOST - len(NAMES)))
    brought = client.post("/import", data={"text": file})
    sheet = f"{str(brought.location).split('?')[0]}1/"
    change = form_at(client, f"{sheet}seats", 1) | {"seat": "0", "round": "1"}
    answer = client.post(f"{sheet}seats/substitute", data=change | {"player": "One Too Many"})
    assert answer.status_code == 422
    assert "room for 2000 names" in problems(answer.text)[0]
    assert 'value="One Too Many"' in answer.text
    known = client.post(f"{sheet}seats/substitute", data=change | {"player": "guest 7"})
    assert known.status_code == 303
    seats = form_at(client, f"{sheet}seats")
    answer = client.post(f"{sheet}seats", data=seats | {"name_1": "One Too Many"})
    assert answer.status_code == 422
    assert "room for 2000 names" in problems(answer.text)[0]


def test_a_new_group_is_as_large_as_its_file_may_be(app: Flask) -> None:
    many = [f"Guest {number}" for number in range(PEOPLE_AT_MOST)]
    assert not list(capacity.people_problems(many, ["GUEST 1"]))
    assert not list(capacity.people_problems(many[1:], ["Anna"]))
    assert [each.code for each in capacity.people_problems(many, ["Anna"])] == ["too_many_people"]


def bring(client: FlaskClient, at: str, content: bytes) -> str:
    """Upload a file; its body is put together here, as the client would leave files open."""
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="group.json"\r\n\r\n'
    body, kind = head + content + b"\r\n--b--\r\n", "multipart/form-data; boundary=b"
    answer = client.post(at, data=body, content_type=kind)
    assert answer.status_code == 303, problems(answer.text)
    return str(answer.location).split("?")[0]


def test_the_file_of_a_usual_group_has_one_part(client: FlaskClient) -> None:
    group = open_page(client).removesuffix("1/")
    whole = client.get(f"{group}group.json")
    assert whole.status_code == 200
    (link,) = page_of(client.get(f"{group}parts").text).select(".cards a")
    assert client.get(str(link["href"])).data == whole.data
    for number in ("0", "2", "-1", "9" * 30):
        assert client.get(f"{group}group.json?part={number}").status_code == 404


@pytest.mark.soak(short="test_the_file_of_a_usual_group_has_one_part")
def test_a_group_beyond_one_file_leaves_in_parts_and_comes_in_again(
    app: Flask, client: FlaskClient
) -> None:
    roem = ((20,) * 2, (20,) * 7)  # of so many a pack can hold these
    fat = Round(Played(maker=3, trump=Suit.DIAMONDS, points=(60, 102), roem=roem))
    group = open_page(client).removesuffix("1/")
    with app.app_context():
        row = group_by_link(group.split("/")[2])
        for number in range(16):
            head = Head(title=f"Evening {number}")
            house = HouseRules(deals="open")
            open_sheet(Sheet(KLAVERJASSEN, NAMES, house, (fat,) * ROUNDS_AT_MOST, head), row)
    answer = client.get(f"{group}group.json")
    assert (answer.status_code, answer.location) == (303, f"{group}parts")
    links = page_of(client.get(answer.location).text).select(".cards a")
    assert len(links) == 2
    first, second = (client.get(str(link["href"])).data for link in links)
    own_id = json.loads(first)["id"].encode()
    first, second = (each.replace(own_id, b"e" * 24, 1) for each in (first, second))
    there = bring(client, "/import", first)  # as that of another server
    assert bring(client, f"{there}import", second) == there
    for number in (1, 2, 17):
        own, its = (client.get(f"{at}{number}/sheet.json").data for at in (group, there))
        assert its == own
