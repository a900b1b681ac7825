"""The game of Tafferand, put together."""

from typing import Any

from scorekeeper.core.game import Game, opposite_partners
from scorekeeper.games.tafferand.refusals import check
from scorekeeper.games.tafferand.rules import (
    KINDS,
    PLAYERS,
    House,
    next_dealer,
    progress,
    remember,
    spelled_out,
)
from scorekeeper.games.tafferand.worth import reason, score

TAFFERAND: Game[Any, House] = Game(
    slug="tafferand",
    seat_counts=(PLAYERS,),
    kinds=KINDS,
    house=House,
    sides=opposite_partners,
    check=check,
    score=score,
    reason=reason,
    beginning=lambda seats: (frozenset[str](),) * seats,
    remember=remember,
    spelled_out=spelled_out,
    next_dealer=next_dealer,
    progress=progress,
)
