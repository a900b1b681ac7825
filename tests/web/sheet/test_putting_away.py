"""A sheet that was put away can be brought back where that is said."""

from flask.testing import FlaskClient

from scorekeeper.services.journal.form_token import new_key
from tests.web.element import page_of
from tests.web.table import fields_of, open_sheet, send


def put_away(client: FlaskClient, sheet: str) -> str:
    """Where the browser is led when a sheet is put away."""
    form = page_of(client.get(f"{sheet}keep").text).select_one("form[action$='/away']")
    assert form is not None
    return str(send(client, f"{sheet}away", fields_of(form)).location)


def test_the_list_of_sheets_says_so_and_offers_the_way_back(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    there = put_away(client, sheet)
    page = page_of(client.get(there).text)
    form = page.select_one("main form")
    assert form is not None
    assert "The sheet is archived." in form.text
    assert page.select(f"a[href='{sheet}']") == []
    back = client.post(str(form["action"]), data=fields_of(form))
    assert (back.status_code, back.location) == (303, sheet)
    again = page_of(client.get(there).text)
    assert again.select("main form") == []
    assert len(again.select(f"a[href='{sheet}']")) == 1


def test_an_address_that_names_another_sheet_says_nothing(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    group = put_away(client, sheet).split("?")[0]
    other = open_sheet(client, f"{group}new/klaverjassen")
    for number in (other.split("/")[-2], "0", "-1", "99", "9" * 30, "x", ""):
        page = client.get(f"{group}?put_away={number}")
        assert page.status_code == 200
        assert page_of(page.text).select("main form") == []


def test_a_sheet_that_is_archived_already_is_not_archived_again(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    form = page_of(client.get(f"{sheet}keep").text).one("form[action$='/away']")
    for _ in range(2):  # two phones have the page open
        sent = fields_of(form) | {"key": new_key()}
        assert client.post(str(form["action"]), data=sent).status_code == 303
    history = page_of(client.get(f"{sheet}history").text).text
    assert history.count("Archived") == 1
