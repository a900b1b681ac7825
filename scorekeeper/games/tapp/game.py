"""The game of Tapp, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.sitting_out import house_problems, with_out_named
from scorekeeper.games.tapp import closing, rules
from scorekeeper.games.tapp.checks import check
from scorekeeper.games.tapp.rules import HouseRules
from scorekeeper.games.tapp.scoring import lines, reason

TAPP: Game[Any, HouseRules] = Game(
    slug="tapp",
    seat_counts=rules.SEAT_COUNTS,
    kinds=rules.KINDS,
    house=HouseRules,
    check=check,
    lines=lines,
    reason=reason,
    check_house=house_problems,
    beginning=lambda seats: closing.Closing(),
    remember=closing.remember,
    spelled_out=with_out_named,
    next_dealer=closing.next_dealer,
    progress=closing.progress,
    check_settled_deal=closing.check_settled_deal,
    unit=lambda house: house.unit,
)
