"""What is told of people over many deals: every game says who did what in a deal, and with whom."""

from typing import Any

import pytest

from scorekeeper.games.plugin import Count, GamePlugin
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import messages_in
from tests.games.example_sheets import SHIPPED_PLUGIN, rounds
from tests.games.one_round import sheet_of

NAMES = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")


@SHIPPED_PLUGIN
def test_every_count_is_of_somebody_who_played_and_has_words(plugin: GamePlugin) -> None:
    codes = set[str]()
    for example, sheet, _ in rounds(plugin):
        (played,) = sheet.ledger.rounds
        playing = [seat for camp in plugin.camps(played) for seat in camp]
        assert len(set(playing)) == len(playing) <= len(sheet.players), example["name"]
        idle = set(range(len(sheet.players))) - set(playing)
        assert not any(played.score.points[seat] for seat in idle), example["name"]
        for count in plugin.counts(played):
            assert count.seat in playing, example["name"]
            codes.add(count.code)
    assert codes <= set(plugin.count_codes)
    assert len(set(plugin.count_codes)) == len(plugin.count_codes)
    keys = [f"{plugin.game.slug}.count.{code}" for code in plugin.count_codes]
    assert [key for each in languages() for key in keys if not messages_in(each).has(key)] == []


PLAYED = {"kind": "played", "maker": 1, "trump": "hearts"}
FARBSPIEL = {"kind": "farbspiel", "declarer": 2, "suit": "hearts"}
GARDE = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2}


@pytest.mark.parametrize(
    ("slug", "players", "dealt", "found"),
    [
        (
            "klaverjassen",
            4,
            PLAYED | {"points": [62, 100], "roem": [[], [50, 20]]},
            {Count("maker", 1, won=True), *(Count("roem", seat, points=70) for seat in (1, 3))},
        ),
        (
            "klaverjassen",
            4,
            PLAYED | {"points": [162, 0], "pit": 0},
            {
                Count("maker", 1, won=False),
                *(Count("pit", seat) for seat in (0, 2)),
                *(Count("pit_against", seat) for seat in (1, 3)),
            },
        ),
        (
            "klaverjassen",
            4,
            {"kind": "conceded", "maker": 2},
            {Count("maker", 2, won=False)},
        ),
        ("klaverjassen", 4, {"kind": "renege", "maker": 2, "side": 1}, set()),
        (
            "tafferand",
            4,
            {"kind": "herz", "hearts": [13, 0], "durchmarsch": {"hearts": 2}},
            {Count("herz", 0, points=130), Count("durchmarsch", 2)},
        ),
        ("tafferand", 4, {"kind": "tafferand", "king": 1}, {Count("tafferand", 0, points=0)}),
        ("tapp", 4, FARBSPIEL | {"points": 61}, {Count("farbspiel", 2, won=True, points=30)}),
        ("tapp", 4, FARBSPIEL | {"points": 60}, {Count("farbspiel", 2, won=False, points=-30)}),
        (
            "tapp",
            4,
            {"kind": "ramsch", "most": [1], "jungfern": [3]},
            {
                Count("jungfer", 3),
                *(Count("ramsch", seat, won=seat != 1) for seat in range(4)),
            },
        ),
        (
            "tuebinger_tarock",
            4,
            {
                "kind": "ruf",
                "caller": 1,
                "called": 3,
                "points": 52,
                "strafen": [{"seat": 0, "what": "obere", "count": 4}],
                "ski": {"owner": 0, "trick": 1, "last_trick": True},
            },
            {
                Count("ruf", 1, won=True, points=21),
                Count("called", 3, won=True),
                Count("ski", 0, won=False),
                Count("strafen", 0, points=8),
            },
        ),
        (
            "tuebinger_tarock",
            4,
            {"kind": "tout", "soloist": 2, "tricks": 17},
            {Count("tout", 2, won=False, points=-240)},
        ),
        ("tuebinger_tarock", 4, {"kind": "redeal"}, set()),
        (
            "french_tarot",
            5,
            GARDE | {"partner": 3, "points": 40, "petit_au_bout": "defence"},
            {
                Count("garde", 0, won=False, points=-144),
                Count("bouts_2", 0, won=False),
                Count("called", 3, won=False),
                *(Count("petit_au_bout", seat) for seat in (1, 2, 4)),
            },
        ),
        (
            "french_tarot",
            4,
            GARDE | {"points": 41, "poignees": [{"seat": 2, "size": "simple"}]},
            {
                Count("garde", 0, won=True, points=210),
                Count("bouts_2", 0, won=True),
                Count("poignee", 2),
            },
        ),
        ("french_tarot", 4, {"kind": "passed"}, set()),
    ],
)
def test_what_everybody_did_in_a_deal(
    slug: str, players: int, dealt: dict[str, Any], found: set[Count]
) -> None:
    plugin = PLUGINS[slug]
    (played,) = sheet_of(plugin.game, [dealt], players=NAMES[:players]).ledger.rounds
    assert not played.problems
    assert set(plugin.counts(played)) == found


@pytest.mark.parametrize(
    ("slug", "players", "dealt", "camps"),
    [
        ("tapp", 5, FARBSPIEL | {"points": 61}, [[2], [0, 1, 3]]),
        ("tapp", 4, {"kind": "ramsch", "most": [1], "jungfern": []}, [[0], [1], [2], [3]]),
        ("french_tarot", 6, GARDE | {"partner": 3, "points": 40}, [[0, 3], [1, 2, 4]]),
        ("french_tarot", 5, GARDE | {"points": 40}, [[0], [1, 2, 3, 4]]),
        (
            "tuebinger_tarock",
            4,
            {"kind": "ruf", "caller": 1, "called": 3, "points": 52},
            [[1, 3], [0, 2]],
        ),
        (
            "tuebinger_tarock",
            4,
            {"kind": "raus", "soloist": 2, "piles": [39, 38, 10, 4]},
            [[2], [0, 1, 3]],
        ),
    ],
)
def test_who_played_with_whom(
    slug: str, players: int, dealt: dict[str, Any], camps: list[list[int]]
) -> None:
    plugin = PLUGINS[slug]
    (played,) = sheet_of(plugin.game, [dealt], players=NAMES[:players]).ledger.rounds
    assert not played.problems
    assert [list(camp) for camp in plugin.camps(played)] == camps
