"""Files with several groups on the pages: on a server, and where all lies on one device."""

import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.browser_edition import CONFIG
from scorekeeper.core.account import Payment
from scorekeeper.core.days import today
from scorekeeper.files import archive_text
from scorekeeper.files.archive_text import collection_texts
from scorekeeper.files.sheet import Head
from scorekeeper.services.files.archives import export_everything, kept_groups
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.opening import open_sheet
from scorekeeper.store.db import db, set_columns, transaction
from scorekeeper.store.tables import EntryRecord, now
from scorekeeper.web.files import routes
from tests.services.group_changes import save_money
from tests.shared_application import close_connections
from tests.web.counting import sheet
from tests.web.element import page_of


def saved(app: Flask, groups: int = 2) -> str:
    """A file with groups as another device has saved it."""
    with app.app_context():
        for number in range(groups):
            open_sheet(sheet(number + 1), None)
        (text,) = collection_texts(export_everything())
    return text


def count_groups(app: Flask) -> int:
    with app.app_context():
        return len(list(kept_groups()))


def bring(
    client: FlaskClient, text: str, address: str = "/import", key: str | None = None
) -> TestResponse:
    file = (io.BytesIO(text.encode()), "scorekeeper-groups.json")
    data = {"key": key or new_key(), "text": "", "file": file}
    return client.post(address, data=data, content_type="multipart/form-data")


