"""A whole group as one file, and back."""

import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.store.db import execute, transaction
from scorekeeper.store.tables import EntryRecord, SheetRecord
from tests.web.element import page_of
from tests.web.table import fields_of, form_at, open_sheet, play, problems, totals

TAPP: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "tapp",
    "players": ["Eva", "Fritz", "Gerd"],
    "seating": [{"round": 2, "seat": 1, "player": "Hanna"}],
    "rounds": [{"kind": "bettel", "declarer": 0, "won": True}] * 2,
}


def bring(client: FlaskClient, at: str, content: Any) -> Any:
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    form = form_at(client, at)
    return client.post(at, data=form | {"file": (io.BytesIO(text), "group.json")})


def from_elsewhere(kept: bytes) -> bytes:
    """The file of a group as another server would have written it, where it has another id."""
    data = json.loads(kept)
    assert data["id"]
    return json.dumps(data | {"id": "e" * 24}, ensure_ascii=False).encode()


@pytest.fixture
def group(client: FlaskClient) -> str:
    """Two sheets, one of them put away."""
    first = open_sheet(client)
    play(client, first)
    group = first.removesuffix("1/")
    assert bring(client, f"{group}import", TAPP).status_code == 303
    assert client.post(f"{group}2/away", data={"away": "1"}).status_code == 303
    return group


def sheets(client: FlaskClient, group: str, **away: str) -> list[str]:
    links = page_of(client.get(group, query_string=away).text).select(".cards a")
    return [str(link["href"]) for link in links if not str(link["href"]).startswith(f"{group}new")]


def test_a_group_begins_anew_elsewhere_with_all_it_had(client: FlaskClient, group: str) -> None:
    kept = client.get(f"{group}group.json")
    assert kept.headers["Content-Disposition"].startswith("attachment")
    answer = bring(client, "/import", from_elsewhere(kept.data))
    assert answer.status_code == 303
    there = str(answer.location).split("?")[0]
    assert there != group
    assert "2 sheets have been added" in page_of(client.get(answer.location).text).text
    assert len(sheets(client, there)) == 1
    assert len(sheets(client, there, away="1")) == 1
    for number in (1, 2):
        own, its = (client.get(f"{at}{number}/sheet.json").get_json() for at in (group, there))
        assert its == own
        assert totals(client, f"{there}{number}/") == totals(client, f"{group}{number}/")
    people = [
        option["value"]
        for option in page_of(client.get(f"{there}new/tapp").text).select("datalist option")
    ]
    assert people == ["Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz", "Gerd", "Hanna"]


def test_what_a_group_has_already_does_not_come_in_again(client: FlaskClient, group: str) -> None:
    kept = client.get(f"{group}group.json").data
    answer = bring(client, f"{group}import", kept)
    assert answer.status_code == 303
    assert len(sheets(client, group)) + len(sheets(client, group, away="1")) == 2
    moved = str(bring(client, "/import", from_elsewhere(kept)).location).split("?")[0]
    assert bring(client, f"{moved}import", kept).status_code == 303
    assert len(sheets(client, moved)) + len(sheets(client, moved, away="1")) == 2


def test_on_a_server_the_file_of_a_group_that_lies_there_opens_by_its_own_link_alone(
    client: FlaskClient, group: str
) -> None:
    offered = page_of(client.get(group).text).select(f'a[href="{group}file"]')
    assert offered
    page = page_of(client.get(f"{group}file").text)
    assert "Earlier versions of corrected deals" in page.text
    kept = client.get(str(page.one(".next .button")["href"])).data
    answer = bring(client, "/import", kept)
    assert answer.status_code == 200
    assert "Already here" in answer.text
    assert group not in answer.text
    assert bring(client, f"{group}import", kept).status_code == 303


def test_only_what_is_new_comes_in(client: FlaskClient, group: str) -> None:
    kept = json.loads(client.get(f"{group}group.json").data)
    kept["sheets"].append({"sheet": TAPP | {"title": "Samstag"}})
    answer = bring(client, f"{group}import", kept)
    told = page_of(client.get(answer.location).text).one("main .undo").text
    assert told == "1 sheet has been added. What was here already stays as it is."
    assert sheets(client, group)[0] == f"{group}3/"


