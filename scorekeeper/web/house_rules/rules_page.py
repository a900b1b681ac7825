"""The rules of a game in words, with the house rules of a table marked and worked examples."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Round
from scorekeeper.core.ledger import replay
from scorekeeper.core.stake import Stake
from scorekeeper.files.reading import round_of
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.house_rule_messages import stake_text
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.web.house_rules.fields import Switch, switches
from scorekeeper.web.shared.rounds import Sum, sum_page

PLAYERS = ("Anna", "Bert", "Clara", "Dirk", "Eva", "Fritz")


@dataclass(frozen=True, slots=True)
class Example:
    """A worked round: what happened, what it shows ("" where nothing is said), and its worth."""

    reason: str
    told: str
    sum: Sum


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game; *house* are the table's, of which those in *differs* are not usual.

    *tables* are the numbers that the game's own page has in tables, under these house rules.
    *stake* says what points are worth in money, "" where nothing was agreed; *back* is the address
    of the page before.
    """

    name: str
    house: Any
    tables: Any
    switches: tuple[Switch, ...]
    differs: frozenset[str]
    stake: str
    examples: tuple[Example, ...]
    back: str

    def label_of(self, name: str) -> str:
        """What the house rule of this name is called."""
        return next(switch.label for switch in self.switches if switch.name == name)


def rules_page(
    plugin: GamePlugin,
    house: Any,
    seats: int,
    messages: Messages,
    back: str,
    stake: Stake | None = None,
) -> RulesPage:
    """The page for a table of so many *seats* under these house rules, and with this stake."""
    game = plugin.game
    chosen = record_of(game.house).write(house)
    return RulesPage(
        name=messages.text(f"{game.slug}.name"),
        house=house,
        tables=plugin.rule_page(house),
        switches=switches(game, chosen, messages),
        differs=frozenset(chosen),
        stake="" if stake is None else stake_text(stake, messages),
        examples=tuple(_example(plugin, name, house, seats, messages) for name in plugin.examples),
        back=back,
    )


def _example(plugin: GamePlugin, name: str, house: Any, seats: int, messages: Messages) -> Example:
    game = plugin.game
    dealt: Round[Any] | None = round_of(plugin.examples[name], game, seats, [])
    if dealt is None:
        raise ValueError(f"an example of {game.slug} is no round at a table of {seats}")
    (played,) = replay(game, game.first_table(seats, house, seats - 1), [dealt]).rounds
    names = Names.at(game, house, PLAYERS[:seats])
    reason = messages.reason(game, dealt.observation, played.table, names)
    told = f"{game.slug}.rules.example.{name}"
    return Example(
        reason,
        messages.text(told) if messages.has(told) else "",
        sum_page(played.score, game.slug, names, messages),
    )
