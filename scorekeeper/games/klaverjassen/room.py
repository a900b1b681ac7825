"""The room of Klaverjassen."""

from scorekeeper.games.klaverjassen.form import DealForm
from scorekeeper.games.klaverjassen.rules import KLAVERJASSEN
from scorekeeper.games.room import Room

ROOM = Room(game=KLAVERJASSEN, forms=(DealForm,))
