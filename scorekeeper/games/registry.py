"""Every game of the program, in the order in which they are offered."""

from typing import Any

from scorekeeper.core.game import Game
from scorekeeper.games.french_tarot.plugin import PLUGIN as FRENCH_TAROT
from scorekeeper.games.klaverjassen.plugin import PLUGIN as KLAVERJASSEN
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.games.tafferand.plugin import PLUGIN as TAFFERAND
from scorekeeper.games.tapp.plugin import PLUGIN as TAPP
from scorekeeper.games.tuebinger_tarock.plugin import PLUGIN as TUEBINGER_TAROCK

PLUGINS: dict[str, GamePlugin] = {
    plugin.game.slug: plugin
    for plugin in (KLAVERJASSEN, TAFFERAND, TAPP, TUEBINGER_TAROCK, FRENCH_TAROT)
}
GAMES: dict[str, Game[Any, Any]] = {slug: plugin.game for slug, plugin in PLUGINS.items()}
