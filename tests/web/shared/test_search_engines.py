"""What search engines may show of the pages: the start page, and nothing behind a link."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.web.element import page_of
from tests.web.table import open_sheet
from tests.web.visitor import PRINTED

LONGEST = 200  # characters; what is cut off behind some 160 is no loss
LEFT_OUT = {*PRINTED, "start.show", "events.of_group", "events.of_sheet"}


def test_the_start_page_may_be_found_and_says_what_it_is_in_every_language(
    client: FlaskClient,
) -> None:
    said = set()
    for language in languages():
        answer = client.get("/", headers={"Accept-Language": language})
        assert answer.headers["X-Robots-Tag"] == "all"
        (described,) = page_of(answer.text).select('head meta[name="description"]')
        description = str(described["content"])
        for slug in PLUGINS:
            assert messages_in(language).text(f"{slug}.name") in description
        assert len(description) <= LONGEST
        said.add(description)
    assert len(said) == len(languages())


def test_every_other_page_asks_search_engines_to_stay_away(app: Flask, client: FlaskClient) -> None:
    sheet = open_sheet(client)
    asked = 0
    for rule in app.url_map.iter_rules():
        below = rule.rule.replace("/g/<link>/<int:number>/", sheet)
        below = below.replace("/g/<link>/", sheet.removesuffix("1/"))
        if "GET" not in (rule.methods or ()) or rule.endpoint in LEFT_OUT or "<" in below:
            continue
        assert client.get(below).headers["X-Robots-Tag"] == "noindex", below
        asked += 1
    assert asked > 30


@pytest.mark.parametrize("address", ["/?language=en", "/nothing-here", "/g/nobody/"])
def test_neither_a_switch_nor_a_refusal_may_be_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).headers["X-Robots-Tag"] == "noindex"
