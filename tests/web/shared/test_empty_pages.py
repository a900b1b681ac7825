"""A page with nothing on it says what to do next, and leads there."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.store.db import execute
from scorekeeper.store.tables import GroupRecord, SheetRecord
from tests.web.element import page_of
from tests.web.table import fields_of, open_sheet

FROM_WHERE = "sheets that are played for money"


@pytest.fixture
def empty(client: FlaskClient) -> str:
    """The address of a group whose only sheet is archived."""
    sheet = open_sheet(client)
    away = page_of(client.get(f"{sheet}keep").text).select("form[action$='/away']")[0]
    assert client.post(str(away["action"]), data=fields_of(away)).status_code == 303
    return sheet.removesuffix("1/")


def said(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return page_of(answer.text).select("main")[0].text


def led_to(client: FlaskClient, address: str) -> set[str]:
    """Where links in the middle of a page lead."""
    page = page_of(client.get(address).text)
    return {str(each["href"]) for each in page.select("main p > a, main ul.games a")}


def test_a_group_without_sheets_leads_to_the_games(client: FlaskClient, empty: str) -> None:
    assert "Choose a game below" in said(client, empty)
    assert f"{empty}new/klaverjassen" in led_to(client, empty)


def test_who_only_looks_is_not_told_to_choose(app: Flask, client: FlaskClient, empty: str) -> None:
    with app.app_context():
        look = execute(select(GroupRecord.look_link)).scalar_one()
    assert "There is no sheet here at the moment." in said(client, f"/g/{look}/")
    assert "Choose" not in said(client, f"/g/{look}/")


def test_an_archive_without_sheets_says_how_one_comes_there(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    assert "under “Send, print, keep”" in said(client, f"{group}?away=1")
    assert group in led_to(client, f"{group}?away=1")


def test_an_account_without_money_says_where_money_comes_from(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    assert FROM_WHERE in said(client, f"{group}account/")
    assert "Nobody owes" not in said(client, f"{group}account/")
    person = page_of(client.get(f"{group}account/").text).select(".balances a")[0]["href"]
    for address in (f"{group}bill/", str(person)):
        assert FROM_WHERE in said(client, address)
        assert f"{group}account/" in led_to(client, address)


def test_an_account_on_which_all_is_even_says_so(client: FlaskClient) -> None:
    group = open_sheet(client, stake_cents="5", stake_per="10").removesuffix("1/")
    assert "Nobody owes" in said(client, f"{group}account/")


def test_a_group_of_which_nothing_was_written_leads_to_its_sheets(client: FlaskClient) -> None:
    group = open_sheet(client).removesuffix("1/")
    assert group in led_to(client, f"{group}history")


def test_a_sheet_without_a_stake_leads_to_where_one_is_agreed_on(
    app: Flask, client: FlaskClient
) -> None:
    sheet = open_sheet(client)
    assert f"{sheet}house" in led_to(client, f"{sheet}money")
    with app.app_context():
        look = execute(select(SheetRecord.look_link)).scalar_one()
    assert not led_to(client, f"/s/{look}/money")


def test_a_curve_without_deals_leads_back_to_the_sheet(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    assert sheet in led_to(client, f"{sheet}keep")


def test_who_looks_at_a_sheet_without_deals_is_told_that_there_is_none(
    app: Flask, client: FlaskClient
) -> None:
    sheet = open_sheet(client)
    with app.app_context():
        look = execute(select(SheetRecord.look_link)).scalar_one()
    assert "No deal yet." in said(client, f"/s/{look}/")
    assert "No deal yet." not in said(client, sheet), "whoever may write has the form there"
