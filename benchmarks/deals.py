"""Evenings of Klaverjassen of any length: always the same ones, and every deal possible."""

from random import Random
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.games.klaverjassen.rules import ALL_POINTS
from scorekeeper.games.registry import GAMES
from scorekeeper.sheetfile import FORMAT, SheetFile
from scorekeeper.sheetreading import parsed

PLAYERS = ("Anna", "Bert", "Clara", "Dirk")
SEED = 32
MODEST = (30, ALL_POINTS - 30)  # with as many card points either side may have a meld
CONCEDED_EVERY, PIT_EVERY, MELD_EVERY = 12, 20, 3

Data = dict[str, Any]


def evening(rounds: int) -> Data:
    """The plain data of a sheet with so many deals and no end agreed on."""
    random = Random(SEED)
    return {
        "format": FORMAT,
        "game": "klaverjassen",
        "players": list(PLAYERS),
        "house": {"deals": "open"},
        "rounds": [_deal(random) for _ in range(rounds)],
    }


def sheet(rounds: int) -> SheetFile:
    """The same, as a sheet."""
    return parsed(evening(rounds), GAMES)


def _deal(random: Random) -> Data:
    shared = {"maker": random.randrange(len(PLAYERS)), "trump": random.choice(list(Suit)).value}
    if _once_in(CONCEDED_EVERY, random):
        return {"kind": "conceded"} | shared
    if _once_in(PIT_EVERY, random):
        return {"kind": "played"} | shared | {"points": [ALL_POINTS, 0], "pit": 0}
    points = random.randint(*MODEST)
    roem = [[random.choice((20, 50))] if _once_in(MELD_EVERY, random) else [] for _ in range(2)]
    dealt = {"kind": "played"} | shared | {"points": [points, ALL_POINTS - points]}
    return dealt | ({"roem": roem} if any(roem) else {})


def _once_in(times: int, random: Random) -> bool:
    return random.randrange(times) == 0
