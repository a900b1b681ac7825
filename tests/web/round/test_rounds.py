"""Entering deals: once each, never silently changed, never lost."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.table import (
    PLAIN,
    deals,
    entry_form,
    fields_of,
    open_sheet,
    play,
    problems,
    reasons_at,
    totals,
)

POINTS, PIT = "Points with the last trick (162 in all)", "Pit: all eight tricks"


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return open_sheet(client)


def test_a_plain_deal_is_on_the_sheet_with_its_reason(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="0", trump="hearts", points_0="102", roem_0="20")
    assert totals(client, sheet) == [122, 60]
    assert deals(client, sheet) == ["Deal 1 122 60 Anna · Hearts · ● 102 + 20 : 60"]


def test_makers_without_more_than_the_others_are_nat(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="1", trump="spades", points_1="81")
    assert totals(client, sheet) == [162, 0]
    assert deals(client, sheet)[0].endswith("Bert · Spades · 81 : 81 ● · nat")


def test_the_other_side_completes_itself(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="1", points_0="60")
    assert totals(client, sheet) == [60, 102]


def test_a_touch_on_pit_needs_no_points(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="1", pit="0", roem_0="50 20")
    assert totals(client, sheet) == [162 + 70 + 100, 0]


def test_conceding_needs_no_points(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="2", end="conceded", roem_0="20")
    assert totals(client, sheet) == [0, 182]


def test_a_renege_goes_to_the_other_side(client: FlaskClient, sheet: str) -> None:
    play(client, sheet, maker="2", end="renege_1")
    assert totals(client, sheet) == [162, 0]
    assert deals(client, sheet)[0].endswith("Clara · revoke: Bert & Dirk")


def test_roem_is_added_and_taken_back_by_touch(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/new/deal"
    tap = entry_form(client, sheet) | PLAIN
    for button in ({"add": "0:20"}, {"add": "0:100"}, {"add": "1:50"}, {"take": "0:0"}):
        answer = client.post(address, data=tap | button)
        assert answer.status_code == 200
        form = page_of(answer.text).select_one("form[data-entry]")
        assert form is not None
        tap = fields_of(form)
    assert (tap["roem_0"], tap["roem_1"]) == ("100", "50")
    assert client.post(address, data=tap).status_code == 303
    assert totals(client, sheet) == [202, 110]


def test_a_repeated_tap_counts_once(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN
    for _ in range(3):
        assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 303
    assert totals(client, sheet) == [102, 60]


def test_a_double_tap_on_the_last_deal_is_not_told_that_it_is_over(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(3):
        play(client, sheet)
    tap = entry_form(client, sheet) | PLAIN
    for _ in range(2):
        assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 303
    assert totals(client, sheet) == [408, 240]


def changed_after_saving(client: FlaskClient, sheet: str) -> str:
    """Saved, back, changed, saved again: the page that asks."""
    tap = entry_form(client, sheet) | PLAIN
    client.post(f"{sheet}rounds/new/deal", data=tap)
    answer = client.post(f"{sheet}rounds/new/deal", data=tap | {"points_0": "90"})
    assert answer.status_code == 409
    assert totals(client, sheet) == [102, 60]
    return answer.text


def test_back_changed_and_saved_again_asks_and_can_correct(client: FlaskClient, sheet: str) -> None:
    asked = page_of(changed_after_saving(client, sheet))
    assert "Use it to correct deal 1" in asked.text
    correct = asked.select("main form")[0]
    assert client.post(str(correct["action"]), data=fields_of(correct)).status_code == 303
    assert totals(client, sheet) == [90, 72]
    assert len(deals(client, sheet)) == 1


def test_back_changed_and_saved_again_can_be_another_deal(client: FlaskClient, sheet: str) -> None:
    another = page_of(changed_after_saving(client, sheet)).select("main form")[1]
    assert client.post(str(another["action"]), data=fields_of(another)).status_code == 303
    assert totals(client, sheet) == [192, 132]


def test_the_slower_phone_is_asked_to_look_and_loses_nothing(
    client: FlaskClient, sheet: str
) -> None:
    slow = entry_form(client, sheet) | {"maker": "3", "trump": "clubs", "points_1": "99"}
    play(client, sheet, maker="0", trump="hearts", points_0="102")
    answer = client.post(f"{sheet}rounds/new/deal", data=slow)
    assert answer.status_code == 409
    assert "Anna · Hearts · ● 102\u00a0:\u00a060" in page_of(answer.text).text
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    again = fields_of(form)
    assert (again["maker"], again["trump"], again["points_1"]) == ("3", "clubs", "99")
    assert client.post(f"{sheet}rounds/new/deal", data=again).status_code == 303
    assert totals(client, sheet) == [165, 159]


@pytest.mark.parametrize(
    ("deal", "legend", "words"),
    [
        ({"points_0": "102"}, "Who made trumps?", "This is still missing."),
        ({"maker": "0"}, POINTS, "This is still missing."),
        ({"maker": "9", "points_0": "1"}, "Who made trumps?", "somebody at this table"),
        ({"maker": "0", "points_0": "161"}, POINTS, "161 : 1 is impossible"),
        ({"maker": "0", "points_0": "1"}, POINTS, "1 : 161 is impossible"),
        ({"maker": "0", "points_0": "100", "points_1": "63"}, POINTS, "162"),
        ({"maker": "0", "points_0": "163"}, POINTS, "163 is not possible: please enter 0 to 162"),
        ({"maker": "0", "points_0": "-5"}, POINTS, "−5 is not possible"),
        ({"maker": "0", "points_0": "52,5"}, POINTS, "whole points"),
        ({"maker": "0", "points_0": "many"}, POINTS, "enter a number"),
        ({"maker": "0", "points_0": "9" * 500}, POINTS, "number"),
        ({"maker": "0", "points_0": "82", "roem_0": "30"}, "Roem", "no roem of 30"),
        (
            {"maker": "0", "points_0": "82", "roem_0": "40", "roem_1": "70"},
            "Roem",
            "there is only one",
        ),
        ({"maker": "0", "points_0": "0", "roem_0": "200"}, "Roem", "have at least 26"),
        ({"maker": "0", "pit": "0", "roem_1": "20"}, "Roem", "took no trick"),
        (
            {"maker": "0", "pit": "1", "points_0": "20"},
            PIT,
            "a pit is all of them",
        ),
        ({"maker": "0", "trump": "stars", "points_0": "90"}, "Trumps (optional)", "one of those"),
        (
            {"maker": "0", "end": "conceded", "points_0": "40"},
            POINTS,
            "empty",
        ),
        ({"maker": "0", "end": "renege_0", "pit": "1"}, PIT, "so there is no pit"),
        ({"maker": "0", "points_0": "8e1"}, POINTS, "enter a number"),
        ({"maker": "0", "end": "renege_7"}, "How did it end?", "one of the sides"),
        ({"maker": "0", "end": "reneged_1"}, "How did it end?", "one of the sides"),
        ({"maker": "0", "end": "conceded_1"}, POINTS, "still missing"),
        (
            {"maker": "0", "points_0": "90", "dealer": "4"},
            "Who dealt?",
            "somebody at this table",
        ),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_lost(
    client: FlaskClient, sheet: str, deal: dict[str, str], legend: str, words: str
) -> None:
    answer = client.post(f"{sheet}rounds/new/deal", data=entry_form(client, sheet) | deal)
    assert answer.status_code == 422
    assert any(words in reason for reason in reasons_at(answer.text, legend)), answer.text
    form = page_of(answer.text).select_one("form[data-entry]")
    assert form is not None
    for name, value in deal.items():
        if name.startswith(("points", "roem")):
            assert fields_of(form)[name] == value
    assert totals(client, sheet) == [0, 0]


def test_the_sum_can_be_asked_for_before_saving(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN | {"do": "sum", "roem_0": "20"}
    shown = page_of(client.post(f"{sheet}rounds/new/deal", data=tap).text)
    table = shown.select_one("#sum table")
    assert table is not None
    assert [int(cell.text) for cell in table.select("td")] == [102, 20, 122]
    assert totals(client, sheet) == [0, 0]


def test_a_form_half_filled_in_is_not_scolded_by_the_live_sum(
    client: FlaskClient, sheet: str
) -> None:
    address, phone = f"{sheet}rounds/new/deal", {"X-Fragment": "sum"}
    tap = entry_form(client, sheet) | {"maker": "0"}
    assert problems(client.post(address, data=tap, headers=phone).text) == []
    wrong = client.post(address, data=tap | {"points_0": "161"}, headers=phone)
    assert "161 : 1 is impossible" in problems(wrong.text)[0]


def test_somebody_else_dealt_and_the_deal_moves_on_from_there(
    client: FlaskClient, sheet: str
) -> None:
    play(client, sheet, **PLAIN, dealer="1")
    assert "Clara deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_after_the_last_deal_there_is_a_winner_and_another_one(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(4):
        play(client, sheet)
    page = page_of(client.get(sheet).text)
    assert "Anna & Clara won" in page.text
    again = page.select_one("#entry a")
    assert again is not None
    names = page_of(client.get(str(again["href"])).text).select("[name^=name_]")
    assert [name["value"] for name in names] == ["Anna", "Bert", "Clara", "Dirk"]


def test_a_draw_is_a_draw(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4", house_tie="keep")
    for _ in range(4):
        play(client, sheet, maker="0", points_0="81")
    assert "A draw" in page_of(client.get(sheet).text).text


def test_a_deal_behind_the_last_is_refused_in_words(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_deals="4")
    for _ in range(4):
        play(client, sheet)
    tap = {"key": "k" * 32, "based_on": "5"} | PLAIN
    answer = client.post(f"{sheet}rounds/new/deal", data=tap)
    assert answer.status_code == 422
    assert "The game ends after deal 4" in problems(answer.text)[0]


def test_the_table_stops_and_goes_on_after_all(client: FlaskClient, sheet: str) -> None:
    play(client, sheet)
    stop = {"closed": "1", "key": "s" * 32, "based_on": "2"}
    assert client.post(f"{sheet}stop", data=stop).status_code == 303
    page = page_of(client.get(sheet).text)
    assert "Anna & Clara won" in page.text
    assert page.select_one("form[data-entry]") is None
    tap = {"key": "k" * 32, "based_on": "3"} | PLAIN
    assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 422
    go_on = {"closed": "0", "key": "g" * 32, "based_on": "3"}
    assert client.post(f"{sheet}stop", data=go_on).status_code == 303
    play(client, sheet)
    assert totals(client, sheet) == [204, 120]


def test_a_key_nobody_could_have_printed_still_saves_once(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN | {"key": "short"}
    assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 303
    assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 409
    assert totals(client, sheet) == [102, 60]


def test_a_phone_without_an_answer_can_ask_whether_its_deal_is_saved(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | PLAIN

    def saved(where: str) -> Any:
        return client.get(f"{where}saved/{tap['key']}").get_json()

    assert saved(sheet) == {"saved": False, "revision": None}
    assert client.post(f"{sheet}rounds/new/deal", data=tap).status_code == 303
    play(client, sheet)
    assert saved(sheet) == {"saved": True, "revision": 2}
    assert saved(open_sheet(client)) == {"saved": False, "revision": None}
