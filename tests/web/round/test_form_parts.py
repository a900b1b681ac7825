"""The parts of every game's form without script: a style sheet, and what is sent of hidden ones."""

import json
from collections import defaultdict
from itertools import permutations
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.games.registry import PLUGINS
from scorekeeper.web.round.routes import quoted
from tests.games.one_round import PLAYERS
from tests.games.worked import Example, examples
from tests.web.element import Element, page_of
from tests.web.table import Form, fields_of, open_sheet

EVERY_GAME = pytest.mark.parametrize("slug", PLUGINS)
WITH_PARTS = {"tafferand", "tapp", "tuebinger_tarock", "french_tarot"}
STYLE = "noscript link[rel=stylesheet]"


def first_rounds(slug: str) -> list[Example]:
    """A worked round of every kind that can be the first, at one table with as many as can be."""
    tables: dict[str, dict[str, Example]] = defaultdict(dict)
    for example in examples(slug):
        if example.keys().isdisjoint({"before", "errors", "times"}):
            table = json.dumps([example.get("players"), example.get("house")])
            tables[table].setdefault(example["round"]["kind"], example)
    return list(max(tables.values(), key=len).values())


def sheet_with(client: FlaskClient, slug: str, *played: Example) -> str:
    """The address of a sheet with these worked rounds, at the table of the first."""
    head = played[0] if played else {}
    file = {"format": "scorekeeper-sheet/1", "game": slug, "house": head.get("house", {})}
    file["players"] = head.get("players", PLAYERS[: max(PLUGINS[slug].game.seat_counts)])
    file["rounds"] = [each["round"] for each in played]
    answer = client.post("/import", data={"text": json.dumps(file), "again": "1"})
    assert answer.status_code == 303, page_of(answer.text).select(".notice")
    return str(answer.location)


def correction(client: FlaskClient, sheet: str) -> Element:
    """The form that corrects the first round of a sheet."""
    form = page_of(client.get(f"{sheet}rounds/1").text).select_one("form[data-entry]")
    assert form is not None
    return form


@EVERY_GAME
def test_what_stands_in_hidden_parts_never_counts(client: FlaskClient, slug: str) -> None:
    sheets = [sheet_with(client, slug, each) for each in first_rounds(slug)]
    given = {sheet: fields_of(correction(client, sheet)) for sheet in sheets}
    saved = {sheet: corrected(client, sheet, {}) for sheet in sheets}
    hidden = {sheet: only_hidden(correction(client, sheet)) for sheet in sheets}
    for sheet, other in permutations(sheets, 2):
        stale = {name: given[other][name] for name in hidden[sheet] & given[other].keys()}
        assert corrected(client, sheet, stale) == saved[sheet], stale
    assert any(hidden.values()) == (slug in WITH_PARTS)


def corrected(client: FlaskClient, sheet: str, changes: Form) -> Any:
    """The rounds of a sheet after the form of its first was sent with these changes."""
    form = correction(client, sheet)
    answer = client.post(str(form["action"]), data=fields_of(form) | changes)
    assert answer.status_code == 303, (changes, page_of(answer.text).select(".problem"))
    return client.get(f"{sheet}sheet.json").get_json()["rounds"]


def only_hidden(form: Element) -> set[str]:
    """The names of the fields that stand in hidden parts alone."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for field in form.select("input[name]"):
        names[field.closest("[data-off]") is not None].add(str(field["name"]))
    return names[True] - names[False]


@EVERY_GAME
def test_the_style_sheet_knows_every_answer_that_a_part_hangs_on(
    client: FlaskClient, slug: str
) -> None:
    page = page_of(client.get(sheet_with(client, slug)).text)
    parts, links = page.select("[data-when]"), page.select(STYLE)
    assert len(links) == bool(parts)
    for link in links:
        answer = client.get(str(link["href"]))
        assert answer.mimetype == "text/css"
        for part in parts:
            name = str(part["data-when"])
            when = f"[data-when={quoted(name)}]"
            radios = page.select(f"input[type=radio][name={name}]:not([value=''])")
            if radios:
                assert f"\n{when}{{display:none}}\n" in answer.text
                for radio in radios:
                    value = quoted(str(radio["value"]))
                    shown = f"form:has([name={quoted(name)}]:checked[value={value}]) {when}"
                    assert f"{shown}[data-values~={value}]{{display:block}}" in answer.text
            else:
                assert when not in answer.text


def test_the_style_sheet_is_for_those_alone_who_know_the_link(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp")
    first = client.get(f"{sheet}rounds/parts/deal.css")
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = client.get(
        f"{sheet}rounds/parts/deal.css", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    for address in (f"{sheet}rounds/parts/none.css", "/g/nobody/1/rounds/parts/deal.css"):
        assert client.get(address).status_code == 404


def test_a_correction_has_the_style_sheet_and_points_by_agreement_need_none(
    client: FlaskClient,
) -> None:
    sheet = sheet_with(client, "tapp", first_rounds("tapp")[0])
    (link,) = correction(client, sheet).select(STYLE)
    assert link["href"] == f"{sheet}rounds/parts/deal.css"
    assert not page_of(client.get(f"{sheet}rounds/new/agreed").text).select(STYLE)
