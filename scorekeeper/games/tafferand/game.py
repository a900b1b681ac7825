"""The game of Tafferand, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import opposite_partners
from scorekeeper.games.tafferand import rules
from scorekeeper.games.tafferand.checks import check, check_settled_deal
from scorekeeper.games.tafferand.rules import HouseRules
from scorekeeper.games.tafferand.scoring import lines, reason

TAFFERAND: Game[Any, HouseRules] = Game(
    slug="tafferand",
    seat_counts=(rules.PLAYERS,),
    kinds=rules.KINDS,
    house=HouseRules,
    sides=opposite_partners,
    check=check,
    lines=lines,
    reason=reason,
    beginning=lambda seats: (frozenset[str](),) * seats,
    remember=rules.remember,
    check_settled_deal=check_settled_deal,
    spelled_out=rules.spelled_out,
    next_dealer=rules.next_dealer,
    progress=rules.progress,
)
