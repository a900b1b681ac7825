"""Next week in one touch: a new sheet of a group begins where its last one ended."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.element import page_of
from tests.web.group.test_groups import upload
from tests.web.sheet.test_putting_away import put_away
from tests.web.table import NAMES, Form, form_at, open_sheet, play, send

EVENING: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "date": "2026-11-20",
    "players": list(NAMES),
    "first_dealer": 1,
    "house": {"deals": 4, "tie": "keep"},
    "seating": [{"round": 2, "seat": 1, "player": "Eva"}],
    "closed": True,
    "rounds": [{"kind": "conceded", "maker": 0}, {"kind": "conceded", "maker": 1}],
}


@pytest.fixture
def group(client: FlaskClient) -> str:
    """The address of a group that has played one evening of Klaverjassen."""
    file = form_at(client, "/import") | {"text": json.dumps(EVENING)}
    return str(client.post("/import", data=file).location).removesuffix("1/")


def names_in(form: Form) -> list[str]:
    return [text for name, text in form.items() if name.startswith("name_") and text]


def test_the_same_game_begins_as_it_ended(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}new/klaverjassen")
    assert names_in(form) == ["Anna", "Eva", "Clara", "Dirk"]
    assert form["first_dealer"] == "3"  # Bert dealt first, and two deals were played
    assert (form["house_deals"], form["house_tie"]) == ("4", "keep")
    opened = client.post(f"{group}new/klaverjassen", data=form).location
    file = client.get(f"{opened}sheet.json").get_json()
    assert file["players"] == ["Anna", "Eva", "Clara", "Dirk"]
    assert file["house"] == EVENING["house"]
    assert file["rounds"] == []


def test_it_says_of_which_day_that_is(client: FlaskClient, group: str) -> None:
    same, other = (client.get(f"{group}new/{slug}").text for slug in ("klaverjassen", "tapp"))
    assert "As on 20 Nov 2026: the names, the next dealer, the house rules." in same
    assert "The names are those of 20 Nov 2026." in other
    assert "20 Nov 2026" not in client.get("/new/klaverjassen").text


def test_the_stake_goes_on_and_is_said(client: FlaskClient, group: str) -> None:
    assert "the stake" not in client.get(f"{group}new/klaverjassen").text
    stake = {"cents": 5, "per": 100}
    assert upload(client, group, json.dumps(EVENING | {"stake": stake})).status_code == 303
    address = f"{group}new/klaverjassen"
    assert "the next dealer, the house rules, the stake." in client.get(address).text
    opened = client.post(address, data=form_at(client, address)).location
    assert client.get(f"{opened}sheet.json").get_json()["stake"] == stake
    other = f"{group}new/tafferand"
    opened = client.post(other, data=form_at(client, other)).location
    assert "stake" not in client.get(f"{opened}sheet.json").get_json()


def left_of(form: Form) -> Form:
    """A form without names, and without what belongs to its page."""
    return {
        name: text
        for name, text in form.items()
        if "name_" not in name and name not in ("key", "based_on")
    }


def test_another_game_takes_over_the_names_alone(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}new/tafferand")
    assert names_in(form) == ["Anna", "Eva", "Clara", "Dirk"]
    untouched = form_at(client, "/new/tafferand")
    assert left_of(form) == left_of(untouched)


def test_a_game_for_other_numbers_looks_further_back(client: FlaskClient, group: str) -> None:
    three = {f"name_{seat}": name for seat, name in enumerate(("Ida", "Ole", "Mia", ""))}
    open_sheet(client, f"{group}new/tapp", **three)
    assert names_in(form_at(client, f"{group}new/tafferand")) == ["Anna", "Eva", "Clara", "Dirk"]
    assert names_in(form_at(client, f"{group}new/french_tarot")) == ["Ida", "Ole", "Mia"]


def test_the_last_sheet_of_the_game_counts_not_the_last_of_all(
    client: FlaskClient, group: str
) -> None:
    later = EVENING | {"players": ["Uli", "Vera", "Willi", "Xenia"], "seating": []}
    assert upload(client, group, json.dumps(later | {"game": "tafferand", "rounds": [],
                                                     "house": {}})).status_code == 303  # fmt: skip
    assert names_in(form_at(client, f"{group}new/klaverjassen"))[1] == "Eva"
    assert upload(client, group, json.dumps(later)).status_code == 303
    assert names_in(form_at(client, f"{group}new/klaverjassen"))[1] == "Vera"
    again = form_at(client, f"{group}new/klaverjassen?again=1")
    assert names_in(again) == ["Anna", "Eva", "Clara", "Dirk"]


def test_a_sheet_that_was_put_away_counts_once_it_was_played(
    client: FlaskClient, group: str
) -> None:
    mistaken = open_sheet(client, f"{group}new/klaverjassen", name_0="Falsch")
    put_away(client, mistaken)
    assert names_in(form_at(client, f"{group}new/klaverjassen"))[0] == "Anna"
    played = open_sheet(client, f"{group}new/klaverjassen", name_0="Zoe")
    play(client, played)
    put_away(client, played)
    assert names_in(form_at(client, f"{group}new/klaverjassen"))[0] == "Zoe"


def test_the_page_of_the_group_offers_it_in_one_touch(client: FlaskClient, group: str) -> None:
    page = page_of(client.get(group).text)
    offer = page.select_one("main a.button")
    assert offer is not None
    assert offer.text == "Once more: Klaverjassen with Anna, Eva, Clara and Dirk"
    form = form_at(client, str(offer["href"]))
    assert send(client, str(offer["href"]), form).status_code == 303
    beside = page_of(client.get(group).text).select_one("main a.button")
    assert beside is not None
    assert "second" in beside["class"].split()  # what is still being played comes first
    away = page_of(client.get(f"{group}?away=1").text)
    assert [button["href"] for button in away.select("main a.button")] == [group]


def test_the_start_page_offers_nobodys_names(client: FlaskClient, group: str) -> None:
    assert names_in(form_at(client, "/new/klaverjassen")) == []
    headings = page_of(client.get("/").text).select("main > h2")
    assert [(each.text, each["class"]) for each in headings[:2]] == [
        ("New sheet", "first"),
        ("New group", "again"),  # in its place where this phone knows a group
    ]


def test_the_same_table_once_more_is_not_what_somebody_left_half_filled_in(
    client: FlaskClient,
) -> None:
    group = open_sheet(client).removesuffix("1/")
    for query, kept in (("", "navigate"), ("?again=1", "off")):
        page = page_of(client.get(f"{group}new/klaverjassen{query}").text)
        assert page.one("form#typed")["data-draft"] == kept