def test_what_went_on_elsewhere_is_not_called_unchanged(client: FlaskClient, group: str) -> None:
    kept = client.get(f"{group}group.json").data
    moved = str(bring(client, "/import", from_elsewhere(kept)).location).split("?")[0]
    play(client, f"{moved}1/")
    played = client.get(f"{moved}group.json").get_json()
    more = played | {"sheets": [*played["sheets"], {"sheet": TAPP | {"title": "Samstag"}}]}
    for file, told in (
        (played, "1 sheet has caught up with the file."),
        (more, "1 sheet has been added. What was here already stays as it is."),
        (more, "The file has been read. It has no sheet that is missing here"),
    ):
        answer = bring(client, f"{group}import", file)
        notice = page_of(client.get(answer.location).text).one("main .undo").text
        assert notice.startswith(told)
        assert totals(client, f"{group}1/") == totals(client, f"{moved}1/")
    play(client, f"{moved}1/")
    new = [*client.get(f"{moved}group.json").get_json()["sheets"], {"sheet": TAPP}]
    answer = bring(client, f"{group}import", played | {"sheets": new})
    notice = page_of(client.get(answer.location).text).one("main .undo").text
    assert notice == "1 sheet has been added. 1 sheet has caught up with the file."


@pytest.mark.parametrize(("count", "more"), [(1, ""), (2, " and 1 more"), (20, " and 19 more")])
def test_costs_that_came_in_together_are_undone_by_a_button_that_says_how_many(
    client: FlaskClient, group: str, count: int, more: str
) -> None:
    cost = {"cents": 100, "paid_by": "Anna", "shared_by": ["Anna", "Bert"]}
    costs = [cost | {"what": f"b{number}"} for number in range(count)]
    archive = {
        "format": "scorekeeper-group/1",
        "people": ["Anna", "Bert"],
        "sheets": [],
        "costs": costs,
    }
    assert bring(client, f"{group}import", archive).status_code == 303
    [button] = page_of(client.get(f"{group}history").text).select(".history form")
    assert button.text.strip() == f"Undo: b0, €1.00{more}"
    answer = client.post(f"{group}undo", data=fields_of(button))
    saved = page_of(client.get(answer.location).text).select_one("main .undo")
    assert saved is not None
    assert [*saved.texts] == [
        f"No longer there: b0, €1.00{more}", f"Restore: b0, €1.00{more}",
    ]  # fmt: skip
    again = client.post(f"{group}undo", data=fields_of(saved))
    told = page_of(client.get(again.location).text).select_one("main .undo p")
    assert told is not None
    assert told.text == f"Saved: b0, €1.00, paid by Anna for Anna and Bert{more}"


def test_a_double_tap_begins_one_group(client: FlaskClient, group: str) -> None:
    kept = from_elsewhere(client.get(f"{group}group.json").data)
    form = form_at(client, "/import") | {"text": kept.decode()}
    answers = {client.post("/import", data=form).location.split("?")[0] for _ in range(2)}
    assert len(answers) == 1
    (there,) = answers
    assert len(sheets(client, there)) + len(sheets(client, there, away="1")) == 2


def test_another_file_from_the_same_page_is_a_group_of_its_own(
    client: FlaskClient, group: str
) -> None:
    form = form_at(client, "/import")
    sheet = TAPP | {"title": "Samstag"}
    other = {"format": "scorekeeper-group/1", "sheets": [{"sheet": sheet}]}
    texts = [from_elsewhere(client.get(f"{group}group.json").data).decode(), json.dumps(other)]
    answers = [client.post("/import", data=form | {"text": text}) for text in texts]
    first, second = (str(answer.location).split("?")[0] for answer in answers)
    assert len(sheets(client, first)) + len(sheets(client, first, away="1")) == 2
    assert first != second
    assert len(sheets(client, second)) == 1


def test_another_sheet_from_the_same_page_comes_in(client: FlaskClient) -> None:
    form = form_at(client, "/import")
    for sheet in (TAPP, TAPP | {"title": "Samstag"}):
        answer = client.post("/import", data=form | {"text": json.dumps(sheet)})
        assert client.get(f"{answer.location}sheet.json").get_json() == sheet


