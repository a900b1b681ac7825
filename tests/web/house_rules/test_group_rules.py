"""A group agrees once on the house rules and the stake with which its sheets of a game begin."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.registry import GAMES
from tests.web.element import page_of
from tests.web.table import fields_of, form_at, open_sheet, play, problems, reasons_at

TWELVE = {"house_deals": "12", "stake_cents": "10", "stake_per": "100"}
IN_WORDS = "Number of deals: 12; Stake: 10 cents per 100 points"
AS_LAST = "as on the last sheet"
ORDER = "The names in the order in which you deal."


@pytest.fixture
def group(client: FlaskClient) -> str:
    return open_sheet(client).removesuffix("1/")


def at(group: str, slug: str = "klaverjassen") -> str:
    return f"{group}rules/{slug}"


def agree(client: FlaskClient, address: str, **fields: str) -> None:
    answer = client.post(address, data=form_at(client, address) | fields)
    assert (answer.status_code, answer.location) == (303, address.rsplit("/", 1)[0])


def listed(client: FlaskClient, group: str) -> dict[str, str]:
    """What the list says the group has agreed on, by the address of the game's page."""
    links = page_of(client.get(f"{group}rules").text).select("main .cards a")
    return {str(link["href"]): text.text for link in links for text in link.select("small")}


def conflict(answer: Any) -> str:
    assert answer.status_code == 409
    notice = page_of(answer.text).select_one("[role=alert]")
    assert notice is not None
    return notice.text


def shown_again(answer: Any) -> dict[str, str]:
    """The fields of the form in an answer."""
    form = page_of(answer.text).select_one("main form")
    assert form is not None
    return fields_of(form)


def test_the_group_leads_to_a_list_of_every_game_with_what_was_agreed_on(
    client: FlaskClient, group: str
) -> None:
    leads = page_of(client.get(group).text).select(f".menu a[href='{group}rules']")
    assert len(leads) == 1
    assert listed(client, group) == dict.fromkeys((at(group, slug) for slug in GAMES), AS_LAST)
    agree(client, at(group), **TWELVE)
    agree(client, at(group, "tapp"))
    told = listed(client, group)
    assert told.pop(at(group)) == IN_WORDS
    assert told.pop(at(group, "tapp")) == "everything as usual"
    assert set(told.values()) == {AS_LAST}
    form = form_at(client, at(group))
    assert TWELVE.items() <= form.items()


def test_they_can_be_taken_away_again(client: FlaskClient, group: str) -> None:
    def buttons() -> list[str]:
        return [each.text for each in page_of(client.get(at(group)).text).select("main button")]

    assert buttons() == ["Save"]
    agree(client, at(group), **TWELVE)
    assert buttons() == ["Save", "Begin as on the last sheet"]
    typed = {"stake_cents": "nonsense", "remove": "1"}
    agree(client, at(group), **typed)
    assert listed(client, group)[at(group)] == AS_LAST
    assert buttons() == ["Save"]


def test_the_slower_phone_is_told_what_holds_and_keeps_what_it_typed(
    client: FlaskClient, group: str
) -> None:
    late = form_at(client, at(group)) | {"house_deals": "8", "stake_cents": "5", "stake_per": "50"}
    agree(client, at(group), **TWELVE)
    asked = client.post(at(group), data=late)
    assert conflict(asked).endswith(f"What a new sheet begins with now: {IN_WORDS}.")
    assert listed(client, group)[at(group)] == IN_WORDS
    again = shown_again(asked)
    assert {name: again[name] for name in late if name not in ("key", "based_on")} == {
        name: value for name, value in late.items() if name not in ("key", "based_on")
    }
    assert client.post(at(group), data=again).status_code == 303
    assert listed(client, group)[at(group)] == "Number of deals: 8; Stake: 5 cents per 50 points"


def test_who_takes_away_too_late_is_told_as_well(client: FlaskClient, group: str) -> None:
    agree(client, at(group), **TWELVE)
    late = form_at(client, at(group)) | {"remove": "1"}
    agree(client, at(group), house_deals="8")
    assert "Another phone was faster" in conflict(client.post(at(group), data=late))
    assert listed(client, group)[at(group)].startswith("Number of deals: 8")


