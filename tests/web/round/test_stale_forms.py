"""Two phones enter a deal, without script: the slower one is told what the other has entered."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.core.codec import json_text
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.plugin import GamePlugin
from tests.games import pages
from tests.games.example_sheets import NAMES, SHIPPED_PLUGIN, examples
from tests.web.element import Element, page_of
from tests.web.shown_forms import Pairs, ShownPage
from tests.web.table import PLAIN, Form, entry_form, fields_of, open_sheet, play, problems, totals

OTHER = {"maker": "1", "trump": "spades", "points_1": "100"}
RAMSCH = {"game": "ramsch", "points_0": "50", "points_1": "40", "points_2": "30"} | {
    "tricks_0": "4", "tricks_1": "4", "tricks_2": "3",
}  # fmt: skip
THERE = "This deal is already on the sheet."
FASTER = "another phone was faster"


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    return open_sheet(client)


def form_on(html: str) -> Element:
    form = page_of(html).select_one("form[data-entry]")
    assert form is not None
    return form


def late(client: FlaskClient, sheet: str, mine: Form, theirs: Form) -> str:
    """The page after another phone has saved *theirs*, and this one wants to save *mine*."""
    tap = entry_form(client, sheet) | mine
    play(client, sheet, **theirs)
    answer = client.post(f"{sheet}rounds/new/deal", data=tap | {"do": "save"})
    assert answer.status_code == 409
    return answer.text


def buttons(html: str) -> list[tuple[str, str]]:
    """The buttons of the bar that script leaves there, the main one last: what they say and do."""
    return [
        (each.text.strip(), str(each["value"]))
        for each in form_on(html).select(".bottom button:not(.noscript)")
    ]


def shown_deals(html: str) -> list[str]:
    """What others have entered, as the page with the form tells it."""
    return [" ".join(each.text.split()) for each in form_on(html).select(".history > *")]


def pressed(client: FlaskClient, sheet: str, html: str, do: str, **changes: str) -> str:
    """What comes of a button on that page; the address where it leads to another page."""
    data = fields_of(form_on(html)) | changes | {"do": do}
    answer = client.post(f"{sheet}rounds/new/deal", data=data)
    return str(answer.location) if answer.status_code == 303 else answer.text


def test_the_same_deal_is_thrown_away_by_the_main_button(client: FlaskClient, sheet: str) -> None:
    html = late(client, sheet, PLAIN, PLAIN)
    assert THERE in form_on(html).text
    (told,) = shown_deals(html)
    assert "102" in told
    assert buttons(html) == [("Save it as another deal", "save"), ("Throw mine away", "discard")]
    assert pressed(client, sheet, html, "discard") == sheet
    assert totals(client, sheet) == [102, 60]


def filled_in(
    client: FlaskClient, plugin: GamePlugin, example: dict[str, Any]
) -> tuple[str, Pairs]:
    """A sheet on which the round of an example was struck out, and its form filled in with that."""
    data = {"format": FORMAT, "game": plugin.game.slug, "rounds": [example["round"]]}
    data["players"] = example.get("players", NAMES[: max(plugin.game.seat_counts)])
    text = json_text(data | {"house": example.get("house", {})})
    sheet = str(client.post("/import", data={"text": text, "again": "1"}).location)
    shown = ShownPage(client.get(f"{sheet}rounds/1").text, sheet)
    (form,) = (each for each in shown.forms if f"{sheet}rounds/1/" in each.action)
    strike = page_of(client.get(sheet).text).select_one("form[id^=strike]")
    assert strike is not None
    assert client.post(str(strike["action"]), data=fields_of(strike)).status_code == 303
    return sheet, [pair for pair in form.untouched() if pair[0] not in ("key", "based_on")]


@SHIPPED_PLUGIN
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.soak)])
def test_the_same_round_of_any_game_is_known(
    client: FlaskClient, plugin: GamePlugin, step: int
) -> None:
    """The form says by whose turn it is what goes without saying: who sits out, who declares."""
    known = 0
    for example in examples(plugin)[::step]:
        sheet, inputs = filled_in(client, plugin, example)
        address = f"{sheet}rounds/new/{plugin.forms[0].slug}"
        tap = [("based_on", entry_form(client, sheet)["based_on"]), *inputs]
        saved = client.post(address, data=MultiDict(tap))
        if saved.status_code == 422:
            continue  # a form asks about some rounds that a file can hold
        again = client.post(address, data=MultiDict(tap))
        assert again.status_code == 409, example["name"]
        assert "already on the sheet" in form_on(again.text).text, example["name"]
        known += 1
    assert known > len(examples(plugin)) / step / 2


def test_the_same_ramsch_is_known_where_another_sits_out_since(client: FlaskClient) -> None:
    sheet = pages.opened(client, "tapp", seats="3")
    html = late(client, sheet, RAMSCH, RAMSCH)
    assert THERE in form_on(html).text
    assert pressed(client, sheet, html, "discard") == sheet
    assert len(pages.written(client, sheet)) == 1


def test_who_sits_out_since_keeps_what_was_counted(client: FlaskClient) -> None:
    sheet = pages.opened(client, "tapp", seats="3")
    html = late(client, sheet, RAMSCH, {"game": "bettel", "declarer": "0", "won": "won"})
    assert FASTER in form_on(html).text
    said = "Anna sits out this deal and holds no cards: enter 0 instead of 50."
    assert said in problems(pressed(client, sheet, html, "save"))
    assert len(pages.written(client, sheet)) == 1


def test_the_same_deal_can_be_another_one_after_all(client: FlaskClient, sheet: str) -> None:
    html = late(client, sheet, PLAIN, PLAIN)
    assert pressed(client, sheet, html, "save") == f"{sheet}?saved=3"
    assert totals(client, sheet) == [204, 120]


def test_a_different_deal_is_saved_by_the_main_button(client: FlaskClient, sheet: str) -> None:
    html = late(client, sheet, PLAIN, OTHER)
    assert FASTER in form_on(html).text
    assert THERE not in html
    assert buttons(html) == [("Throw mine away", "discard"), ("Save deal", "save")]
    assert pressed(client, sheet, html, "save") == f"{sheet}?saved=3"
    assert totals(client, sheet) == [164, 160]


def test_a_dealer_who_is_named_makes_no_other_deal(client: FlaskClient, sheet: str) -> None:
    dealer = fields_of(form_on(client.get(sheet).text)).get("dealer", "0")
    assert THERE in late(client, sheet, PLAIN | {"dealer": dealer}, PLAIN)


def test_a_deal_struck_out_meanwhile_is_not_there(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN
    play(client, sheet)
    strike = page_of(client.get(sheet).text).select_one("form[id^=strike]")
    assert strike is not None
    assert client.post(str(strike["action"]), data=fields_of(strike)).status_code == 303
    html = client.post(f"{sheet}rounds/new/deal", data=tap).text
    assert THERE not in html
    assert FASTER in html


@pytest.mark.parametrize("theirs", [PLAIN, OTHER])
def test_the_question_stays_until_one_of_both_is_chosen(
    client: FlaskClient, sheet: str, theirs: Form
) -> None:
    html = late(client, sheet, PLAIN, theirs)
    asked = buttons(html)
    worked_out = pressed(client, sheet, html, "sum")
    assert buttons(worked_out) == asked
    refused = pressed(client, sheet, worked_out, "sum", points_0="163")
    assert "163" in form_on(refused).text
    assert len(buttons(refused)) == 2
    again = pressed(client, sheet, refused, "sum", points_0="102", points_1="")
    assert buttons(again) == asked
    assert shown_deals(again) == shown_deals(html) != []
    assert shown_deals(again) == shown_deals(html)


def test_the_keyboards_enter_does_not_save_the_same_deal_twice(
    client: FlaskClient, sheet: str
) -> None:
    html = late(client, sheet, PLAIN, PLAIN)
    by_enter = form_on(html).select("button")[0]  # a browser takes the first one
    assert THERE in pressed(client, sheet, html, str(by_enter["value"]))
    assert totals(client, sheet) == [102, 60]


def test_what_a_third_phone_writes_meanwhile_is_asked_about_too(
    client: FlaskClient, sheet: str
) -> None:
    html = late(client, sheet, PLAIN, OTHER)
    play(client, sheet)
    again = pressed(client, sheet, html, "save")
    assert THERE in form_on(again).text
    assert len(shown_deals(again)) == 2
    assert totals(client, sheet) == [164, 160]


def test_a_saved_round_sent_again_is_no_late_one(client: FlaskClient, sheet: str) -> None:
    tap = entry_form(client, sheet) | PLAIN
    client.post(f"{sheet}rounds/new/deal", data=tap)
    play(client, sheet, **OTHER)
    shown = client.post(f"{sheet}rounds/new/deal", data=tap | {"do": "sum"})
    assert FASTER not in shown.text


def test_who_corrects_late_can_save_or_give_up(client: FlaskClient, sheet: str) -> None:
    play(client, sheet)
    form = fields_of(form_on(client.get(f"{sheet}rounds/1").text)) | {"points_0": "110"}
    form["points_1"] = "52"
    play(client, sheet)
    html = client.post(f"{sheet}rounds/1", data=form).text
    assert [does for _, does in buttons(html)] == ["discard", "save"]