def test_a_cost_in_another_file_from_the_same_page_comes_in(
    client: FlaskClient, group: str
) -> None:
    form = form_at(client, f"{group}import")
    kept = json.loads(client.get(f"{group}group.json").data)
    kept["sheets"].append({"sheet": TAPP | {"title": "Samstag"}})
    cost = {"what": "Pizza", "cents": 900, "paid_by": "Anna", "shared_by": ["Bert"]}
    for file in (kept, kept | {"costs": [cost]}):
        data = form | {"text": json.dumps(file)}
        assert client.post(f"{group}import", data=data).status_code == 303
    assert client.get(f"{group}group.json").get_json()["costs"][0]["what"] == "Pizza"


def test_a_sheet_file_too_can_begin_a_group(client: FlaskClient) -> None:
    answer = bring(client, "/import", TAPP)
    assert client.get(f"{answer.location}sheet.json").get_json() == TAPP


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "scorekeeper-group/2"}, "scorekeeper-group/1"),
        ({"colour": "red"}, "colour"),
        ({"sheets": None}, "sheets"),
        ({"sheets": "many"}, "sheets"),
        ({"sheets": []}, "nothing in this file"),
        ({"sheets": [1]}, "Sheet 1"),
        ({"sheets": [{"sheet": TAPP, "put_away": 1}]}, "put_away"),
        ({"sheets": [{"sheet": TAPP, "opened": "today"}]}, "opened"),
        ({"sheets": [{"sheet": TAPP}, {"sheet": TAPP | {"game": "poker"}}]}, "Sheet 2"),
        ({"people": ["Anna", ""]}, "people"),
        ({"people": [["Anna"]]}, "people"),
    ],
)
def test_an_archive_that_is_none_says_where_and_brings_in_nothing(
    client: FlaskClient, group: str, change: dict[str, Any], words: str
) -> None:
    data = {"format": "scorekeeper-group/1", "people": [], "sheets": [{"sheet": TAPP}]} | change
    answer = bring(client, f"{group}import", data)
    assert answer.status_code == 422
    notice = page_of(answer.text).select_one(".notice")
    assert notice is not None
    assert words in notice.text
    assert len(sheets(client, group)) == 1


def test_a_round_that_cannot_be_is_named_with_its_sheet(client: FlaskClient, group: str) -> None:
    wrong = TAPP | {"rounds": [{"kind": "bettel", "declarer": 7, "won": True}]}
    data = {"format": "scorekeeper-group/1", "sheets": [{"sheet": TAPP}, {"sheet": wrong}]}
    answer = bring(client, f"{group}import", data)
    assert answer.status_code == 422
    notice = page_of(answer.text).select_one(".notice")
    assert notice is not None
    assert "Sheet 2: Deal 1: declarer: " in notice.text


def test_a_large_group_is_taken_in(client: FlaskClient, app: Flask) -> None:
    data = json.dumps({"format": "scorekeeper-group/1", "sheets": [{"sheet": TAPP}]}).encode()
    text = data.decode() + " " * app.config["MAX_CONTENT_LENGTH"]
    answer = client.post("/import", data=form_at(client, "/import") | {"text": text})
    assert answer.status_code == 303
    assert "1 sheet has" in page_of(client.get(answer.location).text).text


def test_sheets_that_are_the_same_are_all_kept(client: FlaskClient) -> None:
    twins: dict[str, Any] = {"format": "scorekeeper-group/1", "sheets": [{"sheet": TAPP}] * 2}
    there = str(bring(client, "/import", twins).location).split("?")[0]
    assert len(sheets(client, there)) == 2
    again = bring(client, f"{there}import", twins)
    assert "has no sheet" in page_of(client.get(again.location).text).text
    three = twins | {"sheets": [{"sheet": TAPP}] * 3}
    assert bring(client, f"{there}import", three).status_code == 303
    assert len(sheets(client, there)) == 3


