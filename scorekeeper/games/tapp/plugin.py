"""Tapp as a plug-in: its form, and on the page the way through the closing rounds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.sitting_out import seats_in_play
from scorekeeper.games.card_values import CardValues
from scorekeeper.games.plugin import Count, GamePlugin, Section, SideMark
from scorekeeper.games.round_form import Data
from scorekeeper.games.sitting_out import sitting_out_sections
from scorekeeper.games.tapp import rules
from scorekeeper.games.tapp.form import DealForm
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rules import HouseRules, Observation, Ramsch
from scorekeeper.games.tapp.scoring import is_won

EXAMPLES: dict[str, Data] = {
    "sixty": {"kind": "farbspiel", "declarer": 0, "suit": "clubs", "points": 60},
    "sixty_one": {"kind": "farbspiel", "declarer": 0, "suit": "clubs", "points": 61},
    "rufer": {"kind": "rufer", "declarer": 2, "suit": "hearts", "won": True},
    "bettel": {"kind": "bettel", "declarer": 2, "won": False},
    "jungfer": {"kind": "ramsch", "most": [1], "jungfern": [2]},
}


def sections(ledger: Ledger) -> Sequence[Section]:
    """How far the table is on its way to the end, and who sits out."""
    closing = Section("games/tapp/closing.html", ledger.table)
    ahead = Section("games/tapp/ahead.html", ledger.table, place="below_dealer")
    return (*sitting_out_sections(ledger), ahead, closing)


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """Who played against the others; nobody did in a Ramsch."""
    observation: Observation = played.round.observation
    if isinstance(observation, Ramsch):
        return ()
    return (SideMark(observation.declarer, observation.declarer),)


def counts(played: LedgerRound) -> Iterator[Count]:
    """The game that somebody declared; of a Ramsch who did not pay, and who had no trick."""
    observation: Observation = played.round.observation
    if not isinstance(observation, Ramsch):
        kind = rules.KIND_OF[type(observation)]
        points = played.score.points[observation.declarer]
        yield Count(kind, observation.declarer, won=is_won(observation), points=points)
        return
    playing = seats_in_play(observation, played.table)
    for seat in playing:
        yield Count("ramsch", seat, won=played.score.points[seat] >= 0)
    for seat in rules.jungfern_of(observation, playing):
        yield Count("jungfer", seat)


COUNTING, LUSCHEN, SIX = ("A", "10", "K", "Q", "J"), ("9", "8", "7"), ("6",)


@dataclass(frozen=True, slots=True)
class RulePage:
    """The cards of a suit, the strongest first, and what is dealt; nothing where tables differ.

    *numbers* is the module that names those of the game. *dealt* says, where so many play, how many
    cards each of them gets and how many lie in the Tapp; *ramsch* what is paid to whom, in cents.
    """

    numbers: ClassVar[ModuleType] = rules
    cards: CardValues
    dealt: tuple[tuple[int, int, int], ...]
    ramsch: tuple[tuple[str, int], ...]


def rule_page(house: HouseRules) -> RulePage:
    """The tables for these house rules."""
    is_full = house.deck == rules.FULL_PACK
    blanks = LUSCHEN + SIX * is_full
    worths = (worth for worth, _ in rules.PACK.counting)
    return RulePage(
        cards=(*zip(COUNTING, worths, strict=True), *((card, 0) for card in blanks)),
        dealt=tuple(
            (play, cards, rules.FULL_PACK - play * cards) for play, cards in rules.TRICKS.items()
        )
        * is_full,
        ramsch=(("everybody", house.unit_cents), ("jungfer", house.jungfer)),
    )


PLUGIN = GamePlugin(
    game=TAPP,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    sections=sections,
    marks=marks,
    counts=counts,
    count_codes=(*rules.KINDS, "jungfer"),
)
