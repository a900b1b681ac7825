"""After a refusal the reason is in sight: at the head of the form, with a link to its field."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.registry import GAMES
from tests.web.element import Element, page_of
from tests.web.table import NAMES, entry_form, fields_of, form_at, open_sheet


def head_of(page: Element) -> Element:
    """The box at the head of a form that was refused."""
    (box,) = page.select("form .notice[role=alert]")
    return box


def said_in(box: Element) -> list[str]:
    return [item.text.strip() for item in box.select("li")]


def assert_every_link_leads_to_a_refusal(page: Element) -> None:
    links = head_of(page).select("a")
    assert links, "nothing leads anywhere"
    for link in links:
        places = page.select(f'[id="{str(link["href"])[1:]}"]')
        assert len(places) == 1, link
        assert places[0].closest(".problem") is not None
        assert places[0].text.strip() in link.text


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_nobody_filled_in_says_at_its_head_what_is_missing(
    client: FlaskClient, slug: str
) -> None:
    sheet = open_sheet(client, f"/new/{slug}")
    address = page_of(client.get(sheet).text).select("form[data-entry]")[0]["action"]
    answer = client.post(str(address), data=entry_form(client, sheet))
    assert answer.status_code == 422
    assert_every_link_leads_to_a_refusal(page_of(answer.text))
    assert head_of(page_of(answer.text)).has("autofocus")


def test_the_head_names_the_field_of_a_refusal_that_every_game_has(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | {"points_0": "500"}
    page = page_of(client.post(f"{sheet}rounds/new/deal", data=tap).text)
    maker, points = said_in(head_of(page))
    assert maker.startswith("Who ")
    assert maker.endswith("– This is still missing.")
    assert points.endswith("– 500 is not possible: please enter 0 to 162.")
    assert points.startswith("Points")
    assert_every_link_leads_to_a_refusal(page)


def test_the_bar_names_the_field_too(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | {"points_0": "500"}
    address, fragment = f"{sheet}rounds/new/deal", {"X-Fragment": "sum"}
    (told,) = page_of(client.post(address, data=tap, headers=fragment).text).select(".problem")
    assert "Points" in told.text
    assert "500 is not possible" in told.text
    assert not told.select("[id]"), "the same id as at the field"


@pytest.mark.parametrize(("slug", "count"), [("klaverjassen", 4), ("french_tarot", 3)])
def test_every_empty_name_is_told_and_marked(client: FlaskClient, slug: str, count: int) -> None:
    address = f"/new/{slug}"
    form = form_at(client, address) | {"name_0": "Anna"}
    page = page_of(client.post(address, data=form).text)
    told = [f"Player {number} has no name yet: enter one." for number in range(2, count + 1)]
    assert said_in(head_of(page)) == told
    assert_every_link_leads_to_a_refusal(page)
    marked = [field["name"] for field in page.select("[aria-invalid]")]
    assert marked == [f"name_{seat}" for seat in range(1, count)]


def test_the_title_of_a_new_sheet_is_named(client: FlaskClient) -> None:
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)} | {"title": "x" * 201}
    form = form_at(client, "/new/klaverjassen") | names
    page = page_of(client.post("/new/klaverjassen", data=form).text)
    assert said_in(head_of(page)) == ["Title – That is 201 characters: please enter 1 to 200."]
    assert_every_link_leads_to_a_refusal(page)


def test_a_gap_between_the_names_and_a_name_twice_are_marked(client: FlaskClient) -> None:
    address = "/new/tapp"
    names = {"name_0": "Anna", "name_1": " ", "name_2": "ANNA", "name_3": "y" * 41}
    page = page_of(client.post(address, data=form_at(client, address) | names).text)
    empty, twice, long = said_in(head_of(page))
    assert empty == "Player 2 has no name yet: enter one."
    assert twice.startswith("ANNA is entered twice")
    assert long == "The name of player 4 is too long: please use at most 40 characters."
    assert_every_link_leads_to_a_refusal(page)


def test_names_put_right_are_marked_the_same_way(client: FlaskClient) -> None:
    address = f"{open_sheet(client)}seats"
    form = form_at(client, address) | {"name_1": "", "name_3": "\x07Dirk"}
    page = page_of(client.post(address, data=form).text)
    assert [field["name"] for field in page.select("[aria-invalid]")] == ["name_1", "name_3"]
    assert "Player 2 has no name yet: enter one." in page.text
    assert "The name of player 4 contains characters that cannot be printed" in page.text


def test_a_form_never_shows_the_words_of_the_file_format(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    tap = entry_form(client, sheet) | {"maker": "9", "trump": "stars", "end": "renege_7"}
    page = page_of(client.post(f"{sheet}rounds/new/deal", data=tap).text)
    assert "choose somebody at this table" in page.text
    assert not any(word in page.text for word in ("spades", "0 to 3", "0 to 1."))
    form = form_at(client, "/new/klaverjassen") | {"house_deals": "5"}
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    page = page_of(client.post("/new/klaverjassen", data=form | names).text)
    assert said_in(head_of(page))[0].endswith("– Please choose one of those on offer.")


def test_what_belongs_to_no_field_stands_at_the_head_alone(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    (stop,) = page_of(client.get(sheet).text).select("#table form")
    client.post(str(stop["action"]), data=fields_of(stop))
    tap = form_at(client, f"{sheet}rounds/new/deal") | {"maker": "0", "points_0": "90"}
    page = page_of(client.post(f"{sheet}rounds/new/deal", data=tap).text)
    assert said_in(head_of(page)) == ["You have stopped. Tap “Carry on playing” first."]
    assert head_of(page).select("a") == []
