"""The rules of every game: headings, their contents, and the way there from the form."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import paths
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from tests.web.element import Element, page_of
from tests.web.table import form_at, open_sheet

HELP = re.compile(r'help="(\w+)"')
STAKE = {"stake_cents": "5", "stake_per": "10"}
EVERY_SLUG = pytest.mark.parametrize("slug", PLUGINS)


def opened(client: FlaskClient, plugin: GamePlugin) -> str:
    at = f"/new/{plugin.game.slug}"
    named = {f"name_{seat}": f"Name {seat}" for seat in range(max(plugin.game.seat_counts))}
    return str(client.post(at, data=form_at(client, at) | named).location)


def ids_of(page: Element) -> list[str]:
    return [str(each["id"]) for each in page.select("main [id]")]


@EVERY_SLUG
def test_the_contents_lead_to_every_heading_in_its_order(client: FlaskClient, slug: str) -> None:
    page = page_of(client.get(f"/rules/{slug}").text)
    linked = [(str(each["href"]), each.text) for each in page.select("nav.contents a")]
    assert linked == [(f"#{each['id']}", each.text) for each in page.select("main h2")]
    assert len(linked) > 5
    assert len(set(ids_of(page))) == len(ids_of(page))


@EVERY_SLUG
def test_a_question_mark_leads_to_a_paragraph_of_the_rules(client: FlaskClient, slug: str) -> None:
    sheet = opened(client, PLUGINS[slug])
    page = page_of(client.get(sheet).text).one("form[data-entry]")
    links = page.select("a.help")
    ids = ids_of(page_of(client.get(f"{sheet}rules").text))
    assert links
    assert len(page.select(":is(legend, summary) ~ a.help")) == len(links), "read aloud after none"
    assert [
        link for link in links if link["href"] not in {f"{sheet}rules#{each}" for each in ids}
    ] == []
    for link in links:
        assert link["aria-label"] == "What counts here?"


@EVERY_SLUG
def test_a_question_that_is_rarely_asked_is_explained_too(app: Flask, slug: str) -> None:
    """Those that hang on house rules or on the deals before."""
    templates = (paths.folder("templates") / "games" / slug).glob("*.html")
    named = {name for path in templates for name in HELP.findall(path.read_text())}
    page = page_of(app.test_client().get(f"/rules/{slug}").text)
    assert named
    assert named - set(ids_of(page)) == set()


def captions(part: Element) -> list[str]:
    return [each.text for each in part.select("caption")]


def table_of(page: Element, caption: str) -> dict[str, str]:
    """The last number of every row of a table, by the words at its beginning."""
    (table,) = (each for each in page.select("table") if caption in captions(each))
    rows = table.select("tbody tr")
    return {words(row.select("th")[0]): row.select("td")[-1].text for row in rows}


def words(part: Element) -> str:
    """What stands there beside the cards that are drawn."""
    drawn = part.select_one(".hand")
    return part.text.removeprefix(drawn.text).strip() if drawn else part.text


@EVERY_SLUG
def test_every_table_has_a_caption_and_heads(client: FlaskClient, slug: str) -> None:
    for table in page_of(client.get(f"/rules/{slug}").text).select("main table.values"):
        assert table.select("caption")[0].text
        heads = table.select("thead th[scope=col]")
        rows = table.select("tbody tr")
        assert rows
        for row in rows:
            assert len(row.select("th[scope=row]")) == 1
            assert len(row.select("td")) == len(heads) - 1


@EVERY_SLUG
def test_what_a_house_rule_decides_leads_to_it(client: FlaskClient, slug: str) -> None:
    page = page_of(client.get(f"/rules/{slug}").text)
    for link in page.select("a.by"):
        place = page.select(f"dt[id='{str(link['href']).removeprefix('#')}']")
        assert len(place) == 1, link
        assert link["aria-label"] == f"house rule: {place[0].text}"
    assert page.select("main mark") == [], "nothing is agreed where there is no table"


def test_a_house_rule_of_the_table_is_marked_where_it_decides(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_tie="keep", house_four_jacks="100", **STAKE)
    page = page_of(client.get(f"{sheet}rules").text)
    told = [mark.text for mark in page.select("main ul mark, main th mark")]
    assert told == ["Four jacks", "If both have the same, both sides score what they have."]
    assert table_of(page, "What counts as roem")["Four jacks house rule"] == "100"
    assert [link["href"] for link in page.select("main mark + a.by")] == [
        "#house-four_jacks", "#house-tie", "#house-stake",
    ]  # fmt: skip


def test_the_cards_in_the_tables_are_all_that_a_deal_has(client: FlaskClient) -> None:
    page = page_of(client.get("/rules/klaverjassen").text)
    trumps, plain = (table_of(page, caption) for caption in ("In trumps", "In the other suits"))
    assert list(trumps)[:3] == ["Jack", "Nine", "Ace"]
    assert list(plain)[:3] == ["Ace", "Ten", "King"]
    assert sum(map(int, trumps.values())) + 3 * sum(map(int, plain.values())) == 152


def test_what_a_general_costs_adds_up(client: FlaskClient) -> None:
    costs = table_of(page_of(client.get("/rules/tafferand").text), "What a General is about")
    *parts, together = (int(points.replace("−", "-")) for points in costs.values())
    assert len(parts) == 4
    assert sum(parts) == together == -560


@pytest.mark.parametrize(("deck", "ranks"), [("36", 9), ("32", 8)])
def test_the_cards_of_a_pack_are_those_of_the_table(
    client: FlaskClient, deck: str, ranks: int
) -> None:
    sheet = open_sheet(client, "/new/tapp", house_deck=deck)
    page = page_of(client.get(f"{sheet}rules").text)
    cards = table_of(page, "In every suit")
    assert len(cards) == ranks
    assert 4 * sum(map(int, cards.values())) == 120
    assert captions(page).count("What everybody gets") == (deck == "36")


def test_amounts_are_those_of_the_smallest_game_of_the_table(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp", house_unit_cents="10", house_play_for="chips")
    page = page_of(client.get(f"{sheet}rules").text)
    games = table_of(page, "The games, the lowest first")
    assert list(games.values()) == ["10", "20", "30", "30", "60", "60", "60", "120"]
    assert list(table_of(page, "Whoever has the most Augen pays").values()) == ["10", "20"]
    assert [each.text for each in page.select("dd mark")] == ["10", "chips"]


@EVERY_SLUG
def test_every_example_says_what_it_shows(client: FlaskClient, slug: str) -> None:
    page = page_of(client.get(f"/rules/{slug}").text)
    assert len({heading.text for heading in page.select("h3")}) == len(PLUGINS[slug].examples)
    assert page.select("h3:not(:has(+ p))") == []
