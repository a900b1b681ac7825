"""Who else is writing: on the board of the others, stored nowhere, moving no revision."""

from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.counting import queries
from tests.web.element import page_of
from tests.web.table import entry_form, open_sheet, play

ANN, BEN, CLEO, DORA, EVE = (f"{each:016x}" for each in range(1, 6))
FOREIGN = {"Sec-Fetch-Site": "cross-site"}


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    """A sheet with one deal on it."""
    address = open_sheet(client)
    play(client, address)
    return address


def phone(app: Flask, number: str | None, name: str = "") -> FlaskClient:
    found = app.test_client()
    found.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    if number is not None:
        found.set_cookie("phone", number)
    if name:
        found.set_cookie("holder", name)
    return found


@pytest.fixture
def ann(app: Flask) -> FlaskClient:
    return phone(app, ANN, "Ann")


@pytest.fixture
def ben(app: Flask) -> FlaskClient:
    return phone(app, BEN, "Ben")


def writes(client: FlaskClient, sheet: str, **fields: str) -> None:
    """The phone says that somebody writes with it: the next deal, unless *fields* say otherwise."""
    about = fields or {"round": "new", "based_on": entry_form(client, sheet)["based_on"]}
    answer = client.post(f"{sheet}writing", data=about)
    assert (answer.status_code, answer.data) == (204, b"")


def shown(client: FlaskClient, sheet: str, page: str = "board") -> str:
    line = page_of(client.get(f"{sheet}{page}").text).select_one("#writing")
    assert line is not None
    assert line["role"] == "status"
    return line.text.strip()


@pytest.mark.parametrize("address", ["", "board", "table"])
def test_the_others_see_it_until_it_is_over(
    sheet: str, ann: FlaskClient, ben: FlaskClient, address: str
) -> None:
    assert shown(ann, sheet, address) == ""
    writes(ben, sheet)
    assert shown(ann, sheet, address) == "Ben is entering deal 2"
    assert shown(ben, sheet, address) == ""
    writes(ben, sheet, done="1")
    assert shown(ann, sheet, address) == ""


def test_whoever_has_saved_writes_no_longer(sheet: str, ann: FlaskClient, ben: FlaskClient) -> None:
    writes(ben, sheet)
    play(ben, sheet)
    assert shown(ann, sheet) == ""


def test_it_says_what_is_written(app: Flask, sheet: str, ann: FlaskClient) -> None:
    ben, somebody = phone(app, BEN, "Ben"), phone(app, BEN)
    for fields, sentences in (
        ({"round": "1"}, ("Ben is correcting deal 1", "Somebody is correcting deal 1")),
        ({"round": "99"}, ("Ben is writing", "Somebody is writing")),
        ({"round": "after"}, ("Ben is writing", "Somebody is writing")),
        ({"round": "9" * 30}, ("Ben is writing", "Somebody is writing")),
        ({"round": "new", "based_on": "0"}, ("Ben is writing", "Somebody is writing")),
        ({}, ("Ben is entering deal 2", "Somebody is entering deal 2")),
    ):
        for other, sentence in zip((ben, somebody), sentences, strict=True):
            writes(other, sheet, **fields)
            assert shown(ann, sheet) == sentence


def test_it_says_where_both_write_the_same(app: Flask, sheet: str, ann: FlaskClient) -> None:
    ben, somebody = phone(app, BEN, "Ben"), phone(app, BEN)
    writes(ann, sheet)
    writes(ben, sheet)
    assert shown(ann, sheet) == "Ben is entering deal 2, too"
    assert shown(ben, sheet) == "Ann is entering deal 2, too"
    writes(somebody, sheet)
    assert shown(ann, sheet) == "Somebody else is entering deal 2, too"
    writes(somebody, sheet, round="1")
    assert shown(ann, sheet) == "Somebody is correcting deal 1"
    writes(ann, sheet, round="1")
    assert shown(ann, sheet) == "Somebody else is correcting deal 1, too"
    assert shown(somebody, sheet) == "Ann is correcting deal 1, too"


