"""A group counts its money in a currency of its own, and everything that shows money follows."""

import csv
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.printing.printed import Printed
from tests.web.element import Element, page_of
from tests.web.group.test_group_name import all_said
from tests.web.table import deals, fields_of, form_at, open_sheet, payments, play, problems, stop

STAKE = {"stake_cents": "10", "stake_per": "100"}


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


def describe(client: FlaskClient, group: str, **wanted: str) -> Any:
    return client.post(f"{group}name", data=form_at(client, f"{group}name") | wanted)


def choose(client: FlaskClient, group: str, code: str) -> None:
    assert describe(client, group, currency=code).status_code == 303


def tapp_sheet(client: FlaskClient, group: str) -> str:
    """A sheet whose points are money, in the smallest unit of the currency."""
    return open_sheet(client, f"{group}new/tapp", house_unit_cents="50")


def agree(client: FlaskClient, sheet: str, **points: str) -> Any:
    address = f"{sheet}rounds/new/agreed"
    form = form_at(client, address) | {"deal": "beside", "why": "late", "minus_1": "1"} | points
    return client.post(address, data=form)


def changes(client: FlaskClient, group: str) -> list[list[str]]:
    """What was changed, latest first: what it is about, the old and the new."""
    lines = page_of(client.get(f"{group}name").text).select(".history li")
    return [
        [line.one("strong").text]
        + [each.text.split(maxsplit=1)[-1] for each in line.select("p")[1:]]
        for line in lines
    ]


def options(client: FlaskClient, group: str) -> list[Element]:
    return list(page_of(client.get(f"{group}name").text).select("select[name=currency] option"))


# ---- What is shown in it -----------------------------------------------------------------------


def test_a_group_begins_with_the_euro(client: FlaskClient, group: str) -> None:
    assert [str(each["value"]) for each in options(client, group) if each.has("selected")] == [
        "EUR"
    ]


class Money(NamedTuple):
    """What is typed and shown in a currency."""

    code: str
    sign: str
    typed: str
    kept: int
    shown: str
    price: str
    in_csv: str
    refused: str


@pytest.mark.parametrize(
    "money",
    [
        Money("CHF", "CHF\xa0", "1,50", 150, "1.50", "0.50", "1.50", "1.5055"),
        Money("JPY", "¥", "1500", 1500, "1,500", "50", "1500", "1.5"),
        Money("BHD", "BHD\xa0", "1.505", 1505, "1.505", "0.050", "1.505", "1.5055"),
    ],
    ids=lambda money: money.code,
)
def test_pages_and_spreadsheets_follow_the_currency(
    client: FlaskClient, group: str, money: Money
) -> None:
    choose(client, group, money.code)
    sheet = tapp_sheet(client, group)
    answer = agree(client, sheet, points_0=money.refused, points_1=money.refused)
    assert answer.status_code == 422
    assert "Please enter amounts such as" in problems(answer.text)[0]
    assert agree(client, sheet, points_0=money.typed, points_1=money.typed).status_code == 303
    assert client.get(f"{sheet}sheet.json").get_json()["rounds"][0]["points"][:2] == [
        money.kept,
        -money.kept,
    ]
    assert deals(client, sheet)[0].startswith(f"Deal 0a {money.shown} −{money.shown} 0")
    reckoning = page_of(client.get(sheet).text).select("#rounds details td")
    assert {each.text.strip() for each in reckoning} >= {money.shown, f"−{money.shown}"}
    for page, amount in (
        (sheet, f"{money.sign}{money.price}"),
        (f"{sheet}rules", f"{money.sign}{money.price}"),
        (f"{sheet}table", money.shown),
        (f"{sheet}history", f"{money.shown} : −{money.shown}"),
        (group, f"{money.sign}{money.shown}"),
    ):
        text = " ".join(page_of(client.get(page).text).text.split())
        assert amount.replace("\xa0", " ") in text, page
        assert "€" not in text, page
    corrected = form_at(client, f"{sheet}rounds/1")
    assert corrected["points_0"] == money.typed.replace(",", ".")
    heads, row = csv.reader(StringIO(client.get(f"{sheet}sheet.csv").text.lstrip("\ufeff")))
    assert heads[3] == f"Anna ({money.code})"
    assert row[3:5] == [money.in_csv, f"-{money.in_csv}"]


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_the_question_which_amount_was_meant_stays_until_somebody_answers_it(
    client: FlaskClient, group: str, language: str
) -> None:
    choose(client, group, "KWD")
    sheet = tapp_sheet(client, group)
    client.get(f"{sheet}?language={language}")
    asked = agree(client, sheet, points_0="12.500", points_1="12.500", points_2="0")
    for _ in range(2):
        assert asked.status_code == 422
        (form,) = page_of(asked.text).select("form[data-entry]")
        assert fields_of(form)["points_0"] == "12.500"
        asked = client.post(str(form["action"]), data=fields_of(form))
    assert deals(client, sheet) == []


