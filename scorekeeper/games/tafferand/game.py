"""The game of Tafferand, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import opposite_partners
from scorekeeper.games.tafferand.checks import check, check_settled_deal
from scorekeeper.games.tafferand.rules import (
    KINDS,
    PLAYERS,
    HouseRules,
    next_dealer,
    progress,
    remember,
    spelled_out,
)
from scorekeeper.games.tafferand.scoring import reason, score

TAFFERAND: Game[Any, HouseRules] = Game(
    slug="tafferand",
    seat_counts=(PLAYERS,),
    kinds=KINDS,
    house=HouseRules,
    sides=opposite_partners,
    check=check,
    score=score,
    reason=reason,
    beginning=lambda seats: (frozenset[str](),) * seats,
    remember=remember,
    check_settled_deal=check_settled_deal,
    spelled_out=spelled_out,
    next_dealer=next_dealer,
    progress=progress,
)
