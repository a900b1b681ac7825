"""What was just saved is said in one line, and one tap takes it back."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.lookup import sheet_by_link
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import write_on_sheet
from tests.web.account.test_account import KLAVERJASSEN, brought
from tests.web.element import page_of
from tests.web.table import (
    PLAIN,
    deals,
    entry_form,
    fields_of,
    form_at,
    open_sheet,
    play,
    press,
    send,
    three_deals,
    totals,
)


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return three_deals(client)


def saved_deal(client: FlaskClient, sheet: str) -> str:
    """Where the browser is led behind a deal of 102:60."""
    return str(send(client, f"{sheet}rounds/new/deal", entry_form(client, sheet) | PLAIN).location)


def corrected(client: FlaskClient, sheet: str, number: int) -> str:
    form = form_at(client, f"{sheet}rounds/{number}") | {"points_0": "142", "points_1": "20"}
    answer = send(client, f"{sheet}rounds/{number}", form)
    if answer.status_code == 200:  # looked at first
        answer = press(client, answer.text, "save")
    return str(answer.location)


def struck_out(client: FlaskClient, sheet: str, number: int) -> str:
    shown = client.get(f"{sheet}rounds/{number}/strike")
    return str(press(client, shown.text, "save").location)


def inserted(client: FlaskClient, sheet: str) -> str:
    at = f"{sheet}rounds/after/1/deal"
    shown = send(client, at, form_at(client, at) | PLAIN | {"points_1": "60"})
    return str(press(client, shown.text, "save").location)


def notice(client: FlaskClient, address: str) -> str | None:
    found = page_of(client.get(address).text).select_one("#saved [role=status]")
    return found.text if found else None


def undo_form(client: FlaskClient, address: str) -> dict[str, str]:
    form = page_of(client.get(address).text).select_one("#saved")
    assert form is not None
    return fields_of(form)


def undo(client: FlaskClient, sheet: str, address: str) -> str:
    answer = send(client, f"{sheet}rounds/undo", undo_form(client, address))
    assert answer.status_code == 303
    return str(answer.location)


def test_a_saved_deal_is_said_and_taken_back(client: FlaskClient, sheet: str) -> None:
    there = saved_deal(client, sheet)
    assert notice(client, there) == "Deal 4 saved: Anna & Clara 102, Bert & Dirk 60."
    assert notice(client, sheet) is None
    there = undo(client, sheet, there)
    assert totals(client, sheet) == [354, 132]
    assert notice(client, there) == "Deal 4 struck out."
    there = undo(client, sheet, there)
    assert notice(client, there) == "Deal 4 brought back: Anna & Clara 102, Bert & Dirk 60."
    assert totals(client, sheet) == [456, 192]


def test_the_deal_that_ends_a_sheet_moves_nobody_from_a_place_nobody_had(
    client: FlaskClient,
) -> None:
    season = {"name": "League", "game": "klaverjassen", "from": "2020-01-01", "counts": "points"}
    rounds: Any = KLAVERJASSEN["rounds"]
    at_its_last = KLAVERJASSEN | {"house": {"deals": 4}, "rounds": rounds * 3}
    file = {
        "format": "scorekeeper-group/1",
        "seasons": [season | {"total": "sum"}],
        "sheets": [{"sheet": KLAVERJASSEN | {"closed": True}}, {"sheet": at_its_last}],
    }
    sheet = f"{brought(client, file)}2/"
    page = page_of(client.get(saved_deal(client, sheet)).text)
    assert page.select(".result")
    assert [each.text for each in page.select("#notices .notice")] == []
    page = page_of(client.get(corrected(client, sheet, 1)).text)
    assert "League" in page.select("#notices .notice")[0].text, "a correction moves them"


@pytest.mark.parametrize("number", [1, 3])
def test_a_correction_is_taken_back_to_what_was_there_before(
    client: FlaskClient, sheet: str, number: int
) -> None:
    before = deals(client, sheet)
    there = corrected(client, sheet, number)
    assert notice(client, there) == f"Deal {number} corrected: Anna & Clara 142, Bert & Dirk 20."
    undo(client, sheet, there)
    assert deals(client, sheet) == before


def test_an_insertion_is_taken_back(client: FlaskClient, sheet: str) -> None:
    before = deals(client, sheet)
    there = inserted(client, sheet)
    assert notice(client, there) == "Deal 2 inserted: Anna & Clara 102, Bert & Dirk 60."
    undo(client, sheet, there)
    assert deals(client, sheet) == before


def test_striking_out_is_taken_back_with_the_dealers_it_kept(
    client: FlaskClient, sheet: str
) -> None:
    before = client.get(f"{sheet}sheet.json").text
    there = struck_out(client, sheet, 1)
    assert '"dealer"' in client.get(f"{sheet}sheet.json").text.split('"rounds"')[1]
    assert notice(client, there) == "Deal 1 struck out."
    undo(client, sheet, there)
    assert client.get(f"{sheet}sheet.json").text == before


def test_taking_back_leaves_alone_what_another_phone_has_corrected_since(
    client: FlaskClient, sheet: str
) -> None:
    form = undo_form(client, struck_out(client, sheet, 2))
    corrected(client, sheet, 3)
    late = send(client, f"{sheet}rounds/undo", form)
    assert late.status_code == 409
    assert press(client, late.text, "save").status_code == 303
    rounds = client.get(f"{sheet}sheet.json").get_json()["rounds"]
    assert [each["points"] for each in rounds] == [[102, 60], [90, 72], [142, 20]]


def test_undo_sent_twice_counts_once(client: FlaskClient, sheet: str) -> None:
    form = undo_form(client, saved_deal(client, sheet))
    answers = {send(client, f"{sheet}rounds/undo", form).location for _ in range(2)}
    assert len(answers) == 1
    assert totals(client, sheet) == [354, 132]


def test_what_another_phone_has_struck_out_is_not_taken_back_again(
    client: FlaskClient, sheet: str
) -> None:
    form = undo_form(client, saved_deal(client, sheet))
    assert send(client, f"{sheet}rounds/4/strike", {**form, "key": "s" * 32}).status_code == 303
    late = send(client, f"{sheet}rounds/undo", form)
    assert (late.status_code, late.location) == (303, sheet)
    assert entry_form(client, sheet)["based_on"] == "6"


def test_a_round_that_was_struck_out_twice_is_said_without_a_number(
    app: Flask, client: FlaskClient, sheet: str
) -> None:
    with app.app_context():
        for _ in range(2):
            row = sheet_by_link(sheet.split("/")[2], 1)
            assert row is not None
            state, token = load(row), FormToken(new_key(), row.revision)
            saved = write_on_sheet(state, [state.next_edition(2, None)], token)
    assert notice(client, f"{sheet}?saved={saved.revision}") == "A deal was struck out."


def test_undo_after_another_phone_has_written_is_looked_at_first(
    client: FlaskClient, sheet: str
) -> None:
    there = saved_deal(client, sheet)
    form = undo_form(client, there)
    play(client, sheet, maker="0", trump="hearts", points_0="92")
    assert notice(client, there) is None
    late = send(client, f"{sheet}rounds/undo", form)
    assert late.status_code == 409
    assert "another phone was faster" in late.text
    assert totals(client, sheet) == [548, 262]
    assert press(client, late.text, "save").status_code == 303
    assert totals(client, sheet) == [446, 202]


@pytest.mark.parametrize("saved", ["0", "1", "2", "3", "99", "-1", "x", ""])
def test_an_address_that_names_another_revision_says_nothing(
    client: FlaskClient, sheet: str, saved: str
) -> None:
    there = saved_deal(client, sheet)
    assert saved != re.findall("[0-9]+$", there)[0]
    assert notice(client, f"{sheet}?saved={saved}") is None


@pytest.mark.parametrize("undone", ["0", "1", "99", "-1", "x", ""])
def test_only_rounds_can_be_taken_back(client: FlaskClient, undone: str) -> None:
    sheet = open_sheet(client)
    form = entry_form(client, sheet) | {"undone": undone}
    assert send(client, f"{sheet}rounds/undo", form).status_code == 400


def test_the_opening_of_a_sheet_is_not_said(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    assert [notice(client, f"{sheet}?saved={revision}") for revision in range(3)] == [None] * 3


def test_a_phone_that_follows_another_is_not_told_that_it_saved(
    client: FlaskClient, sheet: str
) -> None:
    there = saved_deal(client, sheet)
    query = there.split("?")[1]
    assert (
        notice(client, f"{sheet}board?{query}") == "Deal 4 saved: Anna & Clara 102, Bert & Dirk 60."
    )
    assert notice(client, f"{sheet}board") is None


def test_the_figures_roll_and_a_peg_drops_once(client: FlaskClient, sheet: str) -> None:
    page = page_of(client.get(saved_deal(client, sheet)).text)
    assert len(page.select("#totals .rolls")) == 2
    assert len(page.select("#status .drops")) == 1
    later = page_of(client.get(sheet).text)
    assert later.select("#totals .rolls, #status .drops") == []
    changed = page_of(client.get(corrected(client, sheet, 1)).text)
    assert changed.select("#totals .rolls, #status .drops") == []