def test_the_same_form_twice_counts_once_and_with_other_rules_is_asked_about(
    client: FlaskClient, group: str
) -> None:
    form = form_at(client, at(group)) | TWELVE
    assert [client.post(at(group), data=form).status_code for _ in range(2)] == [303, 303]
    asked = client.post(at(group), data=form | {"house_deals": "8"})
    assert conflict(asked).startswith("You saved this before, with other house rules.")
    assert shown_again(asked)["house_deals"] == "8"
    assert listed(client, group)[at(group)] == IN_WORDS


def test_what_cannot_be_is_refused_at_its_field_and_nothing_typed_is_lost(
    client: FlaskClient, group: str
) -> None:
    typed = {"house_deals": "5", "house_tie": "keep", "stake_cents": "0,05", "stake_per": "100"}
    answer = client.post(at(group), data=form_at(client, at(group)) | typed)
    assert answer.status_code == 422
    assert reasons_at(answer.text, "Stake") == ["Please enter a whole number."]
    assert len(problems(answer.text)) == 2
    heads = page_of(answer.text).select("form .notice li a")
    assert [len(page_of(answer.text).select(str(each["href"]))) for each in heads] == [1, 1]
    again = shown_again(answer)
    assert (again["house_tie"], again["stake_cents"], again["stake_per"]) == ("keep", "0,05", "100")
    assert listed(client, group)[at(group)] == AS_LAST


def test_a_stake_is_refused_where_points_are_money(client: FlaskClient, group: str) -> None:
    form = form_at(client, at(group, "tapp"))
    assert "stake_cents" not in form
    answer = client.post(at(group, "tapp"), data=form | TWELVE)
    assert answer.status_code == 422
    assert "The points of this game are money already" in answer.text


def test_rules_that_suit_some_number_of_players_are_agreed_on(
    client: FlaskClient, group: str
) -> None:
    """Three play Tapp with three or four at the table; five could not."""
    agree(client, at(group, "tapp"), house_seats="3")
    assert form_at(client, at(group, "tapp"))["house_seats"] == "3"


# ---- A new sheet -------------------------------------------------------------------------------


def opened_as_offered(client: FlaskClient, address: str) -> dict[str, Any]:
    """The file of a sheet that was opened with nothing typed but names."""
    found: dict[str, Any] = client.get(f"{open_sheet(client, address)}sheet.json").get_json()
    return found


def begins_with(client: FlaskClient, address: str) -> list[str]:
    """What the page of a new sheet says about what stands in it, above the names."""
    told = [each.text for each in page_of(client.get(address).text).select("main form > p")]
    return told[: told.index(ORDER)]


def leading_there(client: FlaskClient, address: str, to: str) -> list[tuple[str, bool]]:
    """The links of that page to another one, and whether each is in a fold."""
    links = page_of(client.get(address).text).select(f"main a[href='{to}']")
    return [(link.text, link.closest("details") is not None) for link in links]


def test_a_new_sheet_begins_with_them_and_not_with_those_of_the_last_one(
    client: FlaskClient, group: str
) -> None:
    open_sheet(client, f"{group}new/klaverjassen", house_deals="4")
    open_sheet(client, f"{group}new/tapp", name_3="", house_deck="32")
    agree(client, at(group), **TWELVE)
    agree(client, at(group, "tapp"), house_unit_cents="20")
    new, other = (opened_as_offered(client, f"{group}new/{s}") for s in ("klaverjassen", "tapp"))
    assert (new["house"], new["stake"]) == ({"deals": 12}, {"cents": 10, "per": 100})
    assert (other["house"], other.get("stake")) == ({"unit_cents": 20}, None)


def test_who_sits_where_and_who_deals_is_still_that_of_the_last_sheet(
    client: FlaskClient, group: str
) -> None:
    play(client, open_sheet(client, f"{group}new/klaverjassen", name_0="Zoe"))
    before = form_at(client, f"{group}new/klaverjassen")
    agree(client, at(group), **TWELVE)
    after = form_at(client, f"{group}new/klaverjassen")
    assert (after["name_0"], after["first_dealer"]) == ("Zoe", "0")
    assert {name for name in after if after[name] != before[name]} == {"key", *TWELVE}


