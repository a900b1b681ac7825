"""The page of a new sheet says who plays with whom, and who will deal first."""

import json

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.registry import GAMES
from tests.web.element import page_of
from tests.web.table import NAMES, fields_of, form_at, open_sheet, play

PEOPLE = ("Ida", "Ole", "Mia", "Jan", "Eva", "Max")
WITH_PARTNERS = [
    slug for slug, game in GAMES.items() if len(game.sides(max(game.seat_counts))) == 2
]
ALONE = [slug for slug in GAMES if slug not in WITH_PARTNERS]
FOR_SEVERAL = [slug for slug, game in GAMES.items() if len(game.seat_counts) > 1]


def partners(html: str) -> str | None:
    found = page_of(html).select_one("[data-sides]")
    return found.text if found else None


def test_there_are_games_of_every_sort() -> None:
    assert WITH_PARTNERS
    assert ALONE
    assert FOR_SEVERAL


@pytest.mark.parametrize("slug", WITH_PARTNERS)
def test_seats_say_who_plays_with_whom_before_there_are_names(
    client: FlaskClient, slug: str
) -> None:
    page = client.get(f"/new/{slug}").text
    assert partners(page) == "Who plays with whom: Player 1 & Player 3 against Player 2 & Player 4"


@pytest.mark.parametrize("slug", WITH_PARTNERS)
def test_a_refused_form_says_it_with_the_names_that_are_there(
    client: FlaskClient, slug: str
) -> None:
    form = form_at(client, f"/new/{slug}") | {"name_0": " Willem", "name_2": "Piet"}
    refused = client.post(f"/new/{slug}", data=form)
    assert refused.status_code == 422
    assert (
        partners(refused.text) == "Who plays with whom: Willem & Piet against Player 2 & Player 4"
    )


@pytest.mark.parametrize("slug", ALONE)
def test_nothing_is_said_where_everybody_plays_alone(client: FlaskClient, slug: str) -> None:
    assert partners(client.get(f"/new/{slug}").text) is None


@pytest.mark.parametrize(
    ("slug", "count"), [(slug, count) for slug, game in GAMES.items() for count in game.seat_counts]
)
def test_the_last_name_deals_first_where_nobody_is_chosen_and_the_page_says_so(
    client: FlaskClient, slug: str, count: int
) -> None:
    page = page_of(client.get(f"/new/{slug}").text)
    marked = [radio["value"] for radio in page.select("[name=first_dealer][checked]")]
    is_said = "the last player deals first" in page.text
    assert (marked, is_said) == (([], True) if slug in FOR_SEVERAL else (["3"], False))
    names = {f"name_{seat}": name for seat, name in enumerate(PEOPLE[:count])}
    blank = {f"name_{seat}": "" for seat in range(len(NAMES))}
    sheet = open_sheet(client, f"/new/{slug}", **(blank | names))
    file = json.loads(client.get(f"{sheet}sheet.json").text)
    assert file.get("first_dealer", count - 1) == count - 1


def rules_and_back(client: FlaskClient, address: str) -> tuple[str, str]:
    """Where the link to the rules leads from a page, and the one back from there."""
    there = str(page_of(client.get(address).text).select("a:lexbor-contains('Rules')")[0]["href"])
    back = page_of(client.get(there).text).select(".bar > a")[0]
    return there, str(back["href"])


def test_the_rules_lead_back_to_the_page_of_the_new_sheet(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    group = sheet.removesuffix("1/")
    for address in ("/new/tapp", f"{group}new/tapp", f"{group}new/klaverjassen?again=1"):
        assert rules_and_back(client, address)[1] == address


def test_once_more_keeps_no_draft_in_another_language_either(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    address = f"{sheet.removesuffix('1/')}new/klaverjassen?again=1"
    for language in ("en", "nl"):
        form = page_of(client.get(address).text).select_one("form#typed")
        assert form is not None
        assert (form["action"], form["data-draft"]) == (address, "off")
        sent = fields_of(form) | {"language": language}
        again = page_of(client.post(form["action"], data=sent).text).select_one("form#typed")
        assert again is not None
        assert (again["action"], again["data-draft"]) == (address, "off")


def test_empty_sheets_lead_back_to_the_page_of_the_new_sheet(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    group = sheet.removesuffix("1/")
    for address in ("/new/tapp", f"{group}new/tapp", f"{group}new/klaverjassen?again=1"):
        (link,) = page_of(client.get(address).text).select("form a[href*='/blank/']")
        assert link["target"] == "_blank"  # what is typed stays
        shown = page_of(client.get(str(link["href"])).text)
        assert shown.select(".bar > a")[0]["href"] == address


def test_the_rules_of_a_sheet_lead_back_to_it(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    assert rules_and_back(client, sheet) == (f"{sheet}rules", sheet)


def test_the_address_of_the_rules_before_any_sheet_stays(client: FlaskClient) -> None:
    shown = page_of(client.get("/rules/tapp").text)
    assert shown.select(".bar > a")[0]["href"] == "/"
    assert client.get("/new/nothing/rules").status_code == 404
