"""Forms turn what was sent into what a sheet file would say, and lose nothing that was typed."""

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from scorekeeper.core.codec import record_of
from scorekeeper.core.shapes import Whole, json_word
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import Details
from scorekeeper.games.registry import GAMES
from scorekeeper.web.files.routes import content_sent
from scorekeeper.web.house_rules.forms import HouseRulesForm, depends_on_table, offered_values
from scorekeeper.web.seats.forms import SubstituteForm
from scorekeeper.web.start.forms import DetailsForm, NewSheetForm
from tests.files.details import DETAILS
from tests.web.element import page_of
from tests.web.table import NAMES, form_at, open_sheet, problems

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def sent(fields: Mapping[str, Any]) -> "MultiDict[str, Any]":
    return MultiDict(fields)


def new_sheet(slug: str, **fields: str) -> NewSheetForm:
    return NewSheetForm(GAMES[slug], sent(fields))


def test_seats_left_empty_at_the_end_are_not_there() -> None:
    names = {"name_0": "Anna", "name_1": "Bert", "name_2": "Clara", "name_3": " "}
    assert new_sheet("tapp", **names).sheet_data["players"] == ["Anna", "Bert", "Clara"]
    assert new_sheet("klaverjassen", **names).sheet_data["players"] == [
        "Anna",
        "Bert",
        "Clara",
        "",
    ]


@pytest.mark.parametrize(
    ("typed", "dealer"), [("2", 2), (" 2 ", 2), ("2,0", 2), ("x", "x"), ("−1", -1)]
)
def test_a_dealer_is_read_as_people_write_numbers(typed: str, dealer: Any) -> None:
    assert new_sheet("tapp", first_dealer=typed).sheet_data["first_dealer"] == dealer


def test_what_nobody_filled_in_is_left_out() -> None:
    data = new_sheet("tapp", first_dealer=" ", **dict.fromkeys(DETAILS, "  ")).sheet_data
    assert set(data) == {"format", "game", "players", "house", "rounds"}
    assert data["house"] == {}
    assert DetailsForm(sent({"title": " Freitag "})).head_data == {"title": " Freitag "}


def test_every_detail_of_a_sheet_can_be_typed() -> None:
    assert new_sheet("tapp", **DETAILS).sheet_data.items() >= DETAILS.items()
    form = DetailsForm(sent(DETAILS))
    assert form.validate()
    assert record_of(Details).write(Details(**form.values)) == DETAILS


@EVERY_GAME
def test_every_value_of_every_house_rule_is_sent_as_the_file_says_it(slug: str) -> None:
    game = GAMES[slug]
    members = record_of(game.house).members
    assert members
    for member in members:
        values = offered_values(member) or (member.shape.write(member.default),)
        for value in values:
            form = HouseRulesForm(game, sent({f"house_{member.name}": json_word(value)}))
            assert form.house_data == {member.name: value}
            assert type(form.house_data[member.name]) is type(value)
            assert form.shown == {member.name: json_word(value)}


@EVERY_GAME
def test_house_rules_as_a_page_shows_them_are_those_of_the_sheet(
    client: FlaskClient, slug: str
) -> None:
    shown = form_at(client, f"/new/{slug}")
    form = NewSheetForm(GAMES[slug], sent(shown | {"name_0": "A", "name_1": "B", "name_2": "C"}))
    names = [f"P{seat}" for seat in range(max(GAMES[slug].seat_counts))]
    assert parsed(form.sheet_data | {"players": names}, GAMES).house == GAMES[slug].house()


@EVERY_GAME
def test_a_house_rule_nobody_offers_stays_as_it_was_sent(slug: str) -> None:
    game = GAMES[slug]
    for member in record_of(game.house).members:
        form = HouseRulesForm(game, sent({f"house_{member.name}": "mine"}))
        assert form.house_data == form.shown == {member.name: "mine"}


def test_a_rule_left_to_the_table_is_left_out() -> None:
    members = [
        (game, member)
        for game in GAMES.values()
        for member in record_of(game.house).members
        if depends_on_table(member)
    ]
    assert members
    for game, member in members:
        assert HouseRulesForm(game, sent({f"house_{member.name}": ""})).house_data == {}


def test_a_number_of_a_house_rule_is_read_as_people_write_it() -> None:
    numbers = [
        (game, member)
        for game in GAMES.values()
        for member in record_of(game.house).members
        if isinstance(member.shape, Whole)
    ]
    assert numbers
    for game, member in numbers:
        form = HouseRulesForm(game, sent({f"house_{member.name}": " 10,0 "}))
        assert form.house_data == {member.name: 10}
        assert form.shown == {member.name: " 10,0 "}


def test_a_substitute_sits_down_where_and_when_it_was_typed() -> None:
    typed = sent({"seat": "1", "player": " Eva ", "round": "3"})
    form = SubstituteForm(typed, seats=4, last=3)
    assert form.validate()
    assert (form.round.value, form.seat.value, form.player.value) == (3, 1, "Eva")


def test_everything_wrong_with_a_substitute_is_said_at_its_field() -> None:
    form = SubstituteForm(sent({"seat": "4", "player": " ", "round": "1,5"}), seats=4, last=3)
    assert not form.validate()
    assert [each.field for each in form.problems] == ["seat", "player", "round"]
    assert set(form.errors) == {"seat", "player", "round"}
    assert form.data == {"seat": "4", "player": " ", "round": "1,5"}


def test_a_chosen_file_goes_before_a_pasted_text(app: Flask) -> None:
    def content(**data: Any) -> bytes:
        with app.test_request_context("/import", method="POST", data=data):
            return content_sent()

    assert content(file=(BytesIO(b"{}"), "sheet.json"), text="[]") == b"{}"
    assert content(file=(BytesIO(b""), ""), text="[]") == b"[]"
    assert content(file="a name alone", text="[]") == b"[]"
    assert content() == b""


def test_a_text_is_not_lost_because_the_file_beside_it_is_refused(client: FlaskClient) -> None:
    data = {"file": (BytesIO(b"{"), "sheet.json"), "text": json.dumps({"mine": 1})}
    answer = client.post("/import", data=data)
    assert answer.status_code == 422
    area = page_of(answer.text).select_one("textarea")
    assert area is not None
    assert area.text.strip() == '{"mine": 1}'


def test_several_things_wrong_with_names_are_all_said(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    twice = {f"name_{seat}": NAMES[seat // 2] for seat in range(4)}
    answer = client.post(f"{sheet}seats", data=form_at(client, f"{sheet}seats") | twice)
    assert answer.status_code == 422
    told = " ".join(problems(answer.text))
    assert "Anna is entered twice" in told
    assert "Bert is entered twice" in told


def test_a_refused_name_does_not_become_a_seat_to_choose(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    typed = {"name_0": "Bert"}
    answer = client.post(f"{sheet}seats", data=form_at(client, f"{sheet}seats") | typed)
    seats = page_of(answer.text).select("select[name=seat] option")
    assert [each.text for each in seats] == list(NAMES)
    assert 'name="name_0" value="Bert"' in answer.text
