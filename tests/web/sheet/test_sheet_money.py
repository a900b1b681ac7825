"""How a sheet becomes money: what stands on the page adds up, and leads to the rounds behind it."""

from collections import Counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT
from scorekeeper.games.registry import GAMES
from scorekeeper.services.sheet.opening import open_sheet
from tests.web.element import Element, page_of
from tests.web.table import NAMES, whole

STAKE = {"stake": {"cents": 1, "per": 10}}
OPEN = {"house": {"deals": "open"}}


def opened(app: Flask, slug: str, *points: tuple[int, ...], **more: Any) -> str:
    """The address of a sheet on which the table agreed on all these points."""
    agreed = [
        {"kind": "agreed", "points": list(each), "why": "agreed", "deal": True} for each in points
    ]
    data = {"format": FORMAT, "game": slug, "players": list(NAMES), "rounds": agreed} | more
    with app.app_context():
        row = open_sheet(parsed(data, GAMES), None)
    return f"/g/{row.link}/{row.number}/"


def texts(found: list[Element]) -> list[str]:
    return [" ".join(each.text.split()) for each in found]


def sums(page: Element) -> dict[str, int]:
    """What everybody is up or down by."""
    rows = [(each.select_one("a"), each.select_one("b")) for each in page.select(".payments li")]
    return {name.text: whole(cents.text) for name, cents in rows if name and cents}


def amounts(page: Element) -> dict[str, dict[str, int]]:
    """What everybody gets in the rounds of the page."""
    return {
        round_of_page.one("a").text: {
            name: whole(cents)
            for name, cents in (each.texts for each in round_of_page.select("span"))
        }
        for round_of_page in page.select(".history > li")
        if round_of_page.select("a")
    }


def pages(client: FlaskClient, sheet: str) -> list[Element]:
    """All pages, the latest rounds first."""
    at, found = f"{sheet}money", list[Element]()
    while at:
        found.append(page_of(client.get(at).text))
        earlier = found[-1].select_one("a[rel=next]")
        at = str(earlier["href"]) if earlier else ""
    return found


def test_where_points_are_cents_every_round_adds_up_and_can_be_looked_at(
    app: Flask, client: FlaskClient
) -> None:
    moved = [(number, 20 - number, -20, 0) for number in range(130)]
    sheet = opened(app, "tapp", *moved)
    found = pages(client, sheet)
    every = {label: cents for page in found for label, cents in amounts(page).items()}
    assert max(len(amounts(page)) for page in found) == 50
    assert len(every) == 130
    together = Counter[str]()
    for cents in every.values():
        together.update(cents)
    assert dict(together) == sums(found[0]) == sums(found[2])
    assert together["Anna"] == sum(range(130))
    for page in found:
        for link in page.select(".history a")[::20]:
            href = str(link["href"])
            shown = page_of(client.get(href).text)
            assert shown.select(f"[id='{href.partition('#')[2]}']")


def test_with_a_stake_every_pair_of_sides_is_told(app: Flask, client: FlaskClient) -> None:
    seating = [{"round": 3, "seat": 0, "player": "Eva"}]
    sheet = opened(
        app,
        "klaverjassen",
        (100, 22),
        (64, 20),
        (0, 40),
        (16, 16),
        seating=seating,
        **STAKE,
        **OPEN,
    )
    page = page_of(client.get(f"{sheet}money").text)
    assert sums(page) == {"Anna": 12, "Bert": -8, "Clara": 8, "Dirk": -8, "Eva": -4}
    later, earlier = page.select(".history > li")
    assert texts(later.select("a, .score > span, p:not(.score)")) == [
        "Deals 3 to 4",
        "Eva and Clara 16",
        "Bert and Dirk 56",
        "Bert and Dirk against Eva and Clara 40 points at 1 cent per 10 points: €0.04 "
        "Eva pays Bert €0.04 Clara pays Dirk €0.04",
    ]
    assert texts(earlier.select("p:not(.score)")) == [
        "Anna and Clara against Bert and Dirk 122 points at 1 cent per 10 points: €0.12, "
        "the rest dropped Bert pays Anna €0.12 Dirk pays Clara €0.12",
    ]


def test_every_two_of_four_sides_are_a_pair_and_even_ones_pay_nothing(
    app: Flask, client: FlaskClient
) -> None:
    sheet = opened(app, "tuebinger_tarock", (30, 30, -5, -55), **STAKE)
    page = page_of(client.get(f"{sheet}money").text)
    pairs = texts(page.select(".history p:not(.score)"))
    assert len(pairs) == 6
    assert pairs[0] == "Anna against Bert No difference, nothing to pay."
    assert sum(sums(page).values()) == 0


@pytest.mark.parametrize(
    ("slug", "more", "told"),
    [
        ("klaverjassen", OPEN, "No stake was agreed for this sheet, so it moves no money."),
        (
            "tapp",
            {"house": {"play_for": "chips"}},
            "This sheet is played for chips and moves no money.",
        ),
    ],
)
def test_a_sheet_that_moves_no_money_says_so(
    app: Flask, client: FlaskClient, slug: str, more: Any, told: str
) -> None:
    page = page_of(client.get(opened(app, slug, **more) + "money").text)
    assert texts(page.select("main p")) == [told, "House rules"]
    assert page.select("main h2, main ol") == []


def test_a_finished_sheet_with_money_leads_to_it_and_on_to_everybody(
    app: Flask, client: FlaskClient
) -> None:
    sheet = opened(app, "tapp", (3, -1, -1, -1), closed=True)
    link = page_of(client.get(sheet).text).one("a:lexbor-contains('Where the money comes from')")
    page = page_of(client.get(link["href"]).text)
    for each in page.select(".payments a"):
        assert page_of(client.get(str(each["href"])).text).select_one("h1").text == each.text  # type: ignore[union-attr]
    without = page_of(client.get(opened(app, "klaverjassen", (9, 0), closed=True, **OPEN)).text)
    assert "Where the money comes from" not in without.text
