"""Every question of every form of a game leads to the paragraph that says what counts there."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.registry import PLUGINS
from tests.web.element import Element, page_of
from tests.web.table import form_at, open_sheet

# By the first field: what everybody at the table sees, or what another question explains.
NEEDS_NONE = {
    "dealer": "who dealt",
    "add": "who sits out instead",
    "french_tarot.contract": "below the question who took, which leads to it",
    "klaverjassen.trump": "below the question who made trumps",
    "tafferand.second": "below the question who was out first",
    "tapp.suit": "below the question which game",
    "tapp.won": "below the Augen of the game",
    "tuebinger_tarock.caller": "above the question who was called",
    "tuebinger_tarock.soloist": "below the question what was played",
}


def questions(client: FlaskClient, slug: str) -> dict[str, Element]:
    """Every group of fields of the form of a game with as many players as can be, by its name."""
    at = f"/new/{slug}"
    seats = range(max(PLUGINS[slug].game.seat_counts))
    named = {f"name_{seat}": f"Name {seat}" for seat in seats}
    sheet = client.post(at, data=form_at(client, at) | named).location
    form = page_of(client.get(str(sheet)).text).select_one("form[data-entry]")
    assert form is not None
    groups = form.select("fieldset:not(.part):not([disabled])")
    return {str(group.select("input[name], button[name]")[0]["name"]): group for group in groups}


def is_explained(group: Element) -> bool:
    """By a link of its own, or by that of a fold around it."""
    around: Element | None = group
    while around is not None:
        if any(link.parent == around for link in around.select("a.help")):
            return True
        around = around.closest("details")
    return False


@pytest.mark.parametrize("slug", PLUGINS)
def test_every_question_leads_to_what_counts_there(client: FlaskClient, slug: str) -> None:
    asked = questions(client, slug)
    bare = {name for name, group in asked.items() if not is_explained(group)}
    known = {key.removeprefix(f"{slug}.") for key in NEEDS_NONE}
    assert bare - known == set(), "say help= in the template, or here why it needs none"
    assert len(asked) > len(bare)


def test_what_needs_no_explanation_is_asked_and_has_none(client: FlaskClient) -> None:
    bare = set[str]()
    for slug in PLUGINS:
        for name, group in questions(client, slug).items():
            if not is_explained(group):
                bare |= {name, f"{slug}.{name}"}
    assert set(NEEDS_NONE) - bare == set()


def test_house_rules_lead_to_those_of_the_game(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    new = sheet.removesuffix("1/") + "new/klaverjassen"
    for address, rules in (
        (f"{sheet}house", f"{sheet}rules#house"),
        ("/new/klaverjassen", "/new/klaverjassen/rules#house"),
        (new, f"{new}/rules#house"),
        (sheet.removesuffix("1/") + "rules/klaverjassen", f"{new}/rules#house"),
    ):
        links = page_of(client.get(address).text).select("main .aside a[href*=rules]")
        assert [str(link["href"]) for link in links] == [rules]
        page = page_of(client.get(rules).text)
        assert page.select("#house")
