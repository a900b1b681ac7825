"""Points by agreement: the way out of everything that the rules cannot take."""

import csv
from io import StringIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.element import Element, page_of
from tests.web.table import (
    PLAIN,
    Form,
    addresses,
    deals,
    entry_form,
    fields_of,
    form_at,
    open_sheet,
    play,
    press,
    problems,
    stop,
    totals,
    whole,
)

IMPOSSIBLE = {"maker": "0", "trump": "hearts", "points_0": "161"}
PENALTY = {"points_1": "20", "minus_1": "1", "why": "Bert dealt wrongly"}


def agree(client: FlaskClient, sheet: str, **sent: str) -> Any:
    address = f"{sheet}rounds/new/agreed"
    return client.post(address, data=form_at(client, address) | sent)


def agreed(client: FlaskClient, sheet: str, **sent: str) -> None:
    answer = agree(client, sheet, **sent)
    assert answer.status_code == 303, problems(answer.text)


def status(client: FlaskClient, sheet: str) -> str:
    found = page_of(client.get(sheet).text).select_one("#status")
    assert found is not None
    return " ".join(found.text.split())


def links_to_agreed(html: str, where: str) -> list[Element]:
    return page_of(html).select(f"{where} a[href$='rounds/new/agreed']")


def test_what_was_saved_already_is_called_as_the_table_calls_it(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    tap = entry_form(client, sheet) | PLAIN
    assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 303
    asked = client.post(f"{sheet}rounds/new/deal", data=tap | {"points_0": "90"})
    assert "Use it to correct deal 2" in page_of(asked.text).text


def test_a_penalty_beside_the_deals_moves_no_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    before = status(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    assert totals(client, sheet) == [102, 40]
    assert deals(client, sheet)[0] == "Deal 1a 0 −20 by agreement: Bert dealt wrongly"
    assert status(client, sheet) == before
    play(client, sheet)
    assert deals(client, sheet)[0].startswith("Deal 2 ")


@pytest.mark.parametrize("typed", ["20", "-20", "−20"])
def test_a_minus_that_is_typed_and_ticked_is_one_minus(client: FlaskClient, typed: str) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="beside", **(PENALTY | {"points_1": typed}))
    assert totals(client, sheet) == [0, -20]
    money = open_sheet(client, "/new/tapp")
    rest = {"points_0": "20", "points_2": "0", "points_3": "0"}
    agreed(client, money, deal="beside", **(PENALTY | {"points_1": typed} | rest))
    assert totals(client, money) == [2000, -2000, 0, 0]


def test_a_deal_nobody_could_count_counts_as_a_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="deal", points_0="81", points_1="81", why="cards fell off the table")
    assert totals(client, sheet) == [81, 81]
    assert deals(client, sheet) == ["Deal 1 81 81 deal by agreement: cards fell off the table"]
    assert "Deal 2 of 16" in status(client, sheet)


