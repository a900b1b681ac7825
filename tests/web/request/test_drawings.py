"""Drawings: every icon, suit and figure that a page uses is there, once, and small."""

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import paths
from scorekeeper.core.cards import SYMBOLS
from scorekeeper.core.game import Unit
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from scorekeeper.web.request.drawings import (
    FIGURES,
    SUITS,
    FigureRow,
    drawings,
    figures,
    hand,
    pips,
    with_drawings,
)
from tests.web.element import page_of
from tests.web.table import open_sheet, play, totals

TEMPLATES = paths.folder("templates")
ICONS = paths.folder("static") / "icons.svg"
CALL = re.compile(r"\bicon\(([^)]*)\)")
FIGURES_AT_MOST = 1_550  # bytes, all of them, as they travel
BELOW_A_SHEET = ("", "history", "rules", "share", "seats", "house", "keep", "rounds/1")
ABOVE_A_SHEET = ("/", "/import", "..", "../import", "../parts")


def used(html: str) -> set[str]:
    """The ids of the drawings that the page itself carries."""
    addresses = (str(each["href"]) for each in page_of(html).select("use"))
    return {each[1:] for each in addresses if each.startswith("#")}


def icons() -> set[str]:
    """The names of all icons."""
    return set(re.findall(r'<path id="icon-([a-z-]+)" d="[^"]+"/>', ICONS.read_text()))


def carried(html: str) -> Counter[str]:
    return Counter(str(each["id"]) for each in page_of(html).select("defs > path"))


# --- cards ---


