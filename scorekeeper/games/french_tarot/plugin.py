"""French Tarot as a plug-in: its form, and on the page who sits out."""

from collections.abc import Sequence

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.choices import Sentence
from scorekeeper.games.french_tarot.form import DealForm
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rule_page import rule_page
from scorekeeper.games.french_tarot.rules import Evening, Observation, Passed
from scorekeeper.games.marks import SideMark
from scorekeeper.games.paper import PaperColumn, RoundTable
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.sitting_out import sitting_out_sections

EXAMPLES = {
    "garde": {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 52},
    "exact": {"kind": "played", "taker": 1, "contract": "petite", "bouts": 3, "points": 36},
    "sans": {"kind": "played", "taker": 2, "contract": "garde_sans", "bouts": 2, "points": 31},
    "petit": {
        "kind": "played",
        "taker": 0,
        "contract": "garde",
        "bouts": 2,
        "points": 49,
        "petit_au_bout": "attack",
    },
    "poignee": {
        "kind": "played",
        "taker": 1,
        "contract": "petite",
        "bouts": 1,
        "points": 47,
        "poignees": [{"seat": 0, "size": "simple"}],
    },
    "chelem": {
        "kind": "played",
        "taker": 0,
        "contract": "garde",
        "bouts": 3,
        "points": 80,
        "chelem": {"announced": True},
    },
}


def sections(ledger: Ledger) -> Sequence[Section]:
    """Who sits out, where there is one player more than seats."""
    evening: Evening = ledger.table.past
    return sitting_out_sections(ledger.table, evening.out)


def paper(ledger: Ledger) -> RoundTable:
    """The rounds as everywhere; before the first, room for what a pencil writes down of each."""
    if ledger.rounds:
        return RoundTable()
    return RoundTable(
        own=(
            PaperColumn(Sentence("french_tarot.paper.bouts")),
            PaperColumn(Sentence("french_tarot.paper.result")),
            PaperColumn(Sentence("french_tarot.paper.bonus")),
        )
    )


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The taker, and at a table of five their partner."""
    observation: Observation = played.round.observation
    if isinstance(observation, Passed):
        return ()
    taker, partner = observation.taker, observation.partner
    with_taker = () if partner is None else (SideMark(partner, partner, is_partner=True),)
    return (SideMark(taker, taker), *with_taker)


PLUGIN = GamePlugin(
    game=FRENCH_TAROT,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    sections=sections,
    paper=paper,
    marks=marks,
)
