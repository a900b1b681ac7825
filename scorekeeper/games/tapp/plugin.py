"""Tapp as a plug-in: its form, and on the page the way through the closing rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.marks import SideMark
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.round_form import Data
from scorekeeper.games.sitting_out import sitting_out_sections
from scorekeeper.games.tapp.closing import Stage
from scorekeeper.games.tapp.form import DealForm
from scorekeeper.games.tapp.game import TAPP
from scorekeeper.games.tapp.rule_page import rule_page
from scorekeeper.games.tapp.rules import Observation, Ramsch

EXAMPLES: dict[str, Data] = {
    "sixty": {"kind": "farbspiel", "declarer": 0, "suit": "clubs", "points": 60},
    "sixty_one": {"kind": "farbspiel", "declarer": 0, "suit": "clubs", "points": 61},
    "rufer": {"kind": "rufer", "declarer": 2, "suit": "hearts", "won": True},
    "bettel": {"kind": "bettel", "declarer": 2, "won": False},
    "jungfer": {"kind": "ramsch", "most": [1], "jungfern": [2]},
}


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """How far the table is on its way to the end.

    The seat that deals next, who has dealt a forced Ramsch, and how many of these are to come.
    """

    stage: Stage
    dealer: int
    dealt: tuple[bool, ...]
    forced_left: int
    finished: bool


def sections(ledger: Ledger) -> Sequence[Section]:
    """How far the table is on its way to the end, and who sits out."""
    table, past = ledger.table, ledger.table.past
    dealt = tuple(seat in past.dealt for seat in range(table.seats))
    page = ClosingPage(past.stage, table.dealer, dealt, dealt.count(False), ledger.finished)
    closing = Section("games/tapp/closing.html", page)
    ahead = Section("games/tapp/ahead.html", page, below_dealer=True)
    return (*sitting_out_sections(table, past.out), ahead, closing)


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """Who played against the others; nobody did in a Ramsch."""
    observation: Observation = played.round.observation
    if isinstance(observation, Ramsch):
        return ()
    return (SideMark(observation.declarer, observation.declarer),)


PLUGIN = GamePlugin(
    game=TAPP,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    sections=sections,
    marks=marks,
)
