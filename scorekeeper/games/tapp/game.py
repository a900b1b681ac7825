"""The game of Tapp, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import every_seat_alone
from scorekeeper.core.sitting_out import house_problems, with_out_named
from scorekeeper.games.tapp.checks import check
from scorekeeper.games.tapp.closing import (
    beginning,
    check_settled_deal,
    next_dealer,
    progress,
    remember,
    remember_settled_deal,
)
from scorekeeper.games.tapp.rules import KINDS, SEAT_COUNTS, HouseRules
from scorekeeper.games.tapp.scoring import reason, score

TAPP: Game[Any, HouseRules] = Game(
    slug="tapp",
    seat_counts=SEAT_COUNTS,
    kinds=KINDS,
    house=HouseRules,
    sides=every_seat_alone,
    check=check,
    score=score,
    reason=reason,
    check_house=house_problems,
    beginning=beginning,
    remember=remember,
    spelled_out=with_out_named,
    next_dealer=next_dealer,
    progress=progress,
    check_settled_deal=check_settled_deal,
    remember_settled_deal=remember_settled_deal,
    unit=lambda house: house.unit,
)
