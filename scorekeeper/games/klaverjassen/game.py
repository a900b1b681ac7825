"""The game of Klaverjassen, put together."""

from typing import Any

from scorekeeper.core.game import Game, opposite_partners
from scorekeeper.games.klaverjassen.refusals import check
from scorekeeper.games.klaverjassen.rules import PLAYERS, Conceded, House, Played, Renege, progress
from scorekeeper.games.klaverjassen.worth import reason, score

KLAVERJASSEN: Game[Any, House] = Game(
    slug="klaverjassen",
    seat_counts=(PLAYERS,),
    kinds={"played": Played, "conceded": Conceded, "renege": Renege},
    house=House,
    sides=opposite_partners,
    check=check,
    score=score,
    reason=reason,
    progress=progress,
)
