"""The room of Klaverjassen."""

from scorekeeper.games.klaverjassen.form import DealForm
from scorekeeper.games.klaverjassen.rules import KLAVERJASSEN
from scorekeeper.games.room import Room

EXAMPLES = (
    {"kind": "played", "maker": 0, "points": [72, 90], "roem": [[20], []]},
    {"kind": "played", "maker": 0, "points": [90, 72], "roem": [[], [20]]},
)

ROOM = Room(game=KLAVERJASSEN, forms=(DealForm,), examples=EXAMPLES)