def test_a_form_that_the_sheet_has_left_behind_names_no_deal(
    sheet: str, ann: FlaskClient, ben: FlaskClient
) -> None:
    writes(ben, sheet)
    play(ann, sheet)
    assert shown(ann, sheet) == "Ben is writing"


def test_several_are_counted_and_named(app: Flask, sheet: str, ann: FlaskClient) -> None:
    for number, name, sentence in (
        (BEN, "", "Somebody is entering deal 2"),
        (CLEO, "", "2 people are writing"),
        (CLEO, "Cleo", "2 people are writing, among them Cleo"),
        (BEN, "Ben", "2 people are writing: Ben and Cleo"),
        (DORA, "Dora", "3 people are writing: Ben, Cleo and Dora"),
        (EVE, "Eve", "4 people are writing, among them Ben, Cleo and Dora"),
    ):
        writes(phone(app, number, name), sheet)
        assert shown(ann, sheet) == sentence
    stranger = phone(app, None)
    assert shown(stranger, sheet).startswith("4 people are writing")


def test_no_304_hides_it(sheet: str, ann: FlaskClient, ben: FlaskClient) -> None:
    def asked(tag: str) -> tuple[int, str]:
        answer = ann.get(f"{sheet}board", headers={"If-None-Match": tag})
        return answer.status_code, answer.headers["ETag"]

    status, nobody = asked("")
    assert (status, asked(nobody)) == (200, (304, nobody))
    writes(ben, sheet)
    status, entering = asked(nobody)
    assert (status, asked(entering)) == (200, (304, entering))
    assert entering.strip('W/"').partition(".")[0] == nobody.strip('W/"')
    writes(ann, sheet)
    status, too = asked(entering)
    assert (status, asked(too)) == (200, (304, too))
    writes(ben, sheet, done="1")
    assert asked(nobody) == (304, nobody)


def test_nothing_is_stored_and_one_query_asked(app: Flask, sheet: str, ben: FlaskClient) -> None:
    form = entry_form(ben, sheet)
    history = ben.get(f"{sheet}history").text
    with queries(app) as asked:
        writes(ben, sheet, round="new", based_on=form["based_on"])
        writes(ben, sheet, done="1")
    assert [each.split()[0] for each in asked] == ["SELECT", "SELECT"]
    assert entry_form(ben, sheet)["based_on"] == form["based_on"]
    assert ben.get(f"{sheet}history").text == history


@pytest.mark.parametrize("number", [None, "", "x", "0" * 17, "0" * 15 + "\u0661", "A" * 16])
def test_a_phone_without_an_id_of_ours_is_not_noted(
    app: Flask, sheet: str, ann: FlaskClient, number: str | None
) -> None:
    writes(phone(app, number, "Ben"), sheet)
    assert shown(ann, sheet) == ""


def test_other_sites_and_wrong_links_are_refused(sheet: str, ann: FlaskClient, app: Flask) -> None:
    ben = phone(app, BEN)
    about = {"round": "1"}
    assert ben.post(f"{sheet}writing", data=about, headers=FOREIGN).status_code == 403
    assert ben.post("/g/nobody/1/writing", data=about).status_code == 404
    assert ben.get(f"{sheet}writing").status_code == 405
    assert shown(ann, sheet) == ""


def test_a_name_is_text(app: Flask, sheet: str, ann: FlaskClient) -> None:
    writes(phone(app, BEN, "%3Cb%3EBen"), sheet)
    assert shown(ann, sheet) == "<b>Ben is entering deal 2"


def test_links_that_look_see_it_and_say_nothing(
    sheet: str, ann: FlaskClient, ben: FlaskClient
) -> None:
    writes(ben, sheet)
    page = page_of(ben.get(f"{sheet}share").text)
    links = [urlsplit(str(each["value"])).path for each in page.select("input[readonly]")]
    group, alone = (link for link in links if link != sheet)
    for address in (f"{group}1/", alone):
        assert shown(ann, address, "table") == "Ben is entering deal 2"
        assert ann.post(f"{address}writing", data={"round": "1"}).status_code in (403, 404)
        assert ann.post(f"{address}holder", data={"holder": "Eve"}).status_code in (403, 404)
        assert ann.get(f"{address}holder").status_code in (403, 404)
    assert shown(ben, sheet) == ""
