"""Sheets without a title are told apart by the day, and on one day by their number."""

from datetime import timedelta
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pypdf import PdfReader
from sqlalchemy import update

from scorekeeper.core.codec import record_of
from scorekeeper.files import sheet as sheet_files
from scorekeeper.files.sheet import Details
from scorekeeper.i18n.messages import messages_in
from scorekeeper.store.db import execute, transaction
from scorekeeper.store.tables import SheetRecord, now
from tests.files.details import DETAILS
from tests.web.counting import queries
from tests.web.element import page_of
from tests.web.table import form_at, open_sheet


@pytest.fixture
def group(client: FlaskClient) -> str:
    """Three sheets of today."""
    group = open_sheet(client).removesuffix("1/")
    for _ in range(2):
        open_sheet(client, f"{group}new/klaverjassen")
    return group


def title(client: FlaskClient, sheet: str) -> str:
    found = page_of(client.get(sheet).text).select_one("h1 small")
    assert found is not None
    return found.text


def listed(client: FlaskClient, group: str) -> list[str]:
    """The titles in the list of sheets, oldest first."""
    return [each.text for each in page_of(client.get(group).text).select(".cards strong small")][
        ::-1
    ]


def kept(client: FlaskClient, sheet: str) -> dict[str, str]:
    """The details in the file of the sheet."""
    data = client.get(f"{sheet}sheet.json").get_json()
    return {key: data[key] for key in DETAILS if key in data}


def rename(client: FlaskClient, sheet: str, **head: str) -> None:
    form = form_at(client, f"{sheet}keep") | head
    assert client.post(f"{sheet}keep", data=form).status_code == 303


def test_sheets_of_one_day_have_different_titles_wherever_they_are_shown(
    client: FlaskClient, group: str
) -> None:
    titles = [title(client, f"{group}{number}/") for number in (1, 2, 3)]
    day = titles[0].removeprefix("Sheet of ")
    assert titles == [f"Sheet of {day}", f"Sheet 2 of {day}", f"Sheet 3 of {day}"]
    assert listed(client, group) == titles
    assert titles[2] in page_of(client.get(f"{group}3/").text).one("title").text
    paper = client.get(f"{group}2/paper/a4/de.pdf").data
    assert "Zettel 2 vom" in PdfReader(BytesIO(paper)).pages[0].extract_text()


def test_a_title_that_was_given_is_all_that_is_said(client: FlaskClient, group: str) -> None:
    before = listed(client, group)
    rename(client, f"{group}2/", title="Final")
    assert listed(client, group) == [before[0], "Final", before[2]]
    assert title(client, f"{group}2/") == "Final"


def test_a_new_title_erases_no_other_detail(client: FlaskClient) -> None:
    sheet = open_sheet(client, **DETAILS)
    rename(client, sheet, title="Final")
    assert kept(client, sheet) == DETAILS | {"title": "Final"}
    drawn_before = form_at(client, f"{sheet}keep")
    for key in DETAILS.keys() - {"title"}:
        del drawn_before[key]
    assert client.post(f"{sheet}keep", data=drawn_before | {"title": "Last"}).status_code == 303
    assert kept(client, sheet) == DETAILS | {"title": "Last"}


@pytest.mark.parametrize("key", DETAILS)
def test_a_detail_that_is_taken_back_is_gone_and_stands_in_the_changes(
    client: FlaskClient, key: str
) -> None:
    sheet = open_sheet(client, **DETAILS)
    rename(client, sheet, **{key: ""})
    assert kept(client, sheet) == {name: said for name, said in DETAILS.items() if name != key}
    latest = page_of(client.get(f"{sheet}history").text).one(".history li")
    _, before, after = (part.texts[-1].strip() for part in latest.select("p"))
    assert len(before) > len(after) > 0


@pytest.mark.parametrize("key", DETAILS)
def test_every_detail_is_on_the_page_on_paper_and_in_the_text_for_a_chat(
    client: FlaskClient, key: str
) -> None:
    """In its own place, or noted behind its name."""
    sheet = open_sheet(client, **DETAILS)
    details: Details = record_of(Details).read(DETAILS, 0)
    english, german = (details.told(messages_in(each))[key] for each in ("en", "de"))
    page, keep = (page_of(client.get(each).text) for each in (sheet, f"{sheet}keep"))
    read = " ".join((page.one("main").text, page.one("h1").text))
    assert english in read or key == "date"  # the day stands on the page of its group
    assert english in keep.one("#result-text").text
    paper = client.get(f"{sheet}paper/a4/de.pdf").data
    assert german in PdfReader(BytesIO(paper)).pages[0].extract_text()


def test_a_detail_without_a_place_above_the_sheet_is_noted_on_page_and_paper(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_files, "ABOVE", ("date",))
    sheet = open_sheet(client, title="Café Zoë")
    noted = page_of(client.get(sheet).text).one("#house dl")
    assert [part.text for part in noted.select("dt, dd")] == ["Title", "Café Zoë"]
    paper = client.get(f"{sheet}paper/a4/de.pdf").data
    assert "Titel: Café Zoë" in PdfReader(BytesIO(paper)).pages[0].extract_text()
    rename(client, sheet, title="")
    assert page_of(client.get(sheet).text).select("#house dl") == []


def test_a_sheet_of_another_day_is_not_counted(app: Flask, client: FlaskClient, group: str) -> None:
    with app.app_context(), transaction():
        first = update(SheetRecord).where(SheetRecord.number == 1)
        execute(first.values(created_at=now() - timedelta(days=3)))
    rename(client, f"{group}3/", date="2020-02-02")
    assert [each.split(" of ")[0] for each in listed(client, group)] == ["Sheet"] * 3


def test_the_list_asks_for_all_of_them_at_once(app: Flask, client: FlaskClient, group: str) -> None:
    with queries(app) as few:
        client.get(group)
    for _ in range(3):
        open_sheet(client, f"{group}new/klaverjassen")
    with queries(app) as more:
        client.get(group)
    assert len(listed(client, group)) == 6
    assert len(more) == len(few)
