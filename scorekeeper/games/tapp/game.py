"""The game of Tapp, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import every_seat_alone
from scorekeeper.games.tapp.checks import check
from scorekeeper.games.tapp.closing import (
    Closing,
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
    beginning=lambda seats: Closing(),
    remember=remember,
    next_dealer=next_dealer,
    progress=progress,
    check_settled_deal=check_settled_deal,
    remember_settled_deal=remember_settled_deal,
    unit=lambda house: house.unit,
)
