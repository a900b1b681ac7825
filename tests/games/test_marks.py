"""What stands beside the points of a round: whose it is, at the side where they sit."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.core.cards import Suit
from scorekeeper.games.plugin import GamePlugin, SideMark, Tag
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.games.example_sheets import SHIPPED_PLUGIN, rounds
from tests.games.one_round import sheet_of
from tests.web.element import page_of
from tests.web.table import open_sheet, play

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva")


def marks(slug: str, dealt: dict[str, Any], players: int = 4) -> tuple[SideMark, ...]:
    plugin = PLUGINS[slug]
    (played,) = sheet_of(plugin.game, [dealt], players=NAMES[:players]).ledger.rounds
    assert not played.problems
    return tuple(plugin.marks(played))


@SHIPPED_PLUGIN
def test_a_mark_stands_at_the_side_of_its_player_and_has_words(plugin: GamePlugin) -> None:
    seen = set()
    for example, sheet, _ in rounds(plugin):
        (played,) = sheet.ledger.rounds
        found = plugin.marks(played)
        sides = plugin.game.sides(len(sheet.players))
        assert len({mark.side for mark in found}) == len(found), example["name"]
        for mark in found:
            assert mark.seat is None or mark.seat in sides[mark.side], example["name"]
            seen |= {f"{plugin.game.slug}.mark.{tag.code}" for tag in mark.tags}
        assert sum(mark.seat is not None and not mark.is_partner for mark in found) <= 1
    assert [key for each in languages() for key in seen if not messages_in(each).has(key)] == []


PLAYED = {"kind": "played", "maker": 1, "trump": "hearts"}
NAT, PIT = Tag("nat", strong=True), Tag("pit")


@pytest.mark.parametrize(
    ("dealt", "found"),
    [
        (PLAYED | {"points": [62, 100]}, (SideMark(1, 1, Suit.HEARTS),)),
        (PLAYED | {"points": [81, 81]}, (SideMark(1, 1, Suit.HEARTS, tags=(NAT,)),)),
        (PLAYED | {"points": [0, 162], "pit": 1}, (SideMark(1, 1, Suit.HEARTS, tags=(PIT,)),)),
        (
            PLAYED | {"points": [162, 0], "pit": 0},
            (SideMark(1, 1, Suit.HEARTS, tags=(NAT,)), SideMark(0, tags=(PIT,))),
        ),
        (
            {"kind": "conceded", "maker": 2},
            (SideMark(0, 2, tags=(Tag("conceded", strong=True),)),),
        ),
        (
            {"kind": "renege", "maker": 2, "side": 1},
            (SideMark(0, 2), SideMark(1, tags=(Tag("renege", strong=True),))),
        ),
    ],
)
def test_a_deal_of_klaverjassen(dealt: dict[str, Any], found: tuple[SideMark, ...]) -> None:
    assert marks("klaverjassen", dealt) == found


def test_the_game_of_a_spielmacher() -> None:
    stiche = {"kind": "stiche", "tricks": [4, 9]}
    assert marks("tafferand", stiche) == (SideMark(0, 0, tags=(Tag("stiche"),)),)


@pytest.mark.parametrize(
    ("slug", "players", "dealt", "found"),
    [
        ("tapp", 4, {"kind": "bettel", "declarer": 2, "won": True}, (SideMark(2, 2),)),
        ("tapp", 4, {"kind": "ramsch", "most": [1], "jungfern": []}, ()),
        (
            "tuebinger_tarock",
            4,
            {"kind": "ruf", "caller": 1, "called": 3, "points": 52},
            (SideMark(1, 1), SideMark(3, 3, is_partner=True)),
        ),
        ("tuebinger_tarock", 4, {"kind": "tout", "soloist": 2, "tricks": 18}, (SideMark(2, 2),)),
        ("tuebinger_tarock", 4, {"kind": "redeal"}, ()),
        (
            "french_tarot",
            5,
            {
                "kind": "played",
                "taker": 4,
                "partner": 0,
                "contract": "garde",
                "bouts": 2,
                "points": 49,
            },
            (SideMark(4, 4), SideMark(0, 0, is_partner=True)),
        ),
        ("french_tarot", 4, {"kind": "passed"}, ()),
    ],
)
def test_who_played_against_the_others(
    slug: str, players: int, dealt: dict[str, Any], found: tuple[SideMark, ...]
) -> None:
    assert marks(slug, dealt, players) == found


def test_two_sides_have_the_maker_on_their_own(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    play(client, sheet, maker="1", trump="hearts", points_1="70")
    play(client, sheet, maker="2", trump="", points_0="100")
    latest, first = page_of(client.get(sheet).text).select("#rounds summary")
    shown = [(each["class"], " ".join(each.text.split())) for each in first.select(".mark")]
    assert shown == [("mark right", "Hearts Bert nat")]
    assert first.select(".mark em.strong")[0].text == "nat"
    assert [each["class"] for each in latest.select(".mark")] == ["mark left"]
    assert "92\u00a0:\u00a070" in first.select("small .told")[0].text


def test_more_sides_have_a_ring_and_keep_their_sentence(client: FlaskClient) -> None:
    sheet = open_sheet(client, "/new/tapp")
    play(client, sheet, declarer="2", game="bettel", won="won")
    (row,) = page_of(client.get(sheet).text).select("#rounds summary")
    sides = row.select("b:not(.no)")
    assert [each.get("class") for each in sides] == [None, None, "maker", None]
    assert row.select(".mark, .told") == []
    assert "Clara: Bettel won" in row.select("small")[0].text


def test_points_by_agreement_are_told_in_a_sentence(client: FlaskClient) -> None:
    sheet = open_sheet(client)
    address = f"{sheet}rounds/new/agreed"
    form = page_of(client.get(address).text).select("form[data-entry]")[0]
    fields = {str(each["name"]): str(each.get("value", "")) for each in form.select("input[name]")}
    sent = client.post(address, data=fields | {"points_0": "20", "deal": "0", "why": "a bet"})
    assert sent.status_code == 303
    (row,) = page_of(client.get(sheet).text).select("#rounds summary")
    assert row.select(".mark, .told") == []
    assert "a bet" in row.text
