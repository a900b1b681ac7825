"""The game of Klaverjassen, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.seats import opposite_partners
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.checks import check
from scorekeeper.games.klaverjassen.rules import HouseRules
from scorekeeper.games.klaverjassen.scoring import lines, reason

KLAVERJASSEN: Game[Any, HouseRules] = Game(
    slug="klaverjassen",
    seat_counts=(rules.PLAYERS,),
    kinds=rules.KINDS,
    house=HouseRules,
    sides=opposite_partners,
    check=check,
    lines=lines,
    reason=reason,
    progress=rules.progress,
)