def test_an_amount_by_agreement_that_could_be_two_is_asked_about(
    client: FlaskClient, group: str
) -> None:
    choose(client, group, "CHF")
    sheet = tapp_sheet(client, group)
    answer = agree(client, sheet, points_0="1.200", points_1="1.200")
    assert answer.status_code == 422
    asked = "Do you mean CHF 1,200.00 or CHF 1.20?"
    assert asked in problems(answer.text)[0].replace("\xa0", " ")


def test_a_stake_and_the_payments_at_the_end_follow_the_currency(
    client: FlaskClient, group: str
) -> None:
    choose(client, group, "CHF")
    form = page_of(client.get(f"{group}new/klaverjassen").text)
    assert "In Rappen" in form.text
    sheet = open_sheet(client, f"{group}new/klaverjassen", **STAKE)
    play(client, sheet)
    stop(client, sheet)
    assert "CHF\xa00.10 per 100 points" in client.get(sheet).text
    assert payments(client, sheet) == ["Bert pays Anna CHF\xa00.04", "Dirk pays Clara CHF\xa00.04"]


def test_the_base_value_of_a_game_is_asked_in_the_smallest_unit(
    client: FlaskClient, group: str
) -> None:
    label = "Value of the lowest game, in {} or chips"
    assert label.format("cents") in client.get(f"{group}new/tapp").text
    choose(client, group, "JPY")
    assert label.format("units of ¥1") in client.get(f"{group}new/tapp").text
    sheet = tapp_sheet(client, group)
    assert "¥50" in client.get(f"{sheet}rules").text
    assert "€0.05" in client.get("/rules/tapp").text


def test_what_an_absence_is_worth_is_asked_in_the_smallest_unit(
    client: FlaskClient, group: str
) -> None:
    label = "The fixed number (of money, in {})"
    assert label.format("cents") in client.get(f"{group}standing/seasons/new").text
    choose(client, group, "JPY")
    assert label.format("units of ¥1") in client.get(f"{group}standing/seasons/new").text


@pytest.mark.xdist_group("printing")
def test_a_printed_sheet_follows_the_currency(client: FlaskClient, group: str) -> None:
    sheet = tapp_sheet(client, group)
    assert agree(client, sheet, points_0="15", points_1="15").status_code == 303
    choose(client, group, "JPY")
    printed = Printed(client.get(f"{sheet}paper/a4/en.pdf").data)
    assert printed.has("¥1,500")
    assert "€" not in printed.text
    assert "Cents" not in printed.text


# ---- Choosing it -------------------------------------------------------------------------------


def test_currencies_are_offered_by_name_the_likely_ones_first(
    client: FlaskClient, group: str
) -> None:
    offered = options(client, group)
    assert [str(each["value"]) for each in offered[:5]] == ["EUR", "CHF", "GBP", "USD", "AFN"]
    assert offered[1].text == "Swiss Franc (CHF)"
    names = [each.text for each in offered[4:] if each.text.isascii()]
    assert len(names) > 140
    assert names == sorted(names, key=str.casefold)
    client.set_cookie("language", "de")
    german = [each.text for each in options(client, group)]
    assert german[1] == "Schweizer Franken (CHF)"
    assert german[4:7] == [
        "Afghanischer Afghani (AFN)",
        "Ägyptisches Pfund (EGP)",
        "Albanischer Lek (ALL)",
    ]


def test_name_and_currency_are_changed_together_and_both_are_in_the_history(
    client: FlaskClient, group: str
) -> None:
    assert describe(client, group, name="Jassrunde", currency="CHF").status_code == 303
    choose(client, group, "JPY")
    assert describe(client, group, name="Die Vier").status_code == 303
    assert changes(client, group) == [
        ["Name of the group", "Jassrunde", "Die Vier"],
        ["Currency", "Swiss Franc (CHF)", "Japanese Yen (JPY)"],
        ["Currency", "Euro (EUR)", "Swiss Franc (CHF)"],
        ["Name of the group", "Jassrunde"],
    ]