def test_a_group_that_comes_home_is_known_and_keeps_its_days(client: FlaskClient) -> None:
    kept = {"format": "scorekeeper-group/1", "sheets": [{"sheet": TAPP, "opened": "2019-11-09"}]}
    there = str(bring(client, "/import", kept).location).split("?")[0]
    assert "9 Nov 2019" in page_of(client.get(there).text).text
    kept_there = client.get(f"{there}group.json").data
    elsewhere = bring(client, "/import", from_elsewhere(kept_there))
    home = client.get(str(elsewhere.location).split("?")[0] + "group.json").data
    assert "2019-11-09" in home.decode()
    assert bring(client, f"{there}import", home).status_code == 303
    assert len(sheets(client, there)) == 1


def test_a_file_with_thousands_of_faults_tells_the_first_of_them(client: FlaskClient) -> None:
    wrong = TAPP | {"rounds": [{"kind": "bettel", "declarer": 9, "won": "no"}] * 5000}
    answer = bring(client, "/import", wrong)
    assert answer.status_code == 422
    assert len(answer.text) < 20_000
    assert "… and 9980 more mistakes" in page_of(answer.text).text


# ---- The day on which a sheet was opened ------------------------------------------------------


def group_opened(day: str) -> dict[str, Any]:
    return {"format": "scorekeeper-group/1", "sheets": [{"opened": day, "sheet": TAPP}]}


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_a_day_that_no_table_saw_is_refused_in_words(client: FlaskClient, day: str) -> None:
    answer = bring(client, "/import", group_opened(day))
    assert answer.status_code == 422
    assert "a day from 1900-01-01 to 2199-12-31" in page_of(answer.text).text


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("day", ["1900-01-01", "2199-12-31"])
def test_the_first_and_the_last_day_come_in_and_leave_again(client: FlaskClient, day: str) -> None:
    answer = bring(client, "/import", group_opened(day))
    assert answer.status_code == 303
    group = str(answer.location).split("?")[0]
    assert client.get(f"{group}1/").status_code == 200
    kept = client.get(f"{group}group.json")
    assert kept.get_json()["sheets"][0]["opened"] == day
    assert bring(client, "/import", from_elsewhere(kept.data)).status_code == 303


def test_a_day_written_when_any_could_be_is_still_shown(app: Flask, client: FlaskClient) -> None:
    sheet = open_sheet(client)
    with app.app_context(), transaction():
        early = datetime(1, 1, 1, tzinfo=UTC)
        execute(update(SheetRecord).values(created_at=early))
        about = EntryRecord.type == "about"
        told = {"title": "Long ago", "date": "0850-03-01"}
        execute(update(EntryRecord).where(about).values(data=told))
    group = sheet.removesuffix("1/")
    for page in ("", "group.json", "1/", "1/history", "1/keep", "1/sheet.csv"):
        assert client.get(f"{group}{page}").status_code == 200, page
    assert "850" in page_of(client.get(f"{sheet}history").text).text
    kept = client.get(f"{sheet}sheet.json")
    assert kept.get_json()["title"] == "Long ago"
    assert bring(client, "/import", kept.data).status_code == 303
    form = form_at(client, f"{sheet}keep")
    answer = client.post(f"{sheet}keep", data=form)
    assert answer.status_code == 422
    assert "from 1900-01-01" in problems(answer.text)[0]
    assert client.post(f"{sheet}keep", data=form | {"date": "2026-11-20"}).status_code == 303


def test_other_names_come_in_and_one_that_cannot_be_is_named(
    client: FlaskClient, group: str
) -> None:
    kept = json.loads(from_elsewhere(client.get(f"{group}group.json").data))
    assert "other_names" not in kept
    kept["other_names"] = [{"name": "Anni", "person": "Anna"}]
    there = str(bring(client, "/import", kept).location).split("?")[0]
    assert "Anna also Anni" in page_of(client.get(f"{there}people").text).text
    assert "Anni is another name of Anna" in page_of(client.get(f"{there}history").text).text
    assert json.loads(client.get(f"{there}group.json").data) == kept
    kept["other_names"] += [{"name": "bert", "person": "Anna"}]
    refused = bring(client, "/import", kept | {"id": "f" * 24})
    assert refused.status_code == 422
    assert "Other name 2: name: bert is already a name" in page_of(refused.text).text
