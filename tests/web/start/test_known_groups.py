"""The list of groups that a phone keeps goes to another phone, and comes from one."""

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from tests.web.element import Element, page_of
from tests.web.table import open_sheet

HOUSE = "192.168.7.5"
LINK = "aB3" * 8
OWN_SCREEN = {"Host": "localhost:8000"}


@pytest.fixture
def in_house(app: Flask) -> None:
    """The server listens at the address that the phones know."""
    app.config["HOST"] = HOUSE


def code_of(client: FlaskClient, *links: str, host: str = "localhost:8000") -> Element:
    answer = client.post(
        "/known-groups/code", data={"links": ".".join(links)}, headers={"Host": host}
    )
    assert answer.status_code == 200
    return page_of(answer.text)


def picture_of(address: str) -> str:
    code = segno.make(address, error="l", micro=False)
    return code.svg_data_uri(border=4, dark="#000", light="#fff")


@pytest.mark.usefixtures("in_house")
def test_the_code_leads_to_the_start_page_with_the_links_behind_the_hash(
    client: FlaskClient,
) -> None:
    (picture,) = code_of(client, LINK, f"s/{LINK}").select("img")
    there = f"http://{HOUSE}:8000/#tables={LINK}.s/{LINK}"
    assert picture["src"] == picture_of(there)


@pytest.mark.usefixtures("in_house")
def test_a_whole_list_fits_where_the_address_is_short(client: FlaskClient) -> None:
    links = [f"{number:024}" for number in range(30)]
    page = code_of(client, *links)
    (picture,) = page.select("img")
    assert picture["src"] == picture_of(f"http://{HOUSE}:8000/#tables={'.'.join(links)}")
    assert page.select(".notice") == []


def test_what_does_not_fit_is_counted_and_it_is_the_last_that_is_left_out(
    client: FlaskClient,
) -> None:
    links = [f"{number:024}" for number in range(30)]
    host = f"{'x' * 60}.{'y' * 50}.example.org"
    page = code_of(client, *links, host=host)
    (picture,) = page.select("img")
    assert picture["src"] == picture_of(f"http://{host}/#tables={'.'.join(links[:28])}")
    (told,) = page.select(".notice")
    assert "The 2 groups that were opened longest ago do not fit" in told.text


@pytest.mark.parametrize(
    "links",
    ["", ".", f"{LINK}.", f"x/{LINK}", f"{LINK}/1", "ä" * 24, "a" * 65, f"{LINK} {LINK}",
     ".".join([LINK] * 31)],
)  # fmt: skip
def test_what_is_no_link_gets_no_code(client: FlaskClient, links: str) -> None:
    assert client.post("/known-groups/code", data={"links": links}).status_code == 400


def test_the_links_are_in_no_address_that_a_server_writes_down(client: FlaskClient) -> None:
    assert client.get(f"/known-groups/code?links={LINK}").status_code == 405


@pytest.mark.usefixtures("in_house")
def test_the_page_asks_for_a_code_only_where_a_phone_can_come(
    app: Flask, client: FlaskClient
) -> None:
    page = page_of(client.get("/known-groups/", headers=OWN_SCREEN).text)
    (place,) = page.select("#code")
    assert place["data-address"] == "/known-groups/code"
    app.config["HOST"] = "127.0.0.1"
    page = page_of(client.get("/known-groups/", headers=OWN_SCREEN).text)
    assert page.select("#code") == []
    assert "No other phone can open this link yet" in page.text


def test_without_script_the_page_says_what_is_missing(client: FlaskClient) -> None:
    (told,) = page_of(client.get("/known-groups/").text).select(".noscript")
    assert "JavaScript" in told.text


def test_pages_of_a_group_and_of_its_sheets_say_which_group_it_is(client: FlaskClient) -> None:
    first, second = open_sheet(client), open_sheet(client)

    def known_by(address: str) -> object:
        return page_of(client.get(address).text).one("body")["data-group-id"]

    assert known_by(first) == known_by(first.removesuffix("1/"))
    assert known_by(second) != known_by(first)


def test_the_page_of_a_link_that_leads_to_nothing_says_so_to_script(client: FlaskClient) -> None:
    answer = client.get(f"/g/{LINK}/")
    assert answer.status_code == 404
    assert page_of(answer.text).one("body")["data-status"] == "404"
