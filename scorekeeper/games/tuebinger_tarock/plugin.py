"""Tübinger Tarock as a plug-in: its form, and on the page a way to claim Strafen later."""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

from scorekeeper.core import tarock
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.card_values import CardValues, tarock_values
from scorekeeper.games.paper import with_pencil_columns
from scorekeeper.games.plugin import Count, GamePlugin, Section, SideMark
from scorekeeper.games.round_form import Data
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.counting import as_counted
from scorekeeper.games.tuebinger_tarock.form import DealForm
from scorekeeper.games.tuebinger_tarock.game import TUEBINGER_TAROCK
from scorekeeper.games.tuebinger_tarock.readings import settled
from scorekeeper.games.tuebinger_tarock.rules import Misdeal, Observation, Raus, Redeal, Ruf, Tout
from scorekeeper.games.tuebinger_tarock.scoring import outcome

RUF = {"kind": "ruf", "caller": 0, "called": 1}
DOWN = (
    {"seat": 0, "what": "familie"},
    {"seat": 0, "what": "familie"},
    {"seat": 1, "what": "skimon"},
)
EXAMPLES: dict[str, Data] = {
    "ruf": {**RUF, "points": 52},
    "strafen": {**RUF, "points": 39, "strafen": [{"seat": 0, "what": "obere", "count": 4}]},
    "down": {**RUF, "points": 45, "strafen": [*DOWN]},
    "raus_won": {"kind": "raus", "soloist": 0, "piles": [39, 38, 10, 4]},
    "raus": {"kind": "raus", "soloist": 0, "piles": [39, 36, 12, 4], "empty": [3]},
    "tout": {"kind": "tout", "soloist": 3, "tricks": 18},
}


def sections(ledger: Ledger) -> tuple[Section, ...]:
    """The quick way to one more Strafe of the last deal, where it can have any."""
    latest = ledger.last_deal
    if latest is None or latest.problems or not isinstance(latest.round.observation, Ruf | Raus):
        return ()
    return (Section("games/tuebinger_tarock/strafen.html", latest.label),)


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The caller and the called, or who played alone."""
    observation: Observation = played.round.observation
    if isinstance(observation, Redeal | Misdeal):
        return ()
    first, *called = rules.declarers(observation)
    partners = (SideMark(seat, seat, is_partner=True) for seat in called)
    return (SideMark(first, first), *partners)


SHOWN = 52  # points of a side, worked out below the table of a Ruf


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePage:
    """The numbers of the rules, none of which a house rule decides.

    *numbers* and *pack* are the modules that name those of the game and of its cards. *shown* are
    the points of a side that the paragraph about the Ruf works out; *strafen* are all of them with
    their points, of the rows for each card.
    """

    numbers: ClassVar[ModuleType] = rules
    pack: ClassVar[ModuleType] = tarock
    values: ClassVar[CardValues] = tarock_values("honours")
    ruf_points_to_win: int = rules.RUF_ZERO + rules.RUF_TO_WIN
    shown: int = SHOWN
    shown_result: int = SHOWN - rules.RUF_ZERO
    shown_lost: int = (SHOWN - rules.RUF_ZERO) * rules.RUF_LOST_TIMES
    strafen: tuple[tuple[str, int], ...] = tuple(
        (what.value, rules.WORTH.get(what, rules.ROW_EACH)) for what in rules.What
    )


def counts(played: LedgerRound) -> Iterator[Count]:
    """Who called, was called, played alone and won; the Ski saved or lost; what Strafen gave."""
    observation, points = played.round.observation, played.score.points
    if isinstance(observation, Tout):
        soloist, won = observation.soloist, observation.tricks >= rules.TOUT_TRICKS
        yield Count("tout", soloist, won=won, points=points[soloist])
    elif isinstance(observation, Ruf | Raus):
        count = settled(observation, played.table)
        won = outcome(observation, count, played.table.house).won
        first, *called = rules.declarers(observation)
        yield Count("ruf" if called else "raus", first, won=won, points=points[first])
        for seat in called:
            yield Count("called", seat, won=won)
        if observation.ski is not None:
            ski, (pile, _) = observation.ski, as_counted(observation)
            saved = not ski.last_trick or pile[ski.trick] == pile[ski.owner]
            yield Count("ski", ski.owner, won=saved)
        for strafe in observation.strafen:
            yield Count("strafen", strafe.seat, points=strafe.worth)


PLUGIN = GamePlugin(
    game=TUEBINGER_TAROCK,
    forms=(DealForm,),
    examples=EXAMPLES,
    rule_page=lambda house: RulePage(),
    sections=sections,
    paper=with_pencil_columns("tuebinger_tarock.paper.result", "tuebinger_tarock.paper.strafen"),
    marks=marks,
    counts=counts,
    count_codes=("ruf", "called", "raus", "tout", "ski", "strafen"),
)
