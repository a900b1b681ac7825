"""The game of French Tarot, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import every_seat_alone
from scorekeeper.core.sitting_out import house_problems, with_out_named
from scorekeeper.games.french_tarot.checks import check
from scorekeeper.games.french_tarot.rules import (
    KINDS,
    SEAT_COUNTS,
    HouseRules,
    beginning,
    progress,
    remember,
    remember_settled_deal,
)
from scorekeeper.games.french_tarot.scoring import reason, score

FRENCH_TAROT: Game[Any, HouseRules] = Game(
    slug="french_tarot",
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
    remember_settled_deal=remember_settled_deal,
    spelled_out=with_out_named,
    progress=progress,
)