def test_a_form_that_changes_nothing_writes_nothing(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}name")
    assert client.post(f"{group}name", data=form).status_code == 303
    assert changes(client, group) == []
    assert form_at(client, f"{group}name")["based_on"] == form["based_on"]


def test_an_impatient_thumb_changes_the_currency_once(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}name") | {"currency": "CHF"}
    for _ in range(2):
        assert client.post(f"{group}name", data=form).status_code == 303
    assert changes(client, group) == [["Currency", "Euro (EUR)", "Swiss Franc (CHF)"]]
    undone = client.post(f"{group}name", data=form | {"currency": "EUR"})
    assert undone.status_code == 409
    assert "You saved this before, with something else in it." in undone.text
    assert all_said("Swiss Franc (CHF)") in undone.text


def test_the_slower_phone_overwrites_nothing_but_what_it_changed_itself(
    client: FlaskClient, group: str
) -> None:
    late = form_at(client, f"{group}name") | {"currency": "CHF"}
    assert describe(client, group, name="Jassrunde").status_code == 303
    asked = client.post(f"{group}name", data=late)
    assert asked.status_code == 409
    assert all_said("Euro (EUR)", name="Jassrunde") in asked.text
    form = page_of(asked.text).select_one("main form")
    assert form is not None
    kept = fields_of(form)
    assert (kept["name"], kept["currency"]) == ("Jassrunde", "CHF")
    assert client.post(f"{group}name", data=kept).status_code == 303
    assert changes(client, group)[0] == ["Currency", "Euro (EUR)", "Swiss Franc (CHF)"]


@pytest.mark.parametrize("code", ["XXX", "DEM", "chf", "€", "CHFX", "<b>"])
def test_what_is_no_currency_of_today_is_refused_at_its_field(
    client: FlaskClient, group: str, code: str
) -> None:
    answer = describe(client, group, name="Jassrunde", currency=code)
    assert answer.status_code == 422
    assert problems(answer.text) == ["Please choose one of the currencies on offer."]
    assert form_at(client, f"{group}name")["name"] == ""
    shown = page_of(answer.text).select_one("input[name=name]")
    assert shown is not None
    assert shown["value"] == "Jassrunde"


def test_a_form_without_a_currency_leaves_it_as_it_is(client: FlaskClient, group: str) -> None:
    choose(client, group, "CHF")
    form = form_at(client, f"{group}name") | {"name": "Jassrunde"}
    del form["currency"]
    assert client.post(f"{group}name", data=form).status_code == 303
    assert [line[0] for line in changes(client, group)] == ["Name of the group", "Currency"]


# ---- A damaged row -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["'???'", "''", "'eur'", "7", "'" + "x" * 5000 + "'"])
def test_a_damaged_currency_is_shown_as_unknown_and_can_be_chosen_anew(
    client: FlaskClient, group: str, database: Path, value: str
) -> None:
    sheet = tapp_sheet(client, group)
    assert agree(client, sheet, points_0="1.50", points_1="1.50").status_code == 303
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"UPDATE groups SET currency = {value}")
    for page in (sheet, group, f"{sheet}rules"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "¤" in answer.text, page
        assert "€" not in page_of(answer.text).text, page
    for page in ("history", "sheet.csv", "table", "house"):
        assert client.get(f"{sheet}{page}").status_code == 200
    choose(client, group, "EUR")
    assert "€1.50" in client.get(sheet).text


def test_a_currency_of_the_past_is_shown_but_must_be_chosen_anew(
    client: FlaskClient, group: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE groups SET currency = 'DEM'")
    assert options(client, group)[0].text == "German Mark (DEM)"
    answer = describe(client, group, name="Jassrunde")
    assert answer.status_code == 422
    assert problems(answer.text) == ["Please choose one of the currencies on offer."]
    choose(client, group, "CHF")
    assert [str(each["value"]) for each in options(client, group)[:2]] == ["EUR", "CHF"]


def test_a_damaged_currency_that_is_no_text_closes_the_group_in_words(
    client: FlaskClient, group: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE groups SET currency = x'ff'")
    assert client.get(group).status_code == 503
    assert client.get(f"{group}1/").status_code == 503