@pytest.mark.parametrize(("language", "letters"), [
    ("de", "AKDB"), ("en", "AKQJ"), ("nl", "AHVB"), ("fr", "ARDV"),
])  # fmt: skip
def test_a_card_has_the_index_of_a_language_and_its_suit(
    app: Flask, language: str, letters: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        drawn = page_of(hand("♥A ♠K ♦Q ♣J 10 T21 ski"))
    shown = drawn.one(".hand[aria-hidden=true]").select("b")
    assert [card.text for card in shown] == [*letters, "10", "21", ""]
    uses = [str(use["href"]).partition("#")[2] for use in drawn.select("use")]
    assert uses == ["suit-hearts", "suit-spades", "suit-diamonds", "suit-clubs", "card-ski"]
    known = (paths.folder("static") / "playing_cards.svg").read_text()
    assert all(f'id="card-{name}"' in known for name in ("ski", "excuse"))


@pytest.mark.parametrize("slug", PLUGINS)
def test_cards_of_the_rules_stand_beside_their_words_and_in_no_name(
    client: FlaskClient, slug: str
) -> None:
    """Whoever does not see them misses nothing."""
    shown = page_of(client.get(f"/rules/{slug}").text)
    hands = shown.select(".hand")
    assert len(hands) >= 5
    assert all(each["aria-hidden"] == "true" for each in hands)
    for row in shown.select("tr:has(.hand) th"):
        drawn = row.one(".hand").text
        assert row.text.replace(drawn, "").strip()


# --- pages ---


def pages(client: FlaskClient, game: str) -> Iterator[str]:
    """The pages of a game, those of a sheet with a deal where anything can be filled in."""
    sheet = open_sheet(client, f"/new/{game}")
    if game == next(iter(PLUGINS)):
        play(client, sheet)
    addresses = [f"{sheet}{part}" for part in BELOW_A_SHEET]
    for address in (*addresses, f"/new/{game}", f"/rules/{game}", *ABOVE_A_SHEET):
        answer = client.get(f"{sheet}{address}" if address.startswith(".") else address)
        assert answer.mimetype == "text/html"
        yield answer.text


@pytest.mark.parametrize("game", PLUGINS)
def test_a_page_carries_what_it_uses_once_and_draws_every_suit(
    client: FlaskClient, game: str
) -> None:
    found = Counter[str]()
    for html in pages(client, game):
        ids = carried(html)
        assert used(html) <= ids.keys()
        assert set(ids.values()) <= {1}
        assert not set(SYMBOLS.values()) & set(page_of(html).text)
        found += Counter(used(html))
    assert found["figure-0"]


def test_a_page_that_uses_none_carries_none(client: FlaskClient) -> None:
    html = client.get("/import").text
    assert not used(html)
    assert not page_of(html).select("#drawings")


def test_what_script_draws_anew_finds_its_drawings(client: FlaskClient) -> None:
    """The board brings those that it uses, and the suits of a sum to come."""
    sheet = open_sheet(client)
    before = client.get(sheet).text
    play(client, sheet, maker="2", trump="spades", points_0="89", roem_0="20 50 200")
    assert totals(client, sheet) == [89 + 270, 73]
    board = client.get(f"{sheet}board").text
    assert {"figure-3", "figure-5", "figure-9", "suit-spades"} <= used(board)
    for html in (before, board):
        assert used(html) | drawings(SUITS).keys() == carried(html).keys()
        assert len(page_of(html).select("svg#drawings[data-live][hidden]")) == 1


def test_the_page_of_a_deal_has_the_suits_of_a_sum_to_come(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    assert carried(client.get(f"{sheet}rounds/1").text).keys() >= drawings(SUITS).keys()


def test_a_suit_is_chosen_by_a_drawing_with_its_word(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    labels = page_of(client.get(sheet).text).select(".choices.suits div label")
    assert [label.text.strip() for label in labels] == ["Clubs", "Spades", "Hearts", "Diamonds"]
    assert all(label.select_one("svg[aria-hidden] use") for label in labels)


# --- templates ---


def named(path: Path) -> list[str]:
    """What a template writes between the brackets of each call of icon()."""
    text = re.sub(r"\{#.*?#\}|\{% macro .*?%\}", "", path.read_text(encoding="utf-8"), flags=re.S)
    return CALL.findall(text)


def test_a_template_names_an_icon_that_is_there() -> None:
    known = {f'"{each}"' for each in icons()}
    found = [(path, each) for path in sorted(TEMPLATES.rglob("*.html")) for each in named(path)]
    assert len(found) > 20
    assert [(str(path), each) for path, each in found if each not in known] == []


def test_a_computed_or_misspelt_icon_is_seen(tmp_path: Path) -> None:
    planted = tmp_path / "planted.html"
    planted.write_text('{{ icon(name) }} {{ icon("shaer") }} {# icon("x") #}', encoding="utf-8")
    assert named(planted) == ["name", '"shaer"']


def test_an_icon_is_drawn_by_its_name(client: FlaskClient) -> None:
    (drawn,) = page_of(client.get(open_sheet(client)).text).select("[popovertarget] use")
    address, _, name = str(drawn["href"]).partition("#")
    assert name.removeprefix("icon-") in icons()
    with client.get(address) as answer:
        assert answer.mimetype == "image/svg+xml"
        assert f'id="{name}"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("file", [SUITS, FIGURES])
def test_a_file_of_drawings_has_a_path_in_every_line(file: str) -> None:
    first, *lines, last = (TEMPLATES / "drawings" / f"{file}.svg").read_text().splitlines()
    assert (first, last) == ('<svg xmlns="http://www.w3.org/2000/svg">', "</svg>")
    assert len(drawings(file)) == len(lines)
    assert list(drawings(file)) == [re.findall('id="(.*?)"', line)[0] for line in lines]


# --- figures ---


def test_figures_stand_one_behind_the_other() -> None:
    advance = {name: drawing.advance for name, drawing in drawings(FIGURES).items()}
    minus, one = advance["figure-minus"], advance["figure-1"]
    assert figures("−11") == FigureRow(
        minus + 2 * one,
        (
            ("figure-minus", 0),
            ("figure-1", minus),
            ("figure-1", minus + one),
        ),
    )
    spaced = figures("1\u00a01")
    assert spaced is not None
    assert [x for _, x in spaced.figures] == [0, one + advance["figure-space"]]


@pytest.mark.parametrize("text", ["", "12 points", "½", "1:2", "\n"])
def test_a_text_that_has_no_figures_stays_text(text: str) -> None:
    assert figures(text) is None


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("unit", Unit)
def test_every_total_has_figures(language: str, unit: Unit) -> None:
    for points in (0, -1_234_567_890, 5, 250_000):
        assert figures(messages_in(language).points(points, unit))


def test_all_figures_together_are_small() -> None:
    every = with_drawings("", [FIGURES])
    assert every.count("<path") == len(drawings(FIGURES)) - 1  # nothing is drawn for a space
    assert len(gzip.compress(every.encode(), 9)) <= FIGURES_AT_MOST


# --- suits in sentences ---


@pytest.mark.parametrize("sign", ["♥", "♥\ufe0e", "♥\ufe0f"])
def test_a_suit_in_a_sentence_is_drawn_and_its_word_is_there(app: Flask, sign: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        drawn = page_of(pips(f"<b>Anna</b> · {sign} · 5"))
    assert drawn.text == "<b>Anna</b> · Herz · 5"
    assert [str(each["href"]) for each in drawn.select(".pip.hearts use")] == ["#suit-hearts"]


def test_points_with_a_colon_between_them_stay_in_one_line(app: Flask) -> None:
    with app.test_request_context():
        assert pips("aufgegeben (geschrieben: 162 : 0)") == (
            "aufgegeben (geschrieben: 162\u00a0:\u00a00)"
        )
        assert pips("Ramsch · 6 : 98 : 16 : 0 Augen") == (
            "Ramsch · 6\u00a0: 98\u00a0: 16\u00a0: 0 Augen"
        )
        assert pips("Anna : Bert") == "Anna : Bert"