@pytest.fixture
def phone(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """Where all lies on one device."""
    path = shutil.copy(empty_database, tmp_path / "phone.sqlite")
    app = create_app(CONFIG | {"DATABASE": f"sqlite:///{path}", "SYNCHRONOUS": "OFF"})
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def file_of_phone(phone: Flask) -> str:
    return saved(phone)


def test_a_file_opens_on_a_server_and_is_no_key_to_what_lies_there(
    app: Flask, client: FlaskClient, file_of_phone: str
) -> None:
    key = new_key()
    for _ in range(2):  # the same form, sent twice
        answer = bring(client, file_of_phone, key=key)
        assert answer.status_code == 200
        links = [str(each["href"]) for each in page_of(answer.text).select("#brought a")]
        assert len(set(links)) == 2
        assert client.get(links[0]).status_code == 200
    again = bring(client, file_of_phone)
    assert again.status_code == 200
    assert "Already here" in again.text
    assert "If the group’s own link opens it" in again.text  # as that of a hidden one does not
    assert not page_of(again.text).select("#brought a")
    assert not any(link in again.text for link in links)
    assert count_groups(app) == 2


def test_groups_that_were_opened_before_it_was_too_many_are_shown_with_their_links(
    database_url: str, file_of_phone: str
) -> None:
    limits = {"DATABASE": database_url, "SYNCHRONOUS": "OFF", "LIMITS": {"groups": "1/day"}}
    app = create_app(limits)
    client = app.test_client()
    answer = bring(client, file_of_phone)
    assert answer.status_code == 422
    page = page_of(answer.text)
    (link,) = page.select("#brought a")
    assert client.get(str(link["href"])).status_code == 200
    (told,) = page.select("[role=alert] li")
    assert "Not opened yet: " in told.text
    assert "choose the file once more in 1 day" in told.text
    assert bring(client, file_of_phone).status_code == 429
    close_connections(app)


def test_a_file_of_several_goes_on_with_the_group_by_its_own_link(
    app: Flask, client: FlaskClient, file_of_phone: str
) -> None:
    brought = page_of(bring(client, file_of_phone).text)
    link = str(brought.select("#brought a")[0]["href"])
    data = json.loads(file_of_phone)
    data["groups"][0]["sheets"][0]["version"]["revision"] += 1
    data["groups"][0]["sheets"][0]["sheet"]["title"] = "Friday"
    answer = bring(client, json.dumps(data), f"{link}import")
    assert answer.status_code == 303
    assert "Friday" in client.get(str(answer.location)).text
    assert len(page_of(client.get(link).text).select("main .ticket")) == 1
    data["groups"] = data["groups"][1:]
    assert bring(client, json.dumps(data), f"{link}import").status_code == 422
    assert count_groups(app) == 2


def test_nobody_gets_all_groups_of_a_server(client: FlaskClient) -> None:
    assert client.get("/groups/").status_code == 404
    assert client.get("/groups/everything.json").status_code == 404


@pytest.mark.parametrize("groups", [[], [{}], [[]], [1], ["x"], {}, None, [{"format": 1}]])
def test_a_file_without_groups_is_refused(app: Flask, client: FlaskClient, groups: object) -> None:
    answer = bring(client, json.dumps({"format": "scorekeeper-groups/1", "groups": groups}))
    assert answer.status_code == 422
    assert page_of(answer.text).select("[role=alert] li")
    assert count_groups(app) == 0


def test_one_device_saves_everything_and_opens_it_again(phone: Flask, file_of_phone: str) -> None:
    client = phone.test_client()
    page = page_of(client.get("/groups/").text)
    assert len(page.select(".cards a")) == 2
    answer = client.get(str(page.one(".next .button")["href"]))
    assert answer.text == file_of_phone
    assert "attachment" in answer.headers["Content-Disposition"]
    brought = page_of(bring(client, file_of_phone).text)
    assert len(brought.select("#brought a")) == 2
    assert count_groups(phone) == 2


def test_what_is_too_large_for_one_file_comes_in_parts_that_open_from_the_start_page(
    phone: Flask, file_of_phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = phone.test_client()
    assert client.get("/groups/everything.json?part=2").status_code == 404
    assert json.loads(file_of_phone)["groups"]
    monkeypatch.setattr(archive_text, "FRAME_AT_MOST", 5_000)  # a few sheets are too large then
    split = partial(collection_texts, at_most=5_100)
    monkeypatch.setattr(routes, "collection_texts", split)
    with phone.app_context():
        group = open_sheet(sheet(40), None).group
        for _ in range(4):
            open_sheet(sheet(40), group)
    page = page_of(client.get("/groups/everything.json", follow_redirects=True).text)
    assert "choose one after the other from the start page" in page.one("main p").text
    links = [str(each["href"]) for each in page.select(".cards a")]
    assert len(links) > 1
    for link in links:
        assert client.get_cookie("everything_saved") is None
        part = client.get(link).text
        assert json.loads(part)["format"] == "scorekeeper-groups/1"
        assert bring(client, part).status_code == 200
    assert client.get_cookie("everything_saved") is not None


def test_an_evening_ends_with_the_offer_to_save_everything(phone: Flask) -> None:
    with phone.app_context():
        row = open_sheet(replace(sheet(3), head=Head(closed=True)), None)
        address = f"/g/{row.link}/{row.number}/"
    page = page_of(phone.test_client().get(address).text)
    assert page.select('#totals a[href="/groups/"]')
    paper = phone.test_client().get(f"{address}print").text
    assert "PDF. " not in page_of(paper).one("main p").text


def test_a_week_later_it_is_said(phone: Flask, file_of_phone: str) -> None:
    assert file_of_phone
    client = phone.test_client()
    due = "For a week nothing has been saved"
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert due not in client.get("/").text
    client.set_cookie("everything_saved", (today() - timedelta(days=7)).isoformat())
    assert due in client.get("/").text
    assert due in client.get("/groups/").text
    client.get("/groups/everything.json")
    assert due not in client.get("/").text
    for nonsense in ("x", "9999-99-99", ""):
        client.set_cookie("everything_saved", nonsense)
        assert client.get("/groups/").status_code == 200


def test_emptying_the_list_of_the_start_page_takes_no_group_off_the_device(phone: Flask) -> None:
    said = phone.test_client().get("/", headers={"Accept-Language": "en"}).text
    assert "under “Everything on this device” they are all still there" in said
    assert "no longer has the links" not in said
    assert "Delete for good" not in said


def test_it_is_said_also_where_a_clock_was_ahead_when_everything_was_saved(
    phone: Flask, file_of_phone: str
) -> None:
    assert file_of_phone
    with phone.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE groups SET created_at = '2020-01-01 00:00:00'"))
    client = phone.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.set_cookie("everything_saved", (today() + timedelta(days=1)).isoformat())
    assert "Last saved" not in client.get("/groups/").text
    assert "For a week nothing has been saved" in client.get("/").text


def test_it_is_said_also_of_a_payment_alone(phone: Flask, file_of_phone: str) -> None:
    assert file_of_phone
    client, due = phone.test_client(), "For a week nothing has been saved"
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    with phone.app_context(), transaction():
        set_columns(EntryRecord, EntryRecord.id > 0, written_at=now() - timedelta(days=12))
    client.set_cookie("everything_saved", (today() - timedelta(days=11)).isoformat())
    assert due not in client.get("/").text
    with phone.app_context():
        group = kept_groups()[0]
        payer, payee = list(people_of(group))[:2]
        payment = Payment(cents=420, payer=payer, payee=payee)
        save_money(group, FormToken(new_key(), group.revision), payment)
    assert due in client.get("/").text


MONEY: dict[str, Any] = {
    "currency": "CHF",
    "costs": [
        {
            "id": "c-pizza",
            "date": "2026-10-02",
            "what": "Pizza",
            "cents": 3000,
            "paid_by": "Anna",
            "shared_by": ["Anna", "Bert", "Clara"],
        }
    ],
    "payments": [
        {"id": "p-1", "date": "2026-10-09", "payer": "Bert", "payee": "Anna", "cents": 500}
    ],
    "settlements": [
        {
            "id": "s-1",
            "date": "2026-10-16",
            "sheets": [],
            "transfers": [{"payer": "Clara", "payee": "Anna", "cents": 1000, "paid": 400}],
        }
    ],
}


def file_of(client: FlaskClient, group: str) -> dict[str, Any]:
    kept: dict[str, Any] = client.get(f"{group}group.json").get_json()
    return kept


def test_a_group_moves_to_a_server_and_back_with_the_same_account(
    phone: Flask, client: FlaskClient, file_of_phone: str
) -> None:
    (group, *_) = json.loads(file_of_phone)["groups"]
    own = phone.test_client()
    first = str(bring(own, json.dumps(group | MONEY | {"id": "a" * 24})).location).split("?")[0]
    sent = file_of(own, first)
    for key, value in MONEY.items():
        assert sent[key] == value
    there = str(bring(client, json.dumps(sent)).location).split("?")[0]
    assert file_of(client, there) == sent
    back = file_of(client, there)
    back["sheets"][0]["version"]["revision"] += 1  # as somebody has played on there
    back["sheets"][0]["sheet"]["title"] = "In the club"
    back["costs"].append(MONEY["costs"][0] | {"id": "c-beer", "what": "Beer"})
    home = str(bring(own, json.dumps(back)).location).split("?")[0]
    assert home == first
    own_file = file_of(own, first)
    assert own_file["sheets"][0].pop("continues")[0]["revision"] > 1  # what it was itself
    assert own_file == back
    assert own.get(f"{first}account/").status_code == 200
    assert count_groups(phone) == 3
