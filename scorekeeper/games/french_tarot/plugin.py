"""French Tarot as a plug-in: its form, and on the page who sits out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import ClassVar

from scorekeeper.core import tarock
from scorekeeper.core.ledger import LedgerRound
from scorekeeper.core.sitting_out import seats_in_play
from scorekeeper.games.card_values import CardValues, tarock_values
from scorekeeper.games.french_tarot import rules
from scorekeeper.games.french_tarot.form import DealForm
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import HouseRules, Observation, Passed
from scorekeeper.games.paper import with_pencil_columns
from scorekeeper.games.plugin import Count, GamePlugin, SideMark
from scorekeeper.games.round_form import Data
from scorekeeper.games.sitting_out import sitting_out_sections

GARDE = {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2}
PETITE = {"kind": "played", "taker": 1, "contract": "petite"}
EXAMPLES: dict[str, Data] = {
    "garde": {**GARDE, "points": 52},
    "exact": {**PETITE, "bouts": 3, "points": 36},
    "sans": {"kind": "played", "taker": 2, "contract": "garde_sans", "bouts": 2, "points": 31},
    "petit": {**GARDE, "points": 49, "petit_au_bout": "attack"},
    "poignee": {**PETITE, "bouts": 1, "points": 47, "poignees": [{"seat": 0, "size": "simple"}]},
    "chelem": {**GARDE, "bouts": 3, "points": 80, "chelem": {"announced": True}},
}


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The taker, and at a table of five their partner."""
    observation: Observation = played.round.observation
    if isinstance(observation, Passed):
        return ()
    taker, partner = observation.taker, observation.partner
    with_taker = () if partner is None else (SideMark(partner, partner, is_partner=True),)
    return (SideMark(taker, taker), *with_taker)


def counts(played: LedgerRound) -> Iterator[Count]:
    """The contract of the taker by its bouts, the partner, and the bonuses of whoever had them."""
    observation: Observation = played.round.observation
    if isinstance(observation, Passed):
        return
    above = rules.above_target(rules.counted(observation), observation.bouts)
    made, taker = above >= 0, observation.taker
    yield Count(observation.contract, taker, won=made, points=played.score.points[taker])
    yield Count(f"bouts_{observation.bouts}", taker, won=made)
    if observation.partner is not None:
        yield Count("called", observation.partner, won=made)
    for seat in seats_in_play(observation, played.table):
        is_attack = seat in (taker, observation.partner)
        camp = rules.Camp.ATTACK if is_attack else rules.Camp.DEFENCE
        if observation.petit_au_bout is camp:
            yield Count("petit_au_bout", seat)
        if observation.every_trick_by is camp:
            yield Count("chelem", seat)
    for poignee in observation.poignees:
        yield Count("poignee", poignee.seat)


DISTANCES = (0, 10, 20)  # from what the attack needs, as the table of payments shows them
PAID = {
    contract: tuple((rules.BASE + distance) * factor for distance in DISTANCES)
    for contract, factor in rules.FACTORS.items()
}
SHARES = {playing: playing - (3 if playing == rules.WITH_PARTNER else 1) for playing in rules.HANDS}
BONUSES = (
    *((size.value, worth) for size, worth in rules.POIGNEES.items()),
    ("announced", rules.CHELEM_ANNOUNCED),
    ("chelem", rules.CHELEM),
    ("missed", -rules.CHELEM_MISSED),
    ("against", -rules.CHELEM_AGAINST),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePage:
    """The numbers of the rules; the house rules decide *trumps_shown*.

    *numbers* and *pack* are the modules that name those of the game and of its cards. *shares* are
    by the number of players: how many of the defenders' payments the taker gets; alone against four
    it is *alone*. *paid* is what every defender pays by contract, at each of the *distances* from
    what the attack needs; *trumps_shown* those of each poignée for every number of players.
    """

    trumps_shown: Mapping[rules.Size, tuple[int, ...]]
    numbers: ClassVar[ModuleType] = rules
    pack: ClassVar[ModuleType] = tarock
    shares: ClassVar[Mapping[int, int]] = SHARES
    paid: ClassVar[Mapping[rules.Contract, tuple[int, ...]]] = PAID
    values: ClassVar[CardValues] = tarock_values("bouts")
    bonuses: tuple[tuple[str, int], ...] = BONUSES
    distances: tuple[int, ...] = DISTANCES
    alone: int = rules.WITH_PARTNER - 1
    exchanged: int = tarock.EXCHANGED // tarock.HALVES


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    trumps_shown = {
        size: tuple(house.trumps_by_size(playing)[size] for playing in rules.HANDS)
        for size in rules.Size
    }
    return RulePage(trumps_shown=MappingProxyType(trumps_shown))


PLUGIN = GamePlugin(
    game=FRENCH_TAROT,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    sections=sitting_out_sections,
    paper=with_pencil_columns(
        "french_tarot.paper.bouts", "french_tarot.paper.result", "french_tarot.paper.bonus"
    ),
    marks=marks,
    counts=counts,
    count_codes=(
        *rules.Contract,
        *(f"bouts_{bouts}" for bouts in range(rules.BOUTS + 1)),
        *("called", "petit_au_bout", "poignee", "chelem"),
    ),
)
