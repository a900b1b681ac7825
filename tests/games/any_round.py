"""A round of any game with real cards, or one of its worked examples, as a sheet file says it."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper.core.codec import json_data, json_text
from scorekeeper.core.game import Game, Round, Table
from scorekeeper.core.ledger import problems_of
from scorekeeper.files.reading import round_of
from tests.games.french_tarot import real_cards as french_tarot
from tests.games.klaverjassen import real_cards as klaverjassen
from tests.games.tafferand import real_cards as tafferand
from tests.games.tapp import real_cards as tapp
from tests.games.tuebinger_tarock import real_cards as tuebinger_tarock
from tests.games.tuebinger_tarock.test_real_cards import rufe

HERE = Path(__file__).parent
TRIES = 40


def _ruf(random: Random) -> dict[str, Any]:
    deal = tuebinger_tarock.any_deal(random)
    found = random.choice(rufe(deal, random))
    pile = tuebinger_tarock.together(found["caller"], found["called"])
    return found | {"strafen": tuebinger_tarock.claimed(deal.strafen(pile), random)}


DEALERS: Mapping[str, Callable[[Random], dict[str, Any]]] = {
    "klaverjassen": lambda random: klaverjassen.any_deal(random).observation,
    "tafferand": lambda random: tafferand.any_deal(random).observation(
        random.choice(list(tafferand.COUNTED))
    ),
    "tapp": lambda random: tapp.any_deal(random).named(random),
    "tuebinger_tarock": _ruf,
    "french_tarot": lambda random: french_tarot.any_deal(random, 4).told(random)[0],
}


def _agreed(game: Game[Any, Any], table: Table[Any], random: Random) -> dict[str, Any]:
    first, *others = (random.randint(-50, 50) for _ in game.sides(table.seats))
    deal = random.choice(({}, {"deal": True}))
    return {"kind": "agreed", "points": [-sum(others) or first, *others], "why": "♥ so"} | deal


@cache
def _examples(slug: str) -> tuple[dict[str, Any], ...]:
    folders = (HERE / slug, HERE.parent / slug)
    (path,) = (each / "examples.toml" for each in folders if (each / "examples.toml").exists())
    found = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    return tuple(each["round"] for each in found if "round" in each)


def any_round(game: Game[Any, Any], table: Table[Any], random: Random) -> Round[Any] | None:
    """A round that can have happened at this table; None where none was found."""
    for _ in range(TRIES):
        dealer = DEALERS.get(game.slug)
        if random.random() < 0.1:
            data = _agreed(game, table, random)
        elif dealer is None or random.random() < 0.5:
            data = random.choice(_examples(game.slug))
        else:
            data = dealer(random)
        if random.random() < 0.2:
            data = data | {"dealer": random.randrange(table.seats)}
        dealt = round_of(json_data(json_text(data)), game, table.seats, [])
        if dealt is None:
            continue
        if not problems_of(game, dealt.observation, table.with_dealer(dealt.dealer)):
            return dealt
    return None
