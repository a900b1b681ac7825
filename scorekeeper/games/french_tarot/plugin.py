"""French Tarot as a plug-in: its form, and on the page who sits out."""

from collections.abc import Sequence

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.french_tarot.form import DealForm
from scorekeeper.games.french_tarot.game import FRENCH_TAROT
from scorekeeper.games.french_tarot.rules import Evening, Observation, Passed
from scorekeeper.games.marks import SideMark
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.sitting_out import sitting_out_sections

EXAMPLES = (
    {"kind": "played", "taker": 0, "contract": "garde", "bouts": 2, "points": 52},
    {
        "kind": "played",
        "taker": 0,
        "contract": "garde",
        "bouts": 2,
        "points": 49,
        "petit_au_bout": "attack",
    },
    {
        "kind": "played",
        "taker": 1,
        "contract": "petite",
        "bouts": 1,
        "points": 47,
        "poignees": [{"seat": 0, "size": "simple"}],
    },
)


def sections(ledger: Ledger) -> Sequence[Section]:
    """Who sits out, where there is one player more than seats."""
    evening: Evening = ledger.table.past
    return sitting_out_sections(ledger.table, evening.out)


def paper(ledger: Ledger) -> tuple[Section, ...]:
    """The rounds as everywhere; an empty sheet has room for the result and the bonuses."""
    return (Section("games/french_tarot/paper.html", None),)


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
    sections=sections,
    paper=paper,
    marks=marks,
)
