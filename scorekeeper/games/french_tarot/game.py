"""The game of French Tarot, put together."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.core.sitting_out import house_problems, with_out_named
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.french_tarot.checks import check
from scorekeeper.games.french_tarot.rules import HouseRules
from scorekeeper.games.french_tarot.scoring import lines, reason

FRENCH_TAROT: Game[Any, HouseRules] = Game(
    slug="french_tarot",
    seat_counts=rules.SEAT_COUNTS,
    kinds=rules.KINDS,
    house=HouseRules,
    check=check,
    lines=lines,
    reason=reason,
    check_house=house_problems,
    beginning=lambda seats: 0,
    remember=rules.remember,
    spelled_out=with_out_named,
    progress=rules.progress,
)
