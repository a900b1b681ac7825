"""Groups: their sheets, their players, and sheets that come from files."""

import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.files.routes import TEXT_SHOWN
from tests.web.element import page_of
from tests.web.table import NAMES, fields_of, form_at, open_sheet, play, problems, totals

FILE: dict[str, Any] = {
    "format": "scorekeeper-sheet/1",
    "game": "klaverjassen",
    "title": "Freitag",
    "date": "2026-11-20",
    "players": ["Anna", "Bert", "Clara", "Dirk"],
    "first_dealer": 2,
    "house": {"deals": 4, "tie": "keep"},
    "stake": {"cents": 1, "per": 10},
    "seating": [{"round": 2, "seat": 1, "player": "Eva"}],
    "closed": True,
    "rounds": [
        {"kind": "played", "maker": 0, "points": [102, 60], "roem": [[20], [50]], "dealer": 3},
        {"kind": "conceded", "maker": 1, "trump": "spades"},
        {"kind": "renege", "maker": 2, "side": 0, "roem": [[], [100]]},
    ],
}


def upload(client: FlaskClient, group: str, content: str | bytes, **more: str) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    form = form_at(client, f"{group}import") | more
    return client.post(f"{group}import", data=form | {"file": (io.BytesIO(raw), "sheet.json")})


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


def test_a_sheet_file_comes_in_round_for_round(client: FlaskClient, group: str) -> None:
    answer = upload(client, group, json.dumps(FILE))
    assert answer.status_code == 303
    assert json.loads(client.get(f"{answer.location}sheet.json").text) == FILE


def test_a_substitute_for_a_deal_to_come_waits_for_it(client: FlaskClient, group: str) -> None:
    planned = FILE | {"closed": False, "seating": [{"round": 5, "seat": 2, "player": "Eva"}]}
    planned |= {"house": {"deals": 8}}
    sheet = upload(client, group, json.dumps(planned)).location
    assert json.loads(client.get(f"{sheet}sheet.json").text)["seating"] == planned["seating"]
    assert page_of(client.get(sheet).text).select("#totals h2")[0].text == "Anna & Clara"
    play(client, sheet)
    assert page_of(client.get(sheet).text).select("#totals h2")[0].text == "Anna & Eva"


def test_a_file_may_be_pasted_as_text(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}import") | {"text": json.dumps(FILE)}
    answer = client.post(f"{group}import", data=form)
    assert answer.status_code == 303
    assert totals(client, answer.location) == [
        110 + 262,
        122 + 162,
    ]  # the winner first


def test_the_same_file_twice_is_noticed_and_asked_about(client: FlaskClient, group: str) -> None:
    first = upload(client, group, json.dumps(FILE))
    asked = upload(client, group, json.dumps(FILE, indent=4))
    assert asked.status_code == 409
    page = page_of(asked.text)
    link = page.select_one(".notice a")
    assert link is not None
    assert link["href"] == first.location
    form = page.select_one(".notice form")
    assert form is not None
    again = client.post(f"{group}import", data=fields_of(form) | {"again": "1"})
    assert again.status_code == 303
    assert again.location != first.location


def test_a_large_file_that_is_known_does_not_travel_with_the_page(
    client: FlaskClient, group: str
) -> None:
    deals = FILE["rounds"] * (TEXT_SHOWN // len(json.dumps(FILE["rounds"])) + 1)
    large = json.dumps(FILE | {"rounds": deals, "house": {"deals": "open"}})
    first = upload(client, group, large)
    assert first.status_code == 303
    asked = upload(client, group, large)
    assert asked.status_code == 409
    form = page_of(asked.text).select_one(".notice form:has(input[type=file])")
    assert form is not None
    assert len(asked.data) < TEXT_SHOWN
    again = fields_of(form) | {"again": "1", "file": (io.BytesIO(large.encode()), "large.json")}
    opened = client.post(f"{group}import", data=again)
    assert (opened.status_code, opened.location != first.location) == (303, True)


def test_a_sheet_that_grew_behind_its_file_is_still_known(client: FlaskClient, group: str) -> None:
    first = upload(client, group, json.dumps(FILE | {"closed": False}))
    play(client, first.location)
    assert upload(client, group, json.dumps(FILE | {"closed": False})).status_code == 409


def test_a_sheets_own_file_is_known_in_its_group(client: FlaskClient, group: str) -> None:
    play(client, f"{group}1/")
    own = client.get(f"{group}1/sheet.json").data
    assert upload(client, group, own).status_code == 409
    other = open_sheet(client).removesuffix("1/")
    assert upload(client, other, own).status_code == 303


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "choose a file"),
        ("{", "This is not JSON: the mistake is in line 1, column 2"),
        (b"\xff\xfe", "not text in UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"format": 1}', "format"),
        (json.dumps(FILE | {"game": "poker"}), "game: This must be one of these: klaverjassen"),
        (json.dumps(FILE | {"color": "red"}), "“color” does not belong here"),
        (json.dumps(FILE | {"players": ["A", "B"]}), "players: This game needs 4 names."),
        (json.dumps(FILE | {"rounds": [{"kind": "played", "maker": 0}]}), "Deal 1: points: "),
        (
            json.dumps(FILE | {"rounds": [{"kind": "played", "maker": 0, "points": [80, 80]}] * 2}),
            "Deal 2: points: The points of both sides must add up to 162: you have 160.",
        ),
    ],
)
def test_a_file_that_is_no_sheet_says_what_is_wrong_and_where(
    client: FlaskClient, group: str, content: str | bytes, words: str
) -> None:
    answer = upload(client, group, content)
    assert answer.status_code == 422
    assert words in page_of(answer.text).text


