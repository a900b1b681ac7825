"""The game of Tübinger Tarock, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.checks import check
from scorekeeper.games.tuebinger_tarock.rules import HouseRules
from scorekeeper.games.tuebinger_tarock.scoring import lines, reason

TUEBINGER_TAROCK: Game[Any, HouseRules] = Game(
    slug="tuebinger_tarock",
    seat_counts=(rules.SEATS,),
    kinds=rules.KINDS,
    house=HouseRules,
    check=check,
    lines=lines,
    reason=reason,
    next_dealer=rules.next_dealer,
)
