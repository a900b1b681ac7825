"""Replacing a link: the old one is dead at once, and nobody who had it comes in any more."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.services.links.writing import Links, links_known
from scorekeeper.services.live.change_watch import current_watch
from scorekeeper.services.live.streams import Event, stream_of_sheet
from scorekeeper.services.sheet.lookup import sheet_by_link
from scorekeeper.store.db import release_connection
from tests.web.element import page_of
from tests.web.table import Form, form_at, open_sheet, play, totals

KINDS = ("write", "look", "sheet")


def links_of(app: Flask, sheet: str) -> Links:
    with app.app_context():
        row = sheet_by_link(sheet.split("/")[2], 1)
        assert row is not None
        known = links_known(row.group, row)
        release_connection()
    return known


def addresses(links: Links) -> dict[str, str]:
    """The address of the sheet by each link."""
    return {
        "write": f"/g/{links.write}/1/",
        "look": f"/g/{links.look}/1/",
        "sheet": f"/s/{links.sheet}/",
    }


def replace(client: FlaskClient, at: str, kind: str) -> TestResponse:
    there = f"{at}links/{kind}"
    return client.post(there, data=form_at(client, there))


@pytest.mark.parametrize("kind", KINDS)
def test_the_old_link_is_dead_at_once_and_the_others_live_on(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    before = links_of(app, sheet)
    for address in addresses(before).values():  # so that it is kept in memory by every link
        assert client.get(address).status_code == 200
    answer = replace(client, sheet, kind)
    assert answer.status_code == 303
    after = links_of(app, str(answer.location))
    dead, live = addresses(before)[kind], addresses(after)
    assert client.get(dead).status_code == 404
    assert client.get(f"{dead}board").status_code == 404
    for address in live.values():
        assert client.get(address).status_code == 200
    unchanged = {each for each in KINDS if getattr(before, each) == getattr(after, each)}
    assert unchanged == {*KINDS} - {kind}
    assert totals(client, live["write"]) == [102, 60]


@pytest.mark.parametrize("kind", KINDS)
def test_what_keeps_a_link_stands_out_and_before_what_ends_it(
    client: FlaskClient, kind: str
) -> None:
    page = page_of(client.get(f"{open_sheet(client)}links/{kind}").text)
    keep, replaced = page.select("main :is(a.button, button)")
    assert (keep.text, replaced.text) == ("Keep it", "Replace it now")
    assert not page.select("main :is(.save, a.button.second)")


def test_the_phone_that_replaces_the_link_follows_it_and_is_told(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    group = sheet.removesuffix("1/")
    asked = page_of(client.get(f"{group}links/write").text)
    assert "every phone that uses it needs the new one" in asked.text
    shown = page_of(client.get(str(replace(client, sheet, "write").location)).text)
    field = shown.select_one("input#link-write")
    assert field is not None
    assert sheet not in str(field["value"])
    assert str(field["value"]).endswith("/1/")
    told = shown.select_one("[role=status]")
    assert told is not None
    assert told.text == "Saved: The link for writing was replaced"


def test_a_double_tap_replaces_the_link_once_and_leads_on_though_the_old_one_is_dead(
    app: Flask, client: FlaskClient
) -> None:
    sheet = open_sheet(client)
    there = f"{sheet}links/write"
    form = form_at(client, there)
    first, second = (client.post(there, data=form) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    assert client.get(str(first.location)).status_code == 200
    assert client.post(there, data=form | {"key": "x" * 32}).status_code == 404
    assert client.get(there).status_code == 404


def test_no_form_of_before_leads_to_the_new_link(client: FlaskClient) -> None:
    """Whoever has lost the link by intent may still have the forms by which they got it."""
    opening = form_at(client, "/new/klaverjassen")
    names = {f"name_{seat}": name for seat, name in enumerate(("A", "B", "C", "D"))}
    sheet = str(client.post("/new/klaverjassen", data=opening | names).location)
    group = sheet.removesuffix("1/")
    naming = form_at(client, f"{group}name") | {"name": "Friday"}
    assert client.post(f"{group}name", data=naming).status_code == 303
    replacing = form_at(client, f"{sheet}links/write")
    once = str(client.post(f"{sheet}links/write", data=replacing).location).split("share")[0]
    twice = str(replace(client, once, "write").location).split("/")[2]
    archive = '{"format": "scorekeeper-group/1", "people": ["A", "B"], "sheets": []}'
    sent: list[tuple[str, Form]] = [
        ("/new/klaverjassen", opening | names),
        ("/import", {"key": opening["key"], "text": archive}),
        ("/import", {"key": naming["key"], "text": archive}),
        ("/import", {"key": replacing["key"], "text": archive}),
        (f"{sheet}links/write", replacing),
        (f"{once}links/write", replacing),
    ]
    for address, form in sent:
        answer = client.post(address, data=form)
        assert twice not in str(answer.location), address
        assert twice not in answer.text, address


def test_the_history_says_that_a_link_was_replaced_and_by_whom_but_never_the_link(
    app: Flask, client: FlaskClient, database: Path
) -> None:
    sheet = open_sheet(client)
    client.post(f"{sheet}holder", data={"holder": "Anna"})
    for kind in KINDS:
        before = links_of(app, sheet)
        sheet = str(replace(client, sheet, kind).location).split("share")[0]
        after = links_of(app, sheet)
    group = sheet.removesuffix("1/")
    history = client.get(f"{group}history").text
    lines = page_of(history).select("ol.history li")
    assert ["Anna" in line.text for line in lines] == [True] * 3
    assert [line.select_one("p + p").text for line in lines] == [  # type: ignore[union-attr]
        "The link for looking at this sheet alone was replaced",
        "The link for looking at the group was replaced",
        "The link for writing was replaced",
    ]
    assert "<form" not in history
    kept = client.get(f"{group}group.json").text + client.get(f"{sheet}sheet.json").text
    with closing(sqlite3.connect(database)) as connection:
        kept += str(connection.execute("SELECT * FROM group_entries").fetchall())
    for links in (before, after):
        assert not any(getattr(links, kind) in kept for kind in KINDS)


def test_replacing_a_link_cannot_be_undone(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    group = str(replace(client, sheet, "look").location).split("1/share")[0]
    form = form_at(client, f"{group}name") | {"undone": "2"}
    answer = client.post(f"{group}undo", data=form)
    assert answer.status_code == 422
    assert "does not come back" in answer.text


@pytest.mark.parametrize("kind", KINDS)
def test_the_streams_of_the_old_link_end_and_no_others(
    app: Flask, client: FlaskClient, kind: str
) -> None:
    sheet = open_sheet(client)
    before = links_of(app, sheet)
    with app.app_context():
        row = sheet_by_link(str(before.write), 1)
        assert row is not None
        streams = {each: stream_of_sheet(row, str(getattr(before, each))) for each in KINDS}
        hub = current_watch().hub
        assert all(hub.open(stream, streams_at_most=3) for stream in streams.values())
        release_connection()
    replace(client, sheet, kind)
    ended = {each for each, stream in streams.items() if Event.ENDED in stream.wait(0)}
    assert ended == {kind}


def test_only_links_there_are_can_be_replaced(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    group = sheet.removesuffix("1/")
    assert client.get(f"{group}links/sheet").status_code == 404
    assert client.get(f"{sheet}links/sheet").status_code == 200
    assert client.get(f"{sheet}links/other").status_code == 404
