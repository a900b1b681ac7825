"""Evenings of every game to be printed: always the same ones, as long as one likes."""

from itertools import cycle, islice
from typing import Any

from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, Sheet
from scorekeeper.games.registry import GAMES

PLAYERS = ("Anna", "Bert", "Clara", "Dirk")
Data = dict[str, Any]

DEALS: list[Data] = [
    {"trump": "hearts", "points": [102, 60], "roem": [[20], []]},
    {"trump": "spades", "points": [70, 92]},
    {"trump": "clubs", "points": [162, 0], "pit": 0},
    {"trump": "diamonds", "points": [80, 82], "roem": [[], [50]]},
]
FOR_MONEY: list[Data] = [
    {"kind": "farbspiel", "declarer": 0, "suit": "hearts", "points": 78},
    {"kind": "bettel", "declarer": 1, "won": False},
    {"kind": "ramsch", "points": [30, 50, 40], "tricks": [3, 4, 4]},
    {"kind": "rufer", "declarer": 2, "suit": "spades", "won": True},
]
SIX_GAMES: list[Data] = [
    {"kind": "tafferand", "king": 1},
    {"kind": "stiche", "tricks": [4, 9]},
    {"kind": "herz", "hearts": [13, 0], "durchmarsch": {"hearts": 2}},
    {"kind": "damen", "queens": [1, 3]},
    {"kind": "general", "king": 0, "tricks": [6, 7], "hearts": [5, 8], "queens": [2, 2]},
    {"kind": "elferraus", "first": 3, "second": 0},
]


def klaverjassen(rounds: int) -> Data:
    played = [
        {"kind": "played", "maker": number % 4} | deal
        for number, deal in enumerate(islice(cycle(DEALS), rounds))
    ]
    return {"game": "klaverjassen", "players": PLAYERS, "rounds": played}


def tapp(rounds: int) -> Data:
    return {
        "game": "tapp",
        "players": PLAYERS[:3],
        "rounds": list(islice(cycle(FOR_MONEY), rounds)),
    }


def tafferand(rounds: int) -> Data:
    """Every player's games in an order of his own."""
    played = [SIX_GAMES[(number // 4 + number) % 6] for number in range(rounds)]
    return {"game": "tafferand", "players": PLAYERS, "rounds": played}


EVENINGS = {"klaverjassen": klaverjassen, "tapp": tapp, "tafferand": tafferand}


def evening(slug: str, length: int, **more: Any) -> Sheet:
    """A sheet of this game of this *length*, and *more* as its file would say it."""
    about = {"format": FORMAT, "title": "Freitag bei Dirk", "date": "2026-11-20"}
    return parsed(about | EVENINGS[slug](length) | more, GAMES)
