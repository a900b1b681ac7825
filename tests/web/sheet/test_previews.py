"""What chats are told to show beside a link: the picture of a sheet that is over, of no other."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper.services.sheet.opening import open_sheet as open_file
from tests.printing.evenings import evening
from tests.printing.machine_fonts import machine_with
from tests.web.element import page_of
from tests.web.links.test_links import links_of
from tests.web.table import fields_of, play, stop, three_deals

pytestmark = pytest.mark.xdist_group("printing")  # one printing process for all of it

HOUSE = "192.168.7.5"


@pytest.fixture
def sheet(app: Flask, client: FlaskClient) -> str:
    """A sheet of three deals that is over, in a house whose phones can open it."""
    app.config["HOST"] = HOUSE
    sheet = three_deals(client)
    stop(client, sheet)
    return sheet


def tags(client: FlaskClient, address: str) -> Mapping[str, str]:
    """What the page says of itself to whoever shows its link, by name."""
    found = page_of(client.get(address).text).select("meta[property^='og:']")
    return {str(each["property"]): str(each["content"]) for each in found}


def alone(app: Flask, sheet: str) -> str:
    """The address that looks at this sheet and at nothing else."""
    return f"/s/{links_of(app, sheet).sheet}/"


def test_the_link_of_a_sheet_that_is_over_names_its_picture(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    told = tags(client, alone(app, sheet))
    assert told["og:title"].startswith("Klaverjassen · ")
    assert told["og:description"] == "Anna & Clara won"
    assert told["og:image"].startswith(f"http://{HOUSE}{alone(app, sheet)}picture/en.png?v=")
    answer = client.get(told["og:image"].removeprefix(f"http://{HOUSE}"))
    assert answer.mimetype == "image/png"
    with Image.open(BytesIO(answer.data)) as picture:
        size = {name: int(told[f"og:image:{name}"]) for name in ("width", "height")}
        assert picture.size == (size["width"], size["height"])
    again = client.get(told["og:image"], headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_links_of_a_group_and_links_that_write_tell_nothing(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    links = links_of(app, sheet)
    for address in (sheet, f"/g/{links.look}/1/", f"/g/{links.look}/", f"/g/{links.write}/"):
        assert tags(client, address) == {}, address


def test_a_sheet_that_is_played_has_no_picture(app: Flask, client: FlaskClient) -> None:
    app.config["HOST"] = HOUSE
    sheet = three_deals(client)
    assert tags(client, alone(app, sheet)) == {}
    assert client.get(f"{alone(app, sheet)}picture/en.png").status_code == 404


def test_after_a_change_the_picture_has_another_address(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    before = tags(client, alone(app, sheet))["og:image"]
    form = page_of(client.get(sheet).text).select_one('form[action$="/stop"]')
    assert form is not None
    assert client.post(f"{sheet}stop", data=fields_of(form)).status_code == 303
    assert tags(client, alone(app, sheet)) == {}
    play(client, sheet)
    stop(client, sheet)
    assert tags(client, alone(app, sheet))["og:image"] != before


@pytest.mark.parametrize(
    "config", [{"PREVIEWS": False}, {"HOST": "127.0.0.1"}, {"PRINTS": False}], ids=str
)
def test_nothing_is_told_where_the_host_wants_none_or_nobody_could_fetch_it(
    app: Flask, client: FlaskClient, sheet: str, config: Mapping[str, object]
) -> None:
    app.config.update(config)
    assert tags(client, alone(app, sheet)) == {}


@pytest.mark.parametrize("letters", ["", "李小김민"])
def test_a_picture_is_offered_where_the_names_on_it_have_a_font(
    app: Flask, client: FlaskClient, tmp_path: Path, letters: str
) -> None:
    app.config["HOST"] = HOUSE
    with app.app_context():
        file = evening("tapp", 2, players=("李小", "김민", "Anna"), closed=True)
        row = open_file(file, None)
        sheet = f"/g/{row.link}/{row.number}/"
    with machine_with(tmp_path, letters):
        assert ("og:image" in tags(client, alone(app, sheet))) == bool(letters)
        assert ("/picture/" in client.get(f"{sheet}keep").text) == bool(letters)
        answer = client.get(f"{sheet}picture/en.png")
        assert answer.mimetype == ("image/png" if letters else "text/html")
        assert answer.status_code == (200 if letters else 404)


def test_everybody_who_may_look_at_it_gets_it_from_the_page_that_keeps_the_sheet(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    for address in (sheet, alone(app, sheet)):
        link = page_of(client.get(f"{address}keep").text).select_one("a[href$='picture/en.png']")
        assert link is not None
        assert client.get(str(link["href"])).mimetype == "image/png"
    for wrong in ("xx", "EN", "en.pdf"):
        assert client.get(f"{sheet}picture/{wrong}.png").status_code == 404
