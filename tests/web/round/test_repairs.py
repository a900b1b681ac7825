"""A change with everything it calls for is one step: looked at, mended, saved or left alone."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

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
    totals,
)

FORGOTTEN = {"maker": "1", "points_1": "92"}


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    """Four deals of four, dealt by Dirk, Anna, Bert, Clara."""
    sheet = open_sheet(client, house_deals="4")
    for points in ("102", "90", "162", "100"):
        play(client, sheet, maker="0", trump="hearts", points_0=points)
    return sheet


def rounds_of(client: FlaskClient, sheet: str) -> list[dict[str, Any]]:
    file: dict[str, Any] = client.get(f"{sheet}sheet.json").get_json()
    return list(file["rounds"])


def dealers(client: FlaskClient, sheet: str) -> list[str]:
    found = page_of(client.get(sheet).text).select("#rounds details > small")
    return [each.text.removeprefix("Dealer: ") for each in reversed(found)]


def batch_of(html: str) -> list[dict[str, Any]]:
    field = page_of(html).select_one("input[name=batch]")
    assert field is not None
    batch: list[dict[str, Any]] = json.loads(str(field["value"]))
    return batch


def test_the_deal_stays_where_it_was_though_a_round_is_struck_out(
    client: FlaskClient, sheet: str
) -> None:
    assert dealers(client, sheet) == ["Dirk", "Anna", "Bert", "Clara"]
    shown = page_of(client.get(f"{sheet}rounds/2/strike").text)
    assert shown.select("button.save")[0].text == "Strike out deal 2, keep all others"
    assert "deal 3 was dealt by Bert" in shown.text
    assert press(client, str(shown), "save").status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Bert", "Clara"]
    assert "corrected" not in "".join(deals(client, sheet))
    assert "Dirk deals" in page_of(client.get(sheet).text).select("#status")[0].text


def test_a_save_that_later_deals_forbid_says_so_where_the_focus_goes(
    client: FlaskClient, sheet: str
) -> None:
    strike = page_of(client.get(sheet).text).one("form[action*=strike]")
    assert client.post(str(strike["action"]), data=fields_of(strike)).status_code == 303
    play(client, sheet, maker="0", trump="hearts", points_0="90")
    shown = client.get(f"{sheet}rounds/4/restore").text
    assert page_of(shown).select(".notice[autofocus]") == []
    answer = press(client, shown, "save")
    assert answer.status_code == 422
    assert "Not saved yet." in page_of(answer.text).one(".notice[autofocus]").text


def test_otherwise_the_rotation_closes_up(client: FlaskClient, sheet: str) -> None:
    shown = client.get(f"{sheet}rounds/2/strike")
    closed_up = press(client, shown.text, "rotate:3").text
    assert "deal 3, Bert deals" in closed_up
    assert "deal 2, Anna deals" in closed_up
    assert page_of(closed_up).select("button.save")[0].text.startswith("Strike out deal 2 (")
    kept = press(client, closed_up, "pin:3").text
    assert page_of(kept).select("button.save")[0].text == "Strike out deal 2, keep all others"
    assert press(client, closed_up, "save").status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Anna", "Bert"]


def test_a_round_whose_dealer_was_named_needs_no_word_when_another_is_struck_out(
    client: FlaskClient, sheet: str
) -> None:
    named = form_at(client, f"{sheet}rounds/3") | {"dealer": "1"}
    assert client.post(f"{sheet}rounds/3", data=named).status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Anna", "Bert", "Clara"]
    shown = client.get(f"{sheet}rounds/2/strike").text
    assert len(batch_of(shown)) == 1
    assert press(client, shown, "save").status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Bert", "Clara"]


def strike(client: FlaskClient, sheet: str, deal: int) -> None:
    """Strike a deal out: the latest at once, another one as the page before it offers."""
    address = f"{sheet}rounds/{deal}/strike"
    answer = client.post(address, data=form_at(client, address))
    assert (answer if answer.status_code == 303 else press(client, answer.text, "save")).location


def restore(client: FlaskClient, sheet: str, deal: int) -> Any:
    address = f"{sheet}rounds/{deal}/restore"
    return client.post(address, data=form_at(client, address))


def test_a_deal_comes_back_with_who_dealt_it_whatever_was_struck_out_meanwhile(
    client: FlaskClient, sheet: str
) -> None:
    for deal in (4, 3):
        strike(client, sheet, deal)
    assert restore(client, sheet, 4).status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Anna", "Clara"]
    assert restore(client, sheet, 3).status_code == 200
    strike(client, sheet, 2)
    shown = restore(client, sheet, 3).text
    assert page_of(shown).select("button.save")[0].text == "Bring back as deal 2"
    assert press(client, shown, "save").status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Bert", "Clara"]
    assert "corrected" not in "".join(deals(client, sheet))


def test_undone_late_a_deal_comes_back_with_who_dealt_it(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/4/strike"
    struck = client.post(address, data=form_at(client, address)).location
    undo = fields_of(page_of(client.get(struck).text).one("#saved"))
    strike(client, sheet, 3)
    shown = client.post(f"{sheet}rounds/undo", data=undo)
    assert shown.status_code == 409
    assert press(client, shown.text, "save").status_code == 303
    assert dealers(client, sheet) == ["Dirk", "Anna", "Clara"]


def test_corrected_late_a_deal_comes_back_with_who_dealt_it(
    client: FlaskClient, sheet: str
) -> None:
    opened = form_at(client, f"{sheet}rounds/4") | {"points_0": "80", "points_1": "82"}
    for deal in (4, 3):
        strike(client, sheet, deal)
    late = client.post(f"{sheet}rounds/4", data=opened)
    assert late.status_code == 409
    again = fields_of(page_of(late.text).select("main form")[0])
    for _ in range(2):  # the same form, sent twice
        answer = client.post(f"{sheet}rounds/4", data=again)
        if answer.status_code == 200:
            answer = press(client, answer.text, "save")
        assert answer.status_code == 303
        assert dealers(client, sheet) == ["Dirk", "Anna", "Clara"]
    assert "dealer" not in form_at(client, f"{sheet}rounds/3")


def test_a_deal_that_comes_back_to_its_turn_names_no_dealer(
    client: FlaskClient, sheet: str
) -> None:
    for deal in (4, 3):
        strike(client, sheet, deal)
    for deal in (3, 4):
        restore(client, sheet, deal)
    assert [each.get("dealer") for each in rounds_of(client, sheet)] == [None] * 4


def test_a_deal_comes_back_dealt_as_it_is_where_another_dealt_first(
    client: FlaskClient, sheet: str
) -> None:
    for deal in (4, 3):
        strike(client, sheet, deal)
    seats = form_at(client, f"{sheet}seats") | {"first_dealer": "0"}
    shown = page_of(client.post(f"{sheet}seats", data=seats).text).select("main form")[0]
    assert client.post(f"{sheet}seats", data=fields_of(shown)).status_code == 303
    restore(client, sheet, 4)
    assert dealers(client, sheet) == ["Anna", "Bert", "Dirk"]


def test_whoever_sat_out_of_a_deal_sits_out_when_it_comes_back(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp", name_4="Eva")
    for declarer in ("1", "2", "3", "4"):
        play(client, sheet, game="bettel", declarer=declarer, won="won")
    before = totals(client, sheet)
    strike(client, sheet, 4)
    without = totals(client, sheet)
    strike(client, sheet, 3)
    alone = totals(client, sheet)
    restore(client, sheet, 4)
    gained = [total - less for total, less in zip(totals(client, sheet), alone, strict=True)]
    assert gained == [total - less for total, less in zip(before, without, strict=True)]
    assert gained == [-15, -15, 0, -15, 45]


def test_striking_out_can_be_left_alone(client: FlaskClient, sheet: str) -> None:
    leave = page_of(client.get(f"{sheet}rounds/2/strike").text).select_one(".bottom a")
    assert leave is not None
    assert (leave.text, leave["href"]) == ("Cancel", sheet)


def test_a_deal_put_in_between_can_be_corrected_before_it_is_saved(
    client: FlaskClient, sheet: str
) -> None:
    address = f"{sheet}rounds/after/1/deal"
    shown = client.post(address, data=form_at(client, address) | FORGOTTEN)
    back = page_of(press(client, shown.text, "mend:0").text).select_one("form[data-entry]")
    assert back is not None
    form = fields_of(back)
    assert form["points_1"] == "92"
    again = client.post(str(back["action"]), data=form | {"points_0": "60", "points_1": "102"})
    assert len(batch_of(again.text)) == 1
    struck = press(client, again.text, "strike:4")
    assert press(client, struck.text, "save").status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)] == [
        [102, 60],
        [60, 102],
        [90, 72],
        [162, 0],
    ]


def test_an_agreed_round_can_be_repaired_by_the_form_of_a_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp")
    for _ in range(2):
        play(client, sheet, game="bettel", declarer="1", won="won")
    address = f"{sheet}rounds/new/agreed"
    agreed = form_at(client, address) | {"deal": "deal", "points_0": "0", "why": "lost count"}
    assert client.post(address, data=agreed).status_code == 303
    first = form_at(client, f"{sheet}rounds/1") | {"ace_of_hearts": "2"}
    shown = client.post(f"{sheet}rounds/1", data=first).text
    (tab,) = page_of(press(client, shown, "mend:3").text).select("main form.tabs")
    other = client.post(str(tab["action"]), data=fields_of(tab) | {"add": ""}).text
    form = page_of(other).select_one("form[data-entry]")
    assert form is not None
    assert form.select("[name=why]") == []
    ramsch = fields_of(form) | {"forced": "1", "game": "ramsch", "most": "0"}
    repaired = client.post(str(form["action"]), data=ramsch)
    assert press(client, repaired.text, "save").status_code == 303
    assert [each["kind"] for each in rounds_of(client, sheet)] == ["bettel", "bettel", "ramsch"]


def test_the_sum_of_a_repair_shows_while_it_is_filled_in(client: FlaskClient, sheet: str) -> None:
    shown = client.post(
        f"{sheet}rounds/1", data=form_at(client, f"{sheet}rounds/1") | {"dealer": "1"}
    )
    back = page_of(press(client, shown.text, "mend:1").text).select_one("form[data-entry]")
    assert back is not None
    data = fields_of(back) | {"points_0": "80", "points_1": "82"}
    told = client.post(str(back["action"]), data=data, headers={"X-Fragment": "sum"})
    assert "Nat" in told.text
    assert "454" in page_of(told.text).select(".changes")[0].text


def test_the_same_batch_twice_is_one_change(client: FlaskClient, sheet: str) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    assert press(client, shown, "save").status_code == 303
    before = client.get(f"{sheet}history").text
    assert press(client, shown, "save").status_code == 303
    assert client.get(f"{sheet}history").text.count("<li>") == before.count("<li>")


def test_back_changed_and_saved_again_corrects_what_was_put_in(
    client: FlaskClient, sheet: str, database: Path
) -> None:
    client.post(f"{sheet}rounds/4/strike", data=form_at(client, f"{sheet}rounds/4/strike"))
    address = f"{sheet}rounds/after/1/deal"
    form = form_at(client, address) | FORGOTTEN
    assert press(client, client.post(address, data=form).text, "save").status_code == 303
    other = client.post(address, data=form | {"points_1": "102", "based_on": "7"})
    asked = press(client, other.text, "save")
    assert asked.status_code == 409
    correct = page_of(asked.text).select("main form")[0]
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        busy = client.post(str(correct["action"]), data=fields_of(correct))
        assert busy.status_code == 503
        connection.execute("ROLLBACK")
    again = page_of(busy.text).select("main form")[0]  # still about the same round
    assert client.post(str(again["action"]), data=fields_of(again)).status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)][1] == [60, 102]
    assert len(rounds_of(client, sheet)) == 4


def test_back_to_the_form_of_what_was_put_in_corrects_it_as_it_is_filled_in_now(
    client: FlaskClient, sheet: str
) -> None:
    client.post(f"{sheet}rounds/4/strike", data=form_at(client, f"{sheet}rounds/4/strike"))
    address = f"{sheet}rounds/after/1/deal"
    shown = client.post(address, data=form_at(client, address) | FORGOTTEN)
    back = page_of(press(client, shown.text, "mend:0").text).select_one("form[data-entry]")
    assert back is not None
    at, form = str(back["action"]), fields_of(back)
    changed = client.post(at, data=form | {"points_0": "60", "points_1": "102"})
    assert press(client, changed.text, "save").status_code == 303
    asked = client.post(at, data=form | {"points_0": "52", "points_1": "110"})
    assert asked.status_code == 409
    correct = page_of(asked.text).select("main form")[0]
    assert correct.text.strip() == "Use it to correct deal 2"
    assert client.post(str(correct["action"]), data=fields_of(correct)).status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)][1] == [52, 110]
    assert len(rounds_of(client, sheet)) == 4


@pytest.mark.parametrize(
    "batch",
    [
        "",
        "null",
        "[]",
        "{}",
        "[1]",
        "[" * 5000,
        '[{"round": 99, "after": null, "data": null}]',
        '[{"round": true, "after": null, "data": null}]',
        '[{"round": null, "after": 99, "data": {"kind": "conceded", "maker": 0}}]',
        '[{"round": null, "after": 0, "data": null}]',
        '[{"round": 1, "after": null, "data": {"kind": "played"}}]',
        '[{"round": 1, "after": null, "data": 7}]',
    ],
)
def test_a_batch_nobody_could_have_sent_is_no_server_error(
    client: FlaskClient, sheet: str, batch: str
) -> None:
    form_token = {"key": "k" * 32, "based_on": "5", "batch": batch}
    for do in ("save", "mend:1", "strike:1", "pin:1", "drop:1"):
        assert client.post(f"{sheet}rounds/batch", data=form_token | {"do": do}).status_code == 400
    assert client.post(f"{sheet}rounds/batch/deal", data=form_token).status_code == 400
    assert len(deals(client, sheet)) == 4


@pytest.mark.parametrize("do", ["mend:x", "mend:99", "mend:", "strike:99", "pin:99", "drop:-1"])
def test_a_repair_of_no_round_is_no_server_error(client: FlaskClient, sheet: str, do: str) -> None:
    shown = page_of(client.get(f"{sheet}rounds/2/strike").text).select_one("main form")
    assert shown is not None
    answer = client.post(str(shown["action"]), data=fields_of(shown) | {"do": do})
    assert answer.status_code == 400


def test_a_batch_has_no_page_of_its_own(client: FlaskClient, sheet: str) -> None:
    for page in ("rounds/batch", "rounds/batch/deal"):
        assert client.get(f"{sheet}{page}").location == sheet


def test_the_same_change_with_other_repairs_is_asked_about(client: FlaskClient, sheet: str) -> None:
    address = f"{sheet}rounds/after/1/deal"
    shown = client.post(address, data=form_at(client, address) | FORGOTTEN).text
    with_last = press(client, shown, "strike:4").text
    with_another = press(client, with_last, "pin:2").text
    assert press(client, with_last, "save").status_code == 303
    assert press(client, with_last, "save").status_code == 303
    before = rounds_of(client, sheet)
    asked = press(client, with_another, "save")
    assert asked.status_code == 409
    assert page_of(asked.text).select("h1")[0].text == "Already saved"
    assert rounds_of(client, sheet) == before


@pytest.mark.parametrize("button", ["strike:3", "pin:3", "mend:3"])
def test_a_repair_on_an_old_page_shows_first_what_the_other_phone_has_entered(
    client: FlaskClient, sheet: str, button: str
) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    form = page_of(shown).select_one("main form")
    assert form is not None
    latest = f"{sheet}rounds/4"
    faster = form_at(client, latest) | {"points_0": "82", "points_1": "80"}
    assert client.post(latest, data=faster).status_code == 303
    answer = client.post(str(form["action"]), data=fields_of(form) | {"do": button})
    assert answer.status_code == 409
    assert "82\u00a0:\u00a080" in page_of(answer.text).select(".history")[0].text
    assert press(client, answer.text, "save").status_code == 303
    assert rounds_of(client, sheet)[-1]["points"] == [82, 80]


def corrected(client: FlaskClient, sheet: str, deal: int) -> None:
    """Another phone corrects a deal to 80:82."""
    address = f"{sheet}rounds/{deal}"
    form = form_at(client, address) | {"points_0": "80", "points_1": "82"}
    answer = client.post(address, data=form)
    if answer.status_code == 200:  # looked at first
        answer = press(client, answer.text, "save")
    assert answer.status_code == 303


def test_what_keeps_its_dealer_is_what_another_phone_has_made_of_it_meanwhile(
    client: FlaskClient, sheet: str
) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    corrected(client, sheet, 3)
    late = press(client, shown, "save")
    assert late.status_code == 409
    assert page_of(late.text).select("button.save")[0].text == "Strike out deal 2, keep all others"
    assert press(client, late.text, "save").status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)] == [[102, 60], [80, 82], [100, 62]]
    assert dealers(client, sheet) == ["Dirk", "Bert", "Clara"]


def test_a_dealer_named_by_a_button_is_named_of_what_stands_by_then(
    client: FlaskClient, sheet: str
) -> None:
    client.post(f"{sheet}rounds/4/strike", data=form_at(client, f"{sheet}rounds/4/strike"))
    address = f"{sheet}rounds/after/1/deal"
    shown = client.post(address, data=form_at(client, address) | FORGOTTEN).text
    kept = press(client, shown, "pin:2").text
    corrected(client, sheet, 2)
    late = press(client, kept, "save")
    assert press(client, late.text, "save").status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)][1:3] == [[70, 92], [80, 82]]
    assert dealers(client, sheet) == ["Dirk", "Anna", "Anna", "Bert"]


def test_a_deal_struck_out_meanwhile_does_not_come_back_with_its_dealer(
    client: FlaskClient, sheet: str
) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    assert press(client, client.get(f"{sheet}rounds/3/strike").text, "save").status_code == 303
    late = press(client, shown, "save")
    assert press(client, late.text, "save").status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)] == [[102, 60], [100, 62]]


def test_a_dealer_another_phone_has_named_meanwhile_stays(client: FlaskClient, sheet: str) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    named = form_at(client, f"{sheet}rounds/3") | {"dealer": "3"}
    named_page = client.post(f"{sheet}rounds/3", data=named)
    assert press(client, named_page.text, "save").status_code == 303
    late = press(client, shown, "save")
    assert press(client, late.text, "save").status_code == 303
    assert dealers(client, sheet)[:2] == ["Dirk", "Dirk"]


def test_a_batch_that_was_saved_is_the_same_whatever_was_corrected_since(
    client: FlaskClient, sheet: str
) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    assert press(client, shown, "save").status_code == 303
    corrected(client, sheet, 3)
    assert press(client, shown, "save").status_code == 303
    assert [each["points"] for each in rounds_of(client, sheet)] == [[102, 60], [80, 82], [100, 62]]


@pytest.mark.parametrize("button", ["save", "rotate:3"])
def test_what_another_phone_has_struck_out_is_not_struck_out_again(
    client: FlaskClient, sheet: str, button: str
) -> None:
    shown = client.get(f"{sheet}rounds/2/strike").text
    faster = client.get(f"{sheet}rounds/2/strike").text
    assert press(client, faster, "save").status_code == 303
    before = entry_form(client, sheet)["based_on"]
    late = press(client, shown, button)
    assert (late.status_code, late.location) == (303, sheet)
    assert entry_form(client, sheet)["based_on"] == before


def test_what_is_not_in_a_batch_cannot_be_corrected_in_it(client: FlaskClient, sheet: str) -> None:
    shown = page_of(client.get(f"{sheet}rounds/2/strike").text).select_one("main form")
    assert shown is not None
    data = fields_of(shown)
    assert client.post(str(shown["action"]), data=data | {"do": "mend:0"}).status_code == 400
    assert client.post(f"{sheet}rounds/batch/deal", data=data | {"item": "0"}).status_code == 400


def test_no_later_round_is_touched_by_looking(client: FlaskClient, sheet: str) -> None:
    before = totals(client, sheet)
    address = f"{sheet}rounds/after/1/deal"
    shown = client.post(address, data=form_at(client, address) | PLAIN)
    for button in ("mend:4", "strike:4", "pin:2"):
        press(client, shown.text, button)
    assert totals(client, sheet) == before