def test_a_refused_text_is_still_there(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}import") | {"text": '{"format": "mine"}'}
    answer = client.post(f"{group}import", data=form)
    assert answer.status_code == 422
    area = page_of(answer.text).select_one("textarea")
    assert area is not None
    assert area.text.strip() == '{"format": "mine"}'


def test_a_group_lists_its_sheets_latest_first(client: FlaskClient, group: str) -> None:
    play(client, f"{group}1/")
    second = open_sheet(client, f"{group}new/klaverjassen")
    links = [str(link["href"]) for link in page_of(client.get(group).text).select(".cards a")]
    assert links[:2] == [second, f"{group}1/"]


def test_names_are_remembered_and_offered(client: FlaskClient, group: str) -> None:
    page = page_of(client.get(f"{group}new/klaverjassen").text)
    assert [option["value"] for option in page.select("datalist option")] == list(NAMES)


def test_two_taps_on_opening_make_one_sheet(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}new/klaverjassen")
    form |= {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    opened = {client.post(f"{group}new/klaverjassen", data=form).location for _ in range(2)}
    assert len(opened) == 1


def test_a_form_sent_again_with_other_names_asks(client: FlaskClient, group: str) -> None:
    at = f"{group}new/klaverjassen"
    form = form_at(client, at) | {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    first = client.post(at, data=form).location
    asked = client.post(at, data=form | {"name_3": "Dora"})
    assert asked.status_code == 409
    page = page_of(asked.text)
    link = page.select_one(".notice a")
    assert link is not None
    assert link["href"] == first
    again = client.post(at, data=fields_of(page.select("main form")[0]))
    assert again.status_code == 303
    assert "Bert & Dora" in page_of(client.get(again.location).text).text


def test_a_key_of_another_group_opens_nothing_there(client: FlaskClient, group: str) -> None:
    form = form_at(client, "/new/klaverjassen")
    form |= {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    assert client.post("/new/klaverjassen", data=form).status_code == 303
    assert client.post(f"{group}new/klaverjassen", data=form).status_code == 409


def test_a_double_tap_on_importing_makes_one_sheet(client: FlaskClient, group: str) -> None:
    form = form_at(client, f"{group}import") | {"text": json.dumps(FILE)}
    answers = [client.post(f"{group}import", data=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name_2": ""}, "Player 3 has no name yet: enter one."),
        ({"name_2": "x" * 41}, "The name of player 3 is too long"),
        ({"name_2": " anna "}, "anna is entered twice"),
        ({"name_2": "a\x00b"}, "cannot be printed"),
        ({"first_dealer": "4"}, "Whoever deals first"),
        ({"house_deals": "5"}, "one of those on offer"),
        ({"title": "x" * 201}, "That is 201 characters: please enter 1 to 200"),
        ({"date": "yesterday"}, "a date like 2026-11-20"),
    ],
)
def test_a_sheet_that_cannot_be_opened_keeps_what_was_typed(
    client: FlaskClient, change: dict[str, str], words: str
) -> None:
    form = form_at(client, "/new/klaverjassen")
    form |= {f"name_{seat}": name for seat, name in enumerate(NAMES)} | change
    answer = client.post("/new/klaverjassen", data=form)
    assert answer.status_code == 422
    assert any(words in problem for problem in problems(answer.text)), answer.text
    assert 'value="Bert"' in answer.text
    sent = fields_of(page_of(answer.text).select("main form")[0])
    assert sent["key"] == form["key"]


def test_a_game_nobody_knows_is_not_there(client: FlaskClient) -> None:
    assert client.get("/new/poker").status_code == 404
    assert client.get("/rules/poker").status_code == 404
    assert client.get("/rules/klaverjassen").status_code == 200
