"""The result for the chat: its text, and the link in it, which only looks at this sheet."""

import re

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.links.writing import Links
from tests.web.element import page_of
from tests.web.links.test_links import addresses, links_of
from tests.web.table import form_at, open_sheet, play, stop

HOUSE = "192.168.7.5"


@pytest.fixture
def sheet(app: Flask, client: FlaskClient) -> str:
    """A sheet of one deal that is over, in a house whose phones can open it."""
    app.config["HOST"] = HOUSE
    sheet = open_sheet(client, title="Friday")
    play(client, sheet)
    stop(client, sheet)
    return sheet


def text_at(client: FlaskClient, address: str) -> str:
    field = page_of(client.get(address).text).select_one("textarea#result-text[readonly]")
    assert field is not None
    return field.text.removeprefix("\n")


def test_every_phone_sends_the_link_that_looks_at_this_sheet_alone_from_its_end(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    links = links_of(app, sheet)
    looking = f"http://{HOUSE}/s/{links.sheet}/"
    for address in addresses(links).values():
        text = text_at(client, address)
        assert text.startswith("Klaverjassen, Friday, ")
        assert "Anna & Clara 102, Bert & Dirk 60\n" in text
        assert re.findall(r"https?://\S+", text) == [looking]
        assert text_at(client, f"{address}keep") == text
        assert text_at(client, f"{address}board") == text
    assert client.get(looking).status_code == 200


def test_the_link_is_the_one_that_holds_now(app: Flask, client: FlaskClient, sheet: str) -> None:
    before = links_of(app, sheet)
    there = f"{sheet}links/sheet"
    assert client.post(there, data=form_at(client, there)).status_code == 303
    after = links_of(app, sheet)
    text = text_at(client, sheet)
    assert str(before.sheet) not in text
    assert str(after.sheet) in text


def test_the_page_that_shares_a_sheet_leads_to_how_it_stands(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    page = page_of(client.get(f"{sheet}share").text)
    assert page.select_one(f'main a[href="{sheet}keep#result"]')
    assert "\nAfter deal 1\n" in text_at(client, f"{sheet}keep") + "\n"
    assert page_of(client.get(sheet).text).select("#result-text") == []


def test_where_no_phone_can_open_the_link_the_text_has_none_and_the_page_says_why(
    app: Flask, client: FlaskClient
) -> None:
    app.config["HOST"] = "127.0.0.1"
    sheet = open_sheet(client)
    play(client, sheet)
    stop(client, sheet)
    assert "http" not in text_at(client, sheet)
    assert "http" not in text_at(client, f"{sheet}keep")
    assert "no other phone could open it" in page_of(client.get(f"{sheet}keep").text).text


def code_on_table(client: FlaskClient, address: str) -> str | None:
    image = page_of(client.get(f"{address}table").text).select_one("#look img")
    return None if image is None else str(image["src"])


def code_for(links: Links) -> str:
    made = segno.make(f"http://{HOUSE}/s/{links.sheet}/", error="m")
    return str(made.svg_data_uri(border=4, dark="#000", light="#fff"))


def test_the_table_view_shows_everybody_the_code_for_looking_at_this_sheet(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    before = links_of(app, sheet)
    assert {code_on_table(client, each) for each in addresses(before).values()} == {
        code_for(before)
    }
    there = f"{sheet}links/sheet"
    tag = client.get(f"{sheet}table").headers["ETag"]
    assert client.post(there, data=form_at(client, there)).status_code == 303
    assert client.get(f"{sheet}table", headers={"If-None-Match": tag}).status_code == 200
    assert code_on_table(client, sheet) == code_for(links_of(app, sheet)) != code_for(before)
    assert page_of(client.get(sheet).text).select("#look") == []
    app.config["HOST"] = "127.0.0.1"
    assert code_on_table(client, sheet) is None


@pytest.mark.parametrize("part", ["curve", "paper", "result", "title"])
def test_what_was_a_page_of_its_own_leads_to_where_it_stands_now(
    app: Flask, client: FlaskClient, sheet: str, part: str
) -> None:
    """The address of the page that only looks at this sheet leads there, too."""
    for address in addresses(links_of(app, sheet)).values():
        answer = client.get(f"{address}{part}?code=1")
        opened = "&part=title" if part == "title" else ""
        there = f"{address}keep?code=1{opened}#{part}"
        assert (answer.status_code, answer.location) == (303, there)
    shown = page_of(client.get(f"{sheet}keep?part={part}").text)
    assert shown.select_one(f"main #{part}")
    assert bool(shown.select_one("#title[open]")) == (part == "title")


def test_a_form_of_the_page_of_the_title_is_still_taken(client: FlaskClient, sheet: str) -> None:
    form = form_at(client, f"{sheet}keep") | {"title": "Final"}
    assert client.post(f"{sheet}title", data=form).status_code == 303
    assert page_of(client.get(sheet).text).one("h1 small").text == "Final"
