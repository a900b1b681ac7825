"""Whose phone this is: said by one touch, repeated by the history, and an authority for nothing."""

from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.store.db import execute, release_connection
from scorekeeper.store.tables import GroupEntryRecord
from tests.web.element import page_of
from tests.web.money import ANNA, BERT, sent
from tests.web.table import NAMES, entry_form, fields_of, form_at, open_sheet, play

ODD_NAMES = ("Zoë", "Łukasz", "👩‍💻", "<b>Ann & \"Bo'</b>", "a; b=c, d", "50 % Ida", "دانا")


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return open_sheet(client)


def said(client: FlaskClient, sheet: str, name: str) -> None:
    assert client.post(f"{sheet}holder", data={"holder": name}).location == sheet


def last_author(client: FlaskClient, sheet: str) -> str:
    """What the history says behind the moment of its latest entry."""
    line = page_of(client.get(f"{sheet}history").text).select_one(".history small")
    assert line is not None
    return line.text.partition(" · ")[2]


def test_everybody_at_the_table_has_a_button(client: FlaskClient, sheet: str) -> None:
    page = page_of(client.get(f"{sheet}holder").text)
    assert [each["value"] for each in page.select("main .acts button")] == list(NAMES)
    assert page.select("[aria-pressed]") == []
    said(client, sheet, "Clara")
    page = page_of(client.get(f"{sheet}holder").text)
    assert [each.text for each in page.select("[aria-pressed]")] == ["Clara"]
    assert form_at(client, f"{sheet}holder", 1) == {"holder": ""}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_the_history_repeats_any_name(client: FlaskClient, sheet: str, name: str) -> None:
    said(client, sheet, name)
    cookie = client.get_cookie("holder")
    assert cookie is not None
    assert cookie.value.isascii()
    play(client, sheet)
    assert last_author(client, sheet) == name
    assert form_at(client, f"{sheet}holder", 1) == {"holder": name}
    link = page_of(client.get(f"{sheet}history").text).select_one("main .aside a")
    assert link is not None
    assert name in link.text.translate({0x2068: None, 0x2069: None})
    assert link["href"] == f"{sheet}holder"


def test_a_name_can_be_forgotten(client: FlaskClient, sheet: str) -> None:
    said(client, sheet, "Bert")
    play(client, sheet)
    buttons = page_of(client.get(f"{sheet}holder").text).select("main button")
    assert (buttons[-1].text, buttons[-1]["value"]) == ("Forget the name", "")
    said(client, sheet, "")
    play(client, sheet)
    authors = page_of(client.get(f"{sheet}history").text).select(".history small")
    assert ["Bert" in each.text for each in authors[:2]] == [False, True]
    cookie = client.get_cookie("holder")
    assert cookie is not None  # nobody is an answer, too: script does not ask again
    assert not cookie.http_only


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("x" * 60, "x" * 40), ("  Ida \u202e", "Ida"), ("a\nb", ""), ("\x00", ""), ("\u2028", "")],
)
def test_a_name_is_cut_and_cleaned(client: FlaskClient, sheet: str, sent: str, kept: str) -> None:
    said(client, sheet, sent)
    play(client, sheet)
    assert last_author(client, sheet) == kept
    client.set_cookie("holder", quote(sent))
    play(client, sheet)
    assert last_author(client, sheet) == kept


def test_a_name_from_an_older_version_is_still_known(app: Flask, sheet: str) -> None:
    phone = app.test_client(use_cookies=False)
    phone.environ_base["HTTP_COOKIE"] = 'holder="Zo\\303\\253"'
    play(phone, sheet)
    assert last_author(phone, sheet) == "Zoë"


def test_every_entry_of_a_group_carries_the_name(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    said(client, sheet, "Zoë")
    group = sheet.removesuffix("1/")
    for page, shares, values in (
        ("name", (), {"name": "Our table"}),
        ("people", (), {"name": "Fritz"}),
        ("account/costs/new", (ANNA, BERT), {"what": "Tea", "amount": "8", "paid_by": ANNA}),
        ("account/payments/new", (), {"payer": BERT, "payee": ANNA, "amount": "3"}),
    ):
        form = form_at(client, f"{group}{page}")
        assert sent(client, f"{group}{page}", form, shares, **values).status_code == 303, page
    settling = page_of(client.get(f"{group}account/").text).select_one("form:has([name=list])")
    assert settling is not None
    form = fields_of(settling)
    assert client.post(f"{group}account/settlements", data=form).status_code == 303
    with app.app_context():
        authors = set(execute(select(GroupEntryRecord.author)).scalars())
        release_connection()
    assert authors == {"Zoë"}
    lines = page_of(client.get(f"{group}history").text).select(".history small")
    assert len(lines) == 5
    assert all(line.text.endswith("· Zoë") for line in lines)


def test_a_new_sheet_and_a_copy_are_opened_by_that_name(client: FlaskClient, sheet: str) -> None:
    said(client, sheet, "Zoë")
    opened = open_sheet(client, f"{sheet.removesuffix('1/')}new/klaverjassen")
    play(client, opened)
    form = form_at(client, f"{opened}house") | {"deals": "open", "confirmed": "1"}
    copy = client.post(f"{opened}house", data=form)
    assert copy.status_code == 303
    for address in (opened, str(copy.location)):
        lines = page_of(client.get(f"{address}history").text).select(".history small")
        assert len(lines) == 4
        assert all(line.text.endswith("· Zoë") for line in lines)


def test_the_name_moves_nothing(client: FlaskClient, sheet: str) -> None:
    before = entry_form(client, sheet)["based_on"]
    said(client, sheet, "Anna")
    assert entry_form(client, sheet)["based_on"] == before
    changes = page_of(client.get(f"{sheet}history").text)
    assert changes.select_one(f'main a[href="{sheet}holder"]')