def test_it_begins_with_them_also_where_the_group_never_played_the_game(
    client: FlaskClient, group: str
) -> None:
    tafferand = at(group, "tafferand")
    agree(client, tafferand, house_declarer_order="free", stake_cents="1", stake_per="10")
    new = opened_as_offered(client, f"{group}new/tafferand")
    assert new["house"] == {"declarer_order": "free"}
    assert new["stake"] == {"cents": 1, "per": 10}


def test_rules_as_usual_are_the_groups_own_as_well(client: FlaskClient, group: str) -> None:
    open_sheet(client, f"{group}new/klaverjassen", **TWELVE)
    agree(client, at(group))
    new = opened_as_offered(client, f"{group}new/klaverjassen")
    assert ("house" in new, "stake" in new) == (False, False)


def test_what_one_sheet_agrees_on_changes_nothing_for_the_group(
    client: FlaskClient, group: str
) -> None:
    agree(client, at(group), **TWELVE)
    open_sheet(client, f"{group}new/klaverjassen", house_deals="4", stake_cents="", stake_per="")
    assert listed(client, group)[at(group)] == IN_WORDS
    assert opened_as_offered(client, f"{group}new/klaverjassen")["house"] == {"deals": 12}


def test_without_them_it_begins_as_the_last_one_again(client: FlaskClient, group: str) -> None:
    open_sheet(client, f"{group}new/klaverjassen", house_deals="4")
    agree(client, at(group), **TWELVE)
    agree(client, at(group), remove="1")
    new = opened_as_offered(client, f"{group}new/klaverjassen")
    assert (new["house"], "stake" in new) == ({"deals": 4}, False)


def test_the_same_sheet_once_more_keeps_its_own(client: FlaskClient, group: str) -> None:
    open_sheet(client, f"{group}new/klaverjassen", house_deals="4")
    agree(client, at(group), **TWELVE)
    agree(client, at(group, "tafferand"), house_declarer_order="free")
    again = opened_as_offered(client, f"{group}new/klaverjassen?again=2")
    assert (again["house"], "stake" in again) == ({"deals": 4}, False)
    other = opened_as_offered(client, f"{group}new/tafferand?again=2")
    assert other["house"] == {"declarer_order": "free"}


def test_the_page_of_a_new_sheet_says_where_they_come_from(client: FlaskClient, group: str) -> None:
    new, there = f"{group}new/klaverjassen", at(group)
    (as_last,) = begins_with(client, new)
    assert as_last.endswith(": the names, the next dealer, the house rules.")
    assert leading_there(client, new, there) == [("House rules of your group", True)]
    agree(client, there, house_deals="12")
    people, own = begins_with(client, new)
    assert people.endswith(": the names and the next dealer.")
    assert own == "The house rules are those of your group."
    assert leading_there(client, new, there) == [(own, False)]
    agree(client, there, **TWELVE)
    own = "The house rules and the stake are those of your group."
    assert leading_there(client, new, there) == [(own, False)]
    (again,) = begins_with(client, f"{new}?again=1")
    assert again == as_last


def test_a_sheet_of_a_new_group_leads_to_no_rules_of_a_group(client: FlaskClient) -> None:
    assert begins_with(client, "/new/klaverjassen") == []
    assert "your group" not in client.get("/new/klaverjassen").text


# ---- What is not there -------------------------------------------------------------------------


def test_no_other_game_and_no_other_group_has_such_a_page(client: FlaskClient, group: str) -> None:
    for address in (at(group, "skat"), at("/g/nobody/"), "/g/nobody/rules"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code in (404, 405)


@pytest.mark.parametrize(
    "data",
    [
        '{"game": "skat", "house": {}}',
        '{"game": "klaverjassen", "house": {"deals": 5}}',
        '{"game": "klaverjassen", "house": 7}',
        '{"house": {}}',
    ],
)
def test_damaged_rules_are_told_as_damage(
    client: FlaskClient, group: str, database: Path, data: str
) -> None:
    agree(client, at(group), **TWELVE)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE group_entries SET data = ?", [data])
    assert client.get(at(group)).status_code == 503
    assert client.get(f"{group}1/").status_code == 200
