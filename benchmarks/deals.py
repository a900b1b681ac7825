"""Evenings of any length: always the same ones, and every round possible."""

from collections.abc import Callable
from random import Random
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.tarock import ALL_POINTS as TAROCK_POINTS
from scorekeeper.files.reading import parsed
from scorekeeper.files.sheet import FORMAT, Sheet
from scorekeeper.games.klaverjassen.rules import ALL_POINTS
from scorekeeper.games.registry import GAMES

PLAYERS = ("Anna", "Bert", "Clara", "Dirk")
SEED = 32
MODEST = (30, ALL_POINTS - 30)  # with as many card points either side may have a meld
CONCEDED_EVERY, PIT_EVERY, MELD_EVERY = 12, 20, 3
REDEAL_EVERY, SOLO_EVERY = 20, 6

COUNTED = (  # a Ramsch of three: Augen and tricks
    ([30, 50, 40], [3, 4, 4]),
    ([0, 61, 59], [0, 6, 5]),
    ([45, 45, 30], [4, 4, 3]),
    ([80, 25, 15], [7, 2, 2]),
)

HALVES = [6, 7]  # tricks, which hold whatever hearts and queens a side has

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


def evening_for_money(rounds: int) -> Data:
    """The plain data of a sheet of Tapp for three on which nobody wants to stop."""
    random = Random(SEED)
    return {
        "format": FORMAT,
        "game": "tapp",
        "players": list(PLAYERS[:3]),
        "rounds": [_round_for_money(random) for _ in range(rounds)],
    }


def evening_of_tarock(rounds: int) -> Data:
    """The plain data of a sheet of Tübinger Tarock."""
    random = Random(SEED)
    made = [_round_of_tarock(random) for _ in range(rounds)]
    return {"format": FORMAT, "game": "tuebinger_tarock", "players": list(PLAYERS), "rounds": made}


def evening_of_tarot(rounds: int) -> Data:
    """The plain data of an open sheet of French Tarot for four."""
    random = Random(SEED)
    made = [_round_of_tarot(random) for _ in range(rounds)]
    return {"format": FORMAT, "game": "french_tarot", "players": list(PLAYERS), "rounds": made}


def evening_of_tarot_for_six(rounds: int) -> Data:
    """The same for six, of whom the dealer sits out."""
    players, data = [*PLAYERS, "Emma", "Fritz"], evening_of_tarot(rounds)
    for number, deal in enumerate(data["rounds"]):
        for part in (deal, *deal.get("poignees", ())):
            for seat in {"taker", "seat"} & part.keys():
                part[seat] = (part[seat] + number) % len(players)
    return data | {"players": players, "house": {"seats": 5}}


def evening_of_tafferand(rounds: int) -> Data:
    """The plain data of a sheet of Tafferand: all its games one after the other, 24 at the most."""
    random = Random(SEED)
    made = [_game_of_tafferand(random, number // len(PLAYERS)) for number in range(rounds)]
    return {"format": FORMAT, "game": "tafferand", "players": list(PLAYERS), "rounds": made}


Evening = Callable[[int], Data]
EVENINGS: dict[str, Evening] = {
    "Klaverjassen": evening,
    "Tapp": evening_for_money,
    "Tübinger Tarock": evening_of_tarock,
    "French Tarot": evening_of_tarot,
    "French Tarot for six": evening_of_tarot_for_six,
    "Tafferand": evening_of_tafferand,
}
ENDLESS = {game: made for game, made in EVENINGS.items() if made is not evening_of_tafferand}


def sheet(rounds: int) -> Sheet:
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


def _round_for_money(random: Random) -> Data:
    seat, won = random.randrange(3), _once_in(2, random)
    suit = random.choice(list(Suit)).value
    return random.choice(
        (
            {"kind": "farbspiel", "declarer": seat, "suit": suit, "points": random.randint(2, 118)},
            {"kind": "rufer", "declarer": seat, "suit": suit, "won": won},
            {"kind": "bettel", "declarer": seat, "won": won},
            {"kind": "ramsch", "most": [seat], "jungfern": [(seat + 1) % 3] if won else []},
            dict(zip(("points", "tricks"), random.choice(COUNTED), strict=True), kind="ramsch"),
        )
    )


def _round_of_tarock(random: Random) -> Data:
    caller, called, other, last = random.sample(range(4), 4)
    if _once_in(REDEAL_EVERY, random):
        return {"kind": "redeal"}
    if _once_in(SOLO_EVERY, random):
        piles = [random.randint(10, 25) for _ in range(3)]
        return {"kind": "raus", "soloist": caller, "piles": [*piles, TAROCK_POINTS - sum(piles)]}
    dealt = {"kind": "ruf", "caller": caller, "called": called, "points": random.randint(20, 70)}
    if _once_in(2, random):
        dealt["ski"] = {"owner": called, "trick": random.choice((other, last)), "last_trick": False}
    if _once_in(2, random):
        hand = [{"seat": caller, "what": "obere", "count": random.randint(3, 5)}]
        dealt["strafen"] = [*hand, {"seat": other, "what": "einser_gefasst"}]
    return dealt


def _round_of_tarot(random: Random) -> Data:
    if _once_in(REDEAL_EVERY, random):
        return {"kind": "passed"}
    contract = random.choice(("petite", "garde", "garde_sans", "garde_contre"))
    dealt = {
        "kind": "played",
        "taker": random.randrange(len(PLAYERS)),
        "contract": contract,
        "bouts": random.randint(1, 2),
        "points": random.randint(20, 70),
    }
    if _once_in(3, random):
        dealt["petit_au_bout"] = random.choice(("attack", "defence"))
    if _once_in(3, random):
        size = random.choice(("simple", "double"))
        dealt["poignees"] = [{"seat": random.randrange(len(PLAYERS)), "size": size}]
    return dealt


def _game_of_tafferand(random: Random, kind: int) -> Data:
    tricks, hearts, queens = (_shared(of, random) for of in (13, 13, 4))
    king, first, second = random.sample(range(4), 3)
    games: tuple[Data, ...] = (
        {"kind": "tafferand", "king": king},
        {"kind": "stiche", "tricks": tricks},
        {"kind": "herz", "hearts": hearts},
        {"kind": "damen", "queens": queens},
        {"kind": "general", "king": king, "tricks": HALVES, "hearts": hearts, "queens": queens},
        {"kind": "elferraus", "first": first, "second": second},
    )
    return games[kind]


def _shared(of: int, random: Random) -> list[int]:
    one = random.randint(1, of - 1)
    return [one, of - one]


def _once_in(times: int, random: Random) -> bool:
    return random.randrange(times) == 0
