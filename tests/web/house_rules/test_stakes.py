"""A stake is agreed on with the house rules, and the sheet says at its end who pays whom."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.core.days import today
from scorekeeper.core.game import Unit
from scorekeeper.games.registry import GAMES
from tests.web.element import Element, page_of
from tests.web.table import (
    Form,
    fields_of,
    form_at,
    open_sheet,
    payments,
    play,
    problems,
    reasons_at,
    stop,
    totals,
)

FOR_POINTS = [slug for slug, game in GAMES.items() if game.unit(game.house()) is Unit.POINTS]
TEN_FOR_A_HUNDRED = {"stake_cents": "10", "stake_per": "100"}
TOLD = "Stake: 10 cents per 100 points"


def file_of(client: FlaskClient, sheet: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get(f"{sheet}sheet.json").text)
    return found


def typed_in(page: Element) -> list[str]:
    return [str(field["value"]) for field in page.select("[name^=stake_]")]


def house_told(client: FlaskClient, sheet: str) -> list[str]:
    return [each.text for each in page_of(client.get(sheet).text).select("#house dd")]


def change_house(client: FlaskClient, sheet: str, **fields: str) -> Any:
    form = form_at(client, f"{sheet}house") | fields
    return client.post(f"{sheet}house", data=form)


def said_of_house(client: FlaskClient, sheet: str) -> list[tuple[str, str]]:
    """What was agreed on, latest first: before, and since."""
    entries = page_of(client.get(f"{sheet}history").text).select(".history > li")
    told = [each for each in entries if "House rules" in each.text]
    return [
        (" ".join(old.text.split()) if (old := each.select_one(".old")) else "", each.text)
        for each in told
    ]


# ---- Before the first round --------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_offered_wherever_points_are_no_money(client: FlaskClient, slug: str) -> None:
    sheet = open_sheet(client, f"/new/{slug}")
    for address in (f"/new/{slug}", f"{sheet}house"):
        fields = page_of(client.get(address).text).select("[name^=stake_]")
        names = [field["name"] for field in fields]
        assert names == (["stake_cents", "stake_per"] if slug in FOR_POINTS else [])
    assert "stake" not in file_of(client, sheet)


@pytest.mark.parametrize("slug", FOR_POINTS)
def test_it_is_agreed_on_with_a_new_sheet(client: FlaskClient, slug: str) -> None:
    sheet = open_sheet(client, f"/new/{slug}", **TEN_FOR_A_HUNDRED)
    assert file_of(client, sheet)["stake"] == {"cents": 10, "per": 100}
    assert TOLD in house_told(client, sheet)


@pytest.mark.parametrize(
    ("typed", "read", "told"),
    [
        (("1", "1"), (1, 1), "Stake: 1 cent per point"),
        ((" 5 ", "10,0"), (5, 10), "Stake: 5 cents per 10 points"),
        (("100000", "1"), (100_000, 1), "Stake: 100000 cents per point"),
    ],
)
def test_it_is_said_as_a_table_says_it(
    client: FlaskClient, typed: tuple[str, str], read: tuple[int, int], told: str
) -> None:
    sheet = open_sheet(client, stake_cents=typed[0], stake_per=typed[1])
    assert tuple(file_of(client, sheet)["stake"].values()) == read
    assert house_told(client, sheet) == [told]


REFUSED = [
    ("10", "", ["This is still missing."]),
    ("", "100", ["This is still missing."]),
    ("0,05", "10", ["Please enter a whole number."]),
    ("10 Cent", "100", ["Please enter a whole number."]),
    ("5", "0", ["0 is not possible: please enter 1 to 100000."]),
    ("-5", "1", ["−5 is not possible: please enter 1 to 100000."]),
    ("100001", "x", ["100001 is not possible: please enter 1 to 100000.",
                     "Please enter a whole number."]),
]  # fmt: skip


@pytest.mark.parametrize(("cents", "per", "reasons"), REFUSED)
def test_another_one_is_refused_at_its_field_and_nothing_typed_is_lost(
    client: FlaskClient, cents: str, per: str, reasons: list[str]
) -> None:
    typed = {"stake_cents": cents, "stake_per": per}
    names = {f"name_{seat}": name for seat, name in enumerate(("Ida", "Ole", "Mia", "Jan"))}
    new = client.post(
        "/new/klaverjassen", data=form_at(client, "/new/klaverjassen") | names | typed
    )
    house = change_house(client, open_sheet(client), **typed)
    for answer in (new, house):
        page = page_of(answer.text)
        assert answer.status_code == 422
        assert reasons_at(answer.text, "Stake") == reasons
        assert len(page.select("form .notice li a")) == len(reasons)
        assert typed_in(page) == [cents, per]
        described = [field["aria-describedby"] for field in page.select("[aria-invalid]")]
        assert len(described) == len(reasons)
        assert all(len(page.select(f"#{each}")) == 1 for each in described)
    (fold,) = page_of(new.text).select("details[open]")
    assert fold.select("[name=stake_per]")


def test_everything_wrong_with_a_new_sheet_is_said_at_once(client: FlaskClient) -> None:
    typed = {"stake_cents": "0", "stake_per": "zehn"}
    form = form_at(client, "/new/klaverjassen") | typed
    answer = client.post("/new/klaverjassen", data=form)
    assert len(reasons_at(answer.text, "Stake")) == 2
    assert len(page_of(answer.text).select("form .notice li a")) == 4 + 2  # the names too


def test_a_game_for_money_refuses_one_that_was_sent_all_the_same(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp")
    form = form_at(client, "/new/tapp") | TEN_FOR_A_HUNDRED
    names = {f"name_{seat}": name for seat, name in enumerate(("Ida", "Ole", "Mia"))}
    new = client.post("/new/tapp", data=form | names)
    for answer in (new, change_house(client, sheet, **TEN_FOR_A_HUNDRED)):
        assert answer.status_code == 422
        assert "The points of this game are money already: leave out the stake." in problems(
            answer.text
        )
    assert client.post(
        "/new/tapp", data=form | names | {"stake_cents": "", "stake_per": ""}
    ).location


def test_it_can_change_until_the_first_deal_and_the_history_says_so(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    assert change_house(client, sheet, **TEN_FOR_A_HUNDRED).status_code == 303
    assert typed_in(page_of(client.get(f"{sheet}house").text)) == ["10", "100"]
    assert change_house(client, sheet, stake_per="50", house_tie="keep").status_code == 303
    assert file_of(client, sheet)["stake"] == {"cents": 10, "per": 50}
    assert change_house(client, sheet, stake_cents="", stake_per="").status_code == 303
    assert "stake" not in file_of(client, sheet)
    removed, changed, agreed, opened = said_of_house(client, sheet)
    assert removed[0].endswith("; Stake: 10 cents per 50 points")
    assert "Stake" not in removed[1].replace(removed[0], "")
    assert changed[0].endswith(TOLD)
    assert "Stake: 10 cents per 50 points" in changed[1]
    assert agreed[0].endswith("everything as usual")
    assert TOLD in agreed[1]
    assert opened[0] == ""
    assert "Stake" not in opened[1]


def test_after_the_first_deal_another_one_needs_a_copy(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    play(client, sheet)
    shown = change_house(client, sheet, stake_cents="20")
    assert shown.status_code == 200
    assert "Stake: 20 cents per 100 points" in page_of(shown.text).text
    confirmed = page_of(shown.text).select_one("main form")
    assert confirmed is not None
    copied = client.post(f"{sheet}house", data=fields_of(confirmed))
    assert copied.status_code == 303
    assert file_of(client, copied.location)["stake"] == {"cents": 20, "per": 100}
    assert totals(client, copied.location) == totals(client, sheet)
    assert file_of(client, copied.location)["date"] == today().isoformat()
    assert "it counts beside this one, on the account, too" in shown.text
    rules = page_of(client.get(f"{sheet}house").text)
    assert rules.select(f"a[href='{sheet}what-if']"), "to try them without a second sheet"
    assert file_of(client, sheet)["stake"] == {"cents": 10, "per": 100}


def test_a_copy_is_offered_only_to_whoever_has_seen_the_first_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    late = form_at(client, f"{sheet}house") | {"house_deals": "8"}
    play(client, sheet)
    asked = client.post(f"{sheet}house", data=late)
    assert asked.status_code == 409
    assert "Another phone" in page_of(asked.text).text
    anyway = page_of(asked.text).one("main form")
    shown = client.post(str(anyway["action"]), data=fields_of(anyway))
    assert shown.status_code == 200
    assert "Copy with other house rules" in shown.text


def test_what_a_sheet_for_money_would_be_for_chips_is_told_in_both_units(
    client: FlaskClient,
) -> None:
    sheet = open_sheet(client, "/new/tapp", name_3="")
    form = form_at(client, f"{sheet}rounds/new/deal") | {"game": "bettel", "declarer": "0"}
    assert client.post(f"{sheet}rounds/new/deal", data=form | {"won": "won"}).status_code == 303
    shown = change_house(client, sheet, house_play_for="chips")
    told = page_of(shown.text).one("table.changes").text
    assert "€0.30" in told
    assert "30" in told.replace("€0.30", "")


def test_the_same_table_plays_for_the_same_stake_again(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    again = f"{sheet.removesuffix('1/')}new/klaverjassen?again=1"
    page = page_of(client.get(again).text)
    assert typed_in(page) == ["10", "100"]
    assert [len(fold.select("[name=stake_per]")) for fold in page.select("details[open]")] == [1]
    other = open_sheet(client, again)
    assert file_of(client, other)["stake"] == {"cents": 10, "per": 100}
    without = f"{sheet.removesuffix('1/')}new/french_tarot?again=1"
    assert typed_in(page_of(client.get(without).text)) == ["", ""]


# ---- At the end --------------------------------------------------------------------------------


def test_who_pays_whom_is_said_once_the_table_has_stopped(client: FlaskClient) -> None:
    """232 : 92 in two deals are 140 points: 14 cents for each partner."""
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    play(client, sheet, maker="0", trump="hearts", points_0="102")
    play(client, sheet, maker="0", trump="hearts", points_0="130")
    assert totals(client, sheet) == [232, 92]
    assert payments(client, sheet) == []
    stop(client, sheet)
    assert payments(client, sheet) == ["Bert pays Anna €0.14", "Dirk pays Clara €0.14"]
    assert house_told(client, sheet) == [TOLD]


def test_whoever_sat_there_in_between_is_paid_for_that_deal(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    play(client, sheet, maker="0", trump="hearts", points_0="102")
    seats = page_of(client.get(f"{sheet}seats").text).select("main form")[-1]
    sits: Form = fields_of(seats) | {"seat": "2", "player": "Eva", "round": "2"}
    assert client.post(str(seats["action"]), data=sits).status_code == 303
    play(client, sheet, maker="0", trump="hearts", points_0="130")
    stop(client, sheet)
    assert payments(client, sheet) == [
        "Bert pays Anna €0.13",
        "Dirk pays Clara €0.04",
        "Dirk pays Eva €0.09",
    ]


def test_a_draw_leaves_nobody_owing(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    stop(client, sheet)
    assert "Nobody owes anybody anything." in client.get(sheet).text


def test_a_sheet_without_one_says_nothing_of_money(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    stop(client, sheet)
    page = page_of(client.get(sheet).text)
    assert page.select(".result")
    assert page.select(".payments, #house dd") == []
    assert "Who pays whom" not in page.text
    assert "Stake" not in page_of(client.get(f"{sheet}rules").text).text


def test_the_rules_of_the_sheet_say_what_was_agreed(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    marked = page_of(client.get(f"{sheet}rules").text).select("dl mark")
    assert [mark.text for mark in marked] == ["10 cents per 100 points"]


def test_an_exported_sheet_comes_in_with_its_stake(client: FlaskClient) -> None:
    sheet = open_sheet(client, **TEN_FOR_A_HUNDRED)
    file = client.get(f"{sheet}sheet.json").text
    form = form_at(client, "/import") | {"text": file}
    there = client.post("/import", data=form).location
    assert file_of(client, there) == json.loads(file)
