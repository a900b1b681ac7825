"""The rules of every game: headings, their contents, and the way there from the form."""

import re

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import paths
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.registry import PLUGINS
from tests.web.table import form_at, page_of

HELP = re.compile(r'help="(\w+)"')
EVERY_SLUG = pytest.mark.parametrize("slug", PLUGINS)


def opened(client: FlaskClient, plugin: GamePlugin) -> str:
    at = f"/new/{plugin.game.slug}"
    named = {f"name_{seat}": f"Name {seat}" for seat in range(max(plugin.game.seat_counts))}
    return str(client.post(at, data=form_at(client, at) | named).location)


def ids_of(page: BeautifulSoup) -> list[str]:
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
    links = page_of(client.get(sheet).text).select("form[data-entry] a.help")
    ids = ids_of(page_of(client.get(f"{sheet}rules").text))
    assert links
    assert [
        link for link in links if link["href"] not in {f"{sheet}rules#{each}" for each in ids}
    ] == []
    for link in links:
        assert link.find_previous_sibling(["legend", "summary"]), "read aloud after no question"
        assert link["aria-label"] == "What counts here?"


@EVERY_SLUG
def test_a_question_that_is_rarely_asked_is_explained_too(app: Flask, slug: str) -> None:
    """Those that hang on house rules or on the deals before."""
    templates = (paths.folder("templates") / "games" / slug).glob("*.html")
    named = {name for path in templates for name in HELP.findall(path.read_text())}
    page = page_of(app.test_client().get(f"/rules/{slug}").text)
    assert named
    assert named - set(ids_of(page)) == set()
