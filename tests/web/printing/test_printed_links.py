"""Whoever prints a sheet, or its host, chooses whether the paper leads to it: by no other link."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.printing.printed import Printed
from tests.web.element import page_of
from tests.web.links.test_links import addresses, links_of
from tests.web.table import open_sheet, play

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

HOUSE = "192.168.7.5"


@pytest.fixture
def sheet(app: Flask, client: FlaskClient) -> str:
    """A sheet of one deal in a house whose phones can open it."""
    app.config["HOST"] = HOUSE
    sheet = open_sheet(client)
    play(client, sheet)
    return sheet


def codes(client: FlaskClient, document: str) -> list[str]:
    """The addresses that the QR codes of a document lead to."""
    answer = client.get(document)
    assert answer.status_code == 200, answer.text
    return [
        each.removeprefix("QR code: ") for each in Printed(answer.data).pictures if "QR" in each
    ]


def documents(client: FlaskClient, page: str) -> list[str]:
    """The documents of the sheet that its page offers."""
    found = page_of(client.get(page).text).select("main a[href*='/paper/a']")
    return [str(link["href"]) for link in found]


def test_every_phone_prints_the_link_that_looks_at_this_sheet_alone_if_it_chooses_so(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    links = links_of(app, sheet)
    for address in addresses(links).values():
        offered = documents(client, f"{address}keep?code=1")
        assert offered
        assert all(each.endswith(".pdf?code=1") for each in offered)
    document = next(each for each in offered if each.endswith("a5/en.pdf?code=1"))
    assert codes(client, document) == [f"http://{HOUSE}/s/{links.sheet}/"]
    by_writing_link = document.replace(f"/s/{links.sheet}/", f"/g/{links.write}/1/")
    assert client.get(by_writing_link).headers["ETag"] == client.get(document).headers["ETag"]


def test_no_paper_leads_to_a_sheet_unless_somebody_wants_it(
    client: FlaskClient, sheet: str
) -> None:
    page = page_of(client.get(f"{sheet}keep").text)
    chosen = page.select_one("main [aria-current=true]")
    assert chosen is not None
    assert chosen.text == "Without a QR code"
    assert page.select_one(f'main a[href="{sheet}keep?code=1#paper"]')
    assert all(each.endswith(".pdf") for each in documents(client, f"{sheet}keep"))
    assert codes(client, f"{sheet}paper/a5/en.pdf") == []


def test_a_host_may_have_it_on_every_paper_and_a_phone_leave_it_out(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    app.config["PRINTED_LINK"] = True
    assert len(codes(client, f"{sheet}paper/a5/en.pdf")) == 1
    assert all(each.endswith(".pdf") for each in documents(client, f"{sheet}keep"))
    without = documents(client, f"{sheet}keep?code=0")
    assert all(each.endswith(".pdf?code=0") for each in without)
    assert codes(client, without[0]) == []


def test_where_no_phone_can_open_the_sheet_there_is_no_code_and_the_page_says_why(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    app.config["HOST"] = "127.0.0.1"
    app.config["PRINTED_LINK"] = True
    page = page_of(client.get(f"{sheet}keep").text)
    assert "No QR code of this sheet can be printed" in page.text
    assert page.select("main [aria-current]") == []
    assert codes(client, f"{sheet}paper/a5/en.pdf?code=1") == []


@pytest.mark.parametrize("code", ["", "2", "yes", "\u0661"])
def test_any_other_choice_is_that_of_the_host(client: FlaskClient, sheet: str, code: str) -> None:
    page = page_of(client.get(f"{sheet}keep", query_string={"code": code}).text)
    assert [each.text for each in page.select("main [aria-current=true]")] == ["Without a QR code"]
