"""The page of a sheet: the same score for everybody, cheap at any length."""

import gzip
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.i18n.catalogue import languages
from scorekeeper.store.insertion import new_entry
from scorekeeper.store.sheet_queries import sheet_by_link
from scorekeeper.web.sheet.pages import LATEST
from tests.web.counting import deal, queries, sheet_of, write
from tests.web.element import page_of
from tests.web.table import PLAIN, open_sheet, play, stop

MOST_QUERIES = 4
MOST_BYTES = 14 * 1024


@pytest.mark.parametrize("rounds", [10, 1000])
def test_a_sheet_of_any_length_takes_four_looks_at_the_database(
    app: Flask, client: FlaskClient, rounds: int
) -> None:
    sheet = sheet_of(app, rounds)
    for page in (sheet, f"{sheet}?all=1", f"{sheet}board"):
        with queries(app) as seen:
            assert client.get(page).status_code == 200
        assert 0 < len(seen) <= MOST_QUERIES, seen


@pytest.mark.parametrize("rounds", [10, 1000])
def test_every_other_page_takes_six_looks_at_most(
    app: Flask, client: FlaskClient, rounds: int
) -> None:
    sheet = sheet_of(app, rounds)
    group = sheet.removesuffix("1/")
    pages = ["history", "rules", "share", "seats", "house", "keep", "rounds/1", "rounds/1/strike"]
    for page in [group, f"{group}new/klaverjassen?again=1", *(sheet + each for each in pages)]:
        with queries(app) as seen:
            assert client.get(page).status_code == 200
        assert 0 < len(seen) <= 6, (page, seen)


PEOPLE = (
    "Maximilian J", "Bartholomäus", "Christophine", "Wilhelmina P", "Ferdinand Sz", "Theodora Lév",
)  # fmt: skip