def test_the_form_asks_for_all_it_needs_and_keeps_what_was_typed(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    answer = agree(client, sheet, points_0="x", why="", minus_1="1")
    assert answer.status_code == 422
    assert len(problems(answer.text)) == 3  # no number, no words, no word on what they are
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    held = fields_of(form)
    assert (held["points_0"], held["minus_1"]) == ("x", "1")
    assert "minus_0" not in held


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"points_0": "1.5"}, "whole number"),
        ({"points_0": "1000001"}, "1000000"),
        ({"why": "x" * 201}, "200"),
        ({"dealer": "2"}, "dealer"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(client: FlaskClient, sent: Form, said: str) -> None:
    sheet = open_sheet(client)
    answer = agree(client, sheet, **({"deal": "beside"} | PENALTY | sent))
    assert answer.status_code == 422
    (found,) = problems(answer.text)
    assert said in found
    assert totals(client, sheet) == [0, 0]


def test_it_is_corrected_struck_out_and_brought_back_like_any_round(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    where = f"{sheet}rounds/1"
    form = form_at(client, where)
    assert {key: form.get(key) for key in PENALTY} == PENALTY
    answer = client.post(f"{where}/agreed", data=form | {"points_1": "30"})
    assert answer.status_code == 303
    assert totals(client, sheet) == [102, 30]
    answer = client.get(f"{where}/strike")
    assert press(client, answer.text, "save").status_code == 303
    assert totals(client, sheet) == [102, 60]
    answer = client.get(f"{where}/restore")
    assert "Bert dealt wrongly" in answer.text
    assert press(client, answer.text, "save").status_code == 303
    assert totals(client, sheet) == [102, 30]


def test_a_deal_entered_by_agreement_can_become_a_deal_by_the_rules(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="deal", points_0="1", why="we count later")
    page = client.get(f"{sheet}rounds/1").text
    assert page_of(page).select(".tabs a[href$='rounds/1/deal']")
    answer = client.post(
        f"{sheet}rounds/1/deal",
        data=form_at(client, f"{sheet}rounds/1/deal")
        | {"maker": "0", "trump": "hearts", "points_0": "102"},
    )
    assert answer.status_code == 303
    assert totals(client, sheet) == [102, 60]


@pytest.mark.parametrize("typed", ["1.200", "1,200"])
def test_three_digits_behind_a_sign_are_asked_about_with_both_readings(
    client: FlaskClient, typed: str
) -> None:
    sheet = open_sheet(client)
    refused = agree(client, sheet, points_0=typed, why="a carried over evening", deal="beside")
    assert refused.status_code == 422
    assert problems(refused.text)[0].endswith("Do you mean 1200 or 1.2? Please write it like that.")
    assert f'value="{typed}"' in refused.text
    assert client.get(f"{sheet}sheet.json").get_json()["rounds"] == []
    refused = client.post(
        f"{sheet}rounds/new/deal",
        data=form_at(client, f"{sheet}rounds/new/deal") | {"maker": "0", "points_0": typed},
    )
    assert refused.status_code == 422
    assert "Do you mean 1200 or 1.2?" in problems(refused.text)[0]


def test_it_is_offered_quietly_and_as_the_way_out_where_a_deal_was_refused_twice(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    address = f"{sheet}rounds/new/deal"
    assert links_to_agreed(client.get(sheet).text, "#table")
    first = client.post(address, data=form_at(client, address) | IMPOSSIBLE)
    assert first.status_code == 422
    assert not links_to_agreed(first.text, ".notice")
    form = page_of(first.text).select_one("form[data-entry]")
    assert form is not None
    second = client.post(address, data=fields_of(form))
    assert second.status_code == 422
    assert links_to_agreed(second.text, ".notice")
    for odd in ("x", "-3", "9" * 5000):
        again = client.post(address, data=fields_of(form) | {"refused": odd})
        assert again.status_code == 422


def test_where_the_points_are_money_amounts_are_typed_and_sum_to_zero(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client, "/new/tapp")
    answer = agree(client, sheet, deal="beside", points_0="1,50", points_1="0.50", why="drinks")
    assert answer.status_code == 422
    assert "€2.00" in problems(answer.text)[0]
    thirds = {"points_0": "1,50", "points_1": "€0.50", "points_2": "0.-"}
    agreed(client, sheet, deal="beside", why="drinks", **thirds)
    assert totals(client, sheet) == [150, 50, 0, -200]
    form = form_at(client, f"{sheet}rounds/1")
    assert (form["points_3"], form["minus_3"]) == ("2.00", "1")
    for odd in ("0.005", "abc", "10000.01"):
        told = {"points_0": odd, "points_1": "0", "points_2": "0", "why": "x"}
        answer = agree(client, sheet, deal="beside", **told)
        assert answer.status_code == 422
        assert "amounts such as €1.50" in problems(answer.text)[0]


def test_no_game_of_tafferand_is_settled_by_agreement(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tafferand")
    address = f"{sheet}rounds/new/agreed"
    assert not page_of(client.get(address).text).select("input[name=deal]")
    agreed(client, sheet, points_0="10", why="a round of drinks")
    assert totals(client, sheet) == [10, 0]
    assert client.get(f"{sheet}keep").status_code == 200
    assert agree(client, sheet, deal="deal", points_0="10", why="x").status_code == 422


def test_a_finished_sheet_takes_a_penalty_that_was_found_late(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(4):
        play(client, sheet)
    page = client.get(sheet).text
    assert page_of(page).select_one("form[data-entry]") is None
    assert links_to_agreed(page, "#entry")
    agreed(client, sheet, **PENALTY)
    assert totals(client, sheet)[1] == 60 * 4 - 20
    assert "4 deals" in status(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    assert deals(client, sheet)[0].startswith("Deal 4b ")
    answer = agree(client, sheet, deal="deal", **PENALTY)
    assert answer.status_code == 422


def test_a_penalty_that_becomes_a_deal_is_told_so(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="beside", **PENALTY)
    at = f"{sheet}rounds/1/agreed"
    answer = client.post(at, data=form_at(client, at) | PENALTY | {"deal": "deal"})
    assert answer.status_code == 303, problems(answer.text)
    told = page_of(client.get(f"{sheet}history").text).text
    assert "deal by agreement: Bert dealt wrongly" in told
    assert "by agreement: Bert dealt wrongly" in told.replace("deal by agreement", "")


def test_it_stands_in_history_and_spreadsheet_as_what_it_is(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    history = page_of(client.get(f"{sheet}history").text).text
    assert "Deal 1a" in history
    assert "by agreement: Bert dealt wrongly" in history
    text = client.get(f"{sheet}sheet.csv").text.removeprefix("\ufeff")
    row = list(csv.reader(StringIO(text)))[2]
    assert row[:5] == ["1a", "", "by agreement: Bert dealt wrongly", "0", "-20"]


def test_somebody_sits_down_from_the_deal_whose_number_the_table_knows(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    form = {"seat": "0", "player": "Eva", "round": "2"}
    answer = client.post(
        f"{sheet}seats/substitute", data=form_at(client, f"{sheet}seats", 1) | form
    )
    assert answer.status_code == 303, problems(answer.text)
    assert "2" in page_of(client.get(f"{sheet}seats").text).select("form.inline p")[0].text
    assert whole(str(totals(client, sheet)[1])) == 100
    late = client.post(
        f"{sheet}seats/substitute",
        data=form_at(client, f"{sheet}seats", 2) | form | {"round": "4"},
    )
    assert late.status_code == 422


def test_a_round_beside_the_deals_gets_no_dealer_pinned(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    preview = client.get(f"{sheet}rounds/1/strike").text
    form = page_of(preview).select_one("main form")
    assert form is not None
    answer = client.post(str(form["action"]), data=fields_of(form) | {"do": "pin:2"})
    assert press(client, answer.text, "save").status_code == 303
    assert totals(client, sheet) == [102, 40]
    assert addresses(client, sheet, "rounds/2$")


def test_striking_out_a_deal_keeps_the_dealer_of_the_next_one_behind_a_penalty(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    before = status(client, sheet)
    preview = client.get(f"{sheet}rounds/1/strike").text
    assert press(client, preview, "save").status_code == 303
    row = page_of(client.get(sheet).text).select("#rounds details > small")[0]
    assert "Anna" in row.text  # who dealt the second deal, also now that it is the first
    assert status(client, sheet).split()[-2:] == before.split()[-2:]


def test_struck_out_and_brought_back_it_keeps_its_label(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    agreed(client, sheet, deal="beside", **PENALTY)
    play(client, sheet)
    labels = ["0a", "1", "1a", "2"]
    for round_id, label in enumerate(labels, 1):
        heads = page_of(client.get(f"{sheet}rounds/{round_id}/strike").text).select("button.save")
        assert f"deal {label}" in heads[-1].text
    assert press(client, client.get(f"{sheet}rounds/3/strike").text, "save").status_code == 303
    back = page_of(client.get(f"{sheet}rounds/3/restore").text).select("button.save")
    assert "deal 1a" in back[-1].text
    put_in = client.get(f"{sheet}rounds/after/2/agreed")
    answer = client.post(
        f"{sheet}rounds/after/2/agreed",
        data=form_at(client, f"{sheet}rounds/after/2/agreed") | PENALTY | {"deal": "beside"},
    )
    assert put_in.status_code == 200
    assert "1a" in page_of(answer.text).select("button.save")[-1].text


def test_a_substitute_sits_down_with_a_deal_and_not_with_points_before_it(
    client: FlaskClient,
) -> None:
    """A penalty that is written down late belongs to who sat there until then."""
    sheet = open_sheet(client)
    play(client, sheet)
    form = {"seat": "0", "player": "Eva", "round": "2"}
    address = f"{sheet}seats/substitute"
    answer = client.post(address, data=form_at(client, f"{sheet}seats", 1) | form)
    assert answer.status_code == 303, problems(answer.text)
    for late in (False, True):
        agreed(client, sheet, deal="beside", **PENALTY)
        file = client.get(f"{sheet}sheet.json").get_json()
        assert file["seating"] == [{"round": 3 + late, "seat": 0, "player": "Eva"}]
        told = page_of(client.get(f"{sheet}seats").text).select("form.inline p")[0].text
        assert "2" in told
        assert "1a" not in told
    play(client, sheet)
    assert client.get(f"{sheet}sheet.json").get_json()["seating"][0]["round"] == 4


def test_a_sheet_that_was_stopped_and_then_completed_leads_on(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(3):
        play(client, sheet)
    stop(client, sheet)
    at = f"{sheet}rounds/after/1/deal"  # the one that was forgotten
    form = form_at(client, at) | PLAIN | {"points_1": "60", "do": "save"}
    shown = client.post(at, data=form)
    assert press(client, shown.text, "save").status_code == 303
    page = page_of(client.get(sheet).text)
    assert not links_to_agreed(client.get(sheet).text, "#entry")
    go_on = page.one("#entry form[action$='/stop']")
    assert client.post(str(go_on["action"]), data=fields_of(go_on)).status_code == 303
    assert links_to_agreed(client.get(sheet).text, "#entry")
    agreed(client, sheet, deal="beside", **PENALTY)
