"""Tübinger Tarock as a plug-in: its form, and on the page a way to claim Strafen later."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.choices import Sentence
from scorekeeper.games.marks import SideMark
from scorekeeper.games.paper import PaperColumn, RoundTable
from scorekeeper.games.plugin import GamePlugin, Section
from scorekeeper.games.tuebinger_tarock.form import DealForm
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.rule_page import rule_page
from scorekeeper.games.tuebinger_tarock.rules import Observation, Raus, Ruf, Tout

EXAMPLES = {
    "ruf": {"kind": "ruf", "caller": 0, "called": 1, "points": 52},
    "strafen": {
        "kind": "ruf",
        "caller": 0,
        "called": 1,
        "points": 39,
        "strafen": [{"seat": 0, "what": "obere", "count": 4}],
    },
    "down": {
        "kind": "ruf",
        "caller": 0,
        "called": 1,
        "points": 45,
        "strafen": [
            {"seat": 0, "what": "familie"},
            {"seat": 0, "what": "familie"},
            {"seat": 1, "what": "skimon"},
        ],
    },
    "raus_won": {"kind": "raus", "soloist": 0, "piles": [39, 38, 10, 4]},
    "raus": {"kind": "raus", "soloist": 0, "piles": [39, 36, 12, 4], "empty": [3]},
    "tout": {"kind": "tout", "soloist": 3, "tricks": 18},
}


@dataclass(frozen=True, slots=True)
class StrafenPage:
    """The round that Strafen can still be claimed for, until the next one is entered."""

    number: int


def sections(ledger: Ledger) -> tuple[Section, ...]:
    """The quick way to one more Strafe of the latest round, where it can have any."""
    latest = ledger.rounds[-1] if ledger.rounds else None
    if latest is None or latest.problems or not isinstance(latest.round.observation, Ruf | Raus):
        return ()
    return (Section("games/tuebinger_tarock/strafen.html", StrafenPage(latest.number)),)


def paper(ledger: Ledger) -> RoundTable:
    """The rounds as everywhere; before the first, room for what a pencil writes down of each."""
    if ledger.rounds:
        return RoundTable()
    return RoundTable(
        own=(
            PaperColumn(Sentence("tuebinger_tarock.paper.result")),
            PaperColumn(Sentence("tuebinger_tarock.paper.strafen")),
        )
    )


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The caller and the called, or who played alone."""
    observation: Observation = played.round.observation
    if isinstance(observation, Ruf):
        called = SideMark(observation.called, observation.called, is_partner=True)
        return (SideMark(observation.caller, observation.caller), called)
    if isinstance(observation, Raus | Tout):
        return (SideMark(observation.soloist, observation.soloist),)
    return ()


PLUGIN = GamePlugin(
    game=TUEBINGER_TAROCK,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=rule_page,
    sections=sections,
    paper=paper,
    marks=marks,
)