def plain_deal(slug: str, number: int, players: int) -> dict[str, Any]:
    """A deal in which the next after the dealer plays."""
    own, other = (number + 1) % players, (number + 2) % players
    told: dict[str, dict[str, Any]] = {
        "klaverjassen": {
            "kind": "played",
            "maker": own,
            "trump": "hearts",
            "points": [102, 60],
            "roem": [[20], []],
        },
        "tapp": {"kind": "farbspiel", "declarer": own, "suit": "hearts", "points": 60 + number},
        "tuebinger_tarock": {"kind": "ruf", "caller": own, "called": other, "points": 40 + number},
        "french_tarot": {
            "kind": "played",
            "taker": own,
            "contract": "garde",
            "bouts": 2,
            "points": 40 + number,
        },
    }
    if slug == "tafferand":
        kinds = ({"kind": "tafferand", "king": 1}, {"kind": "stiche", "tricks": [4, 9]})
        return {"dealer": number // 2 % 4, **kinds[number % 2]}
    if slug == "french_tarot" and players >= 5:
        told[slug]["partner"] = other
    return {"dealer": number % players, **told[slug]}


@pytest.mark.parametrize(
    ("slug", "players"),
    [
        ("klaverjassen", 4),
        ("tafferand", 4),
        ("tapp", 4),
        ("tapp", 5),
        ("tuebinger_tarock", 4),
        ("french_tarot", 5),
        ("french_tarot", 6),
    ],
)
def test_page_and_style_sheet_are_small_on_the_wire(
    client: FlaskClient, slug: str, players: int
) -> None:
    deals = 8 if slug == "tafferand" else 24
    file = {
        "format": "scorekeeper-sheet/1",
        "game": slug,
        "players": PEOPLE[:players],
        "rounds": [plain_deal(slug, number, players) for number in range(deals)],
        "house": {"deals": "open"} if slug in ("klaverjassen", "french_tarot") else {},
    }
    opened = client.post("/import", data={"text": json.dumps(file)})
    assert opened.status_code == 303, page_of(opened.text).select(".notice")
    for language in languages():
        packed = {"Accept-Encoding": "gzip", "Accept-Language": language}
        page = client.get(opened.location, headers=packed)
        assert page.headers["Content-Encoding"] == "gzip"
        shown = page_of(gzip.decompress(page.data).decode())
        assert len(shown.select("#rounds summary")) == min(deals, LATEST)
        (style,) = shown.select("head link[rel=stylesheet]")
        with client.get(str(style["href"]), headers=packed) as css:
            assert css.headers["Content-Encoding"] == "gzip"
            assert "immutable" in css.headers["Cache-Control"]
        styles = [
            str(each["href"]) for each in shown.select("head link[rel=stylesheet], noscript link")
        ]
        weight = sum(len(client.get(each, headers=packed).data) for each in styles)
        assert len(page.data) + weight <= MOST_BYTES, language


def test_a_long_sheet_shows_its_latest_deals_and_the_others_on_request(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 30)
    page = page_of(client.get(sheet).text)
    assert len(page.select("#rounds summary")) == LATEST
    earlier = page.select_one("#rounds p a.button")
    assert earlier is not None
    assert f"{30 - LATEST} earlier deals" in earlier.text
    assert len(page_of(client.get(str(earlier["href"])).text).select("#rounds summary")) == 30


def test_once_a_sheet_is_over_no_part_of_its_page_is_left_as_it_was(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet)
    before = {part["id"] for part in page_of(client.get(sheet).text).select("[data-live]")}
    stop(client, sheet)
    for page in (sheet, f"{sheet}board"):
        shown = page_of(client.get(page).text)
        assert before - {part["id"] for part in shown.select("[data-live]")} == {"writing"}
        assert shown.one("#line").text == ""


def test_a_phone_that_has_seen_this_revision_is_told_so(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    for page in (sheet, f"{sheet}board"):
        tag = client.get(page).headers["ETag"]
        asked = client.get(page, headers={"If-None-Match": tag})
        assert (asked.status_code, asked.data) == (304, b"")
        german = {"If-None-Match": tag, "Accept-Language": "de"}
        assert client.get(page, headers=german).status_code == 200
    play(client, sheet, **PLAIN)
    assert client.get(f"{sheet}board", headers={"If-None-Match": tag}).status_code == 200


def test_compression_keeps_the_mark_of_a_revision(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    packed = {"Accept-Encoding": "gzip, br"}
    tag = client.get(f"{sheet}board", headers=packed).headers["ETag"]
    asked = client.get(f"{sheet}board", headers=packed | {"If-None-Match": tag})
    assert asked.status_code == 304


def test_the_board_holds_what_moves_and_no_frame(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    text = client.get(f"{sheet}board").text
    assert "<html" not in text
    board = page_of(text)
    parts = {part["id"] for part in board.select("[data-live]")}
    assert {"totals", "status", "entry", "rounds"} <= parts
    assert all(page_of(client.get(sheet).text).select(f"#{part}") for part in parts)


def test_every_round_explains_itself_with_lines_that_add_up(
    app: Flask, client: FlaskClient
) -> None:
    page = page_of(client.get(sheet_of(app, 4)).text)
    tables = page.select("#rounds .sum table")
    assert len(tables) == 8
    for table in tables:
        lines = [int(cell.text) for cell in table.select("tbody td")]
        total = table.select_one("tfoot td")
        assert total is not None
        assert sum(lines) == int(total.text)


def test_the_rule_page_marks_what_this_table_agreed(client: FlaskClient) -> None:
    sheet = open_sheet(client, house_four_low="100", house_four_jacks="100")
    page = page_of(client.get(f"{sheet}rules").text)
    marks = [mark.text for mark in page.select("mark")]
    assert marks.count("100 points") == 2
    assert "Four nines, eights or sevens" in marks


def test_the_link_is_shared_as_a_picture_and_as_words(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    page = page_of(client.get(f"{sheet}share", headers={"Host": "cards.example"}).text)
    field = page.select_one("input[readonly]")
    assert field is not None
    assert field["value"] == f"http://cards.example{sheet}"
    picture = page.select_one(".qr img")
    assert picture is not None
    assert str(picture["src"]).startswith("data:image/svg+xml")


def test_the_sheet_file_is_the_sheet(client: FlaskClient) -> None:
    sheet = open_sheet(client, title="Freitag", first_dealer="1", house_deals="8")
    play(client, sheet, maker="0", trump="hearts", points_0="102", roem_0="20")
    answer = client.get(f"{sheet}sheet.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert json.loads(answer.text) == {
        "format": "scorekeeper-sheet/1",
        "game": "klaverjassen",
        "players": ["Anna", "Bert", "Clara", "Dirk"],
        "house": {"deals": 8},
        "title": "Freitag",
        "first_dealer": 1,
        "rounds": [
            {
                "kind": "played",
                "maker": 0,
                "trump": "hearts",
                "points": [102, 60],
                "roem": [[20], []],
            }
        ],
    }


def test_deals_that_the_rules_refuse_by_now_are_named_and_who_may_is_asked_to_mend_them(
    app: Flask, client: FlaskClient
) -> None:
    sheet = sheet_of(app, 9)
    refused = [deal(each) | {"points": [82, 81]} for each in range(1, 8)]
    write(
        app, sheet, [new_entry("round", at, 2, at - 1, each) for at, each in enumerate(refused, 1)]
    )
    notice = page_of(client.get(sheet).text).one("#notices .notice")
    assert [each.text for each in notice.select("a")] == [
        f"Deal {number}" for number in range(1, 6)
    ]
    told, mending = (" ".join(each.text.split()) for each in notice.select("p"))
    assert told.startswith("The rules no longer accept these deals, so they count nothing:")
    assert told.endswith("… and 2 more deals")
    assert mending == "To be corrected or struck out."
    with app.app_context():
        row = sheet_by_link(sheet.split("/")[2], 1)
        assert row is not None
    looked_at = page_of(client.get(f"/s/{row.look_link}/").text).one("#notices .notice")
    assert "To be corrected" not in looked_at.text
