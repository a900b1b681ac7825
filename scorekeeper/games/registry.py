"""The menu: one line per game whose room is complete."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.games.french_tarot.room import ROOM as FRENCH_TAROT
from scorekeeper.games.klaverjassen.room import ROOM as KLAVERJASSEN
from scorekeeper.games.room import Room
from scorekeeper.games.tafferand.room import ROOM as TAFFERAND
from scorekeeper.games.tapp.room import ROOM as TAPP
from scorekeeper.games.tuebinger_tarock.room import ROOM as TUEBINGER_TAROCK

ROOMS: dict[str, Room] = {
    room.game.slug: room for room in (KLAVERJASSEN, TAFFERAND, TAPP, TUEBINGER_TAROCK, FRENCH_TAROT)
}
GAMES: dict[str, Game[Any, Any]] = {slug: room.game for slug, room in ROOMS.items()}
