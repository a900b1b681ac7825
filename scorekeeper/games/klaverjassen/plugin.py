"""Klaverjassen as a plug-in: its examples, its form and its printed sheet."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.core.phrases import Line
from scorekeeper.core.seats import side_of
from scorekeeper.games.klaverjassen.form import DealForm
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.klaverjassen.rules import SIDES, Conceded, Observation, Renege
from scorekeeper.games.klaverjassen.scoring import is_made
from scorekeeper.games.marks import SideMark, Tag
from scorekeeper.games.plugin import GamePlugin, Section

EXAMPLES = (
    {"kind": "played", "maker": 0, "points": [72, 90], "roem": [[20], []]},
    {"kind": "played", "maker": 0, "points": [90, 72], "roem": [[], [20]]},
)
NAT = ("nat", "conceded")  # codes of the lines of those who write an N
CARD_POINTS = ("points", "all_points")


Texts = tuple[tuple[str, ...], ...]  # round by round, what stands in the column of each side


@dataclass(frozen=True, slots=True)
class Pad:
    """What both sides write of every deal: card points, and roem with everything else."""

    points: Texts
    roem: Texts


def paper(ledger: Ledger) -> tuple[Section, ...]:
    """Points and roem of both sides, as they are kept on a pad."""
    sides = range(len(ledger.totals))
    pad = Pad(
        points=tuple(tuple(_points(played, side) for side in sides) for played in ledger.rounds),
        roem=tuple(tuple(_roem(played, side) for side in sides) for played in ledger.rounds),
    )
    return (Section("games/klaverjassen/paper.html", pad),)


def _lines(played: LedgerRound, side: int) -> tuple[Line, ...]:
    return tuple(line for line in played.score.lines if line.side == side)


def _card_points(played: LedgerRound, side: int) -> int:
    return sum(line.points for line in _lines(played, side) if line.code in CARD_POINTS)


def _points(played: LedgerRound, side: int) -> str:
    """The card points of a side; N if it is nat. Of points by agreement, all of them."""
    if played.is_agreed:
        return str(played.score.points[side]).replace("-", "−")
    is_nat = any(line.code in NAT for line in _lines(played, side))
    return "N" if is_nat else str(_card_points(played, side))


def _roem(played: LedgerRound, side: int) -> str:
    """Everything else that a side writes, behind a P if it has pit; empty for nothing."""
    if played.is_agreed:
        return ""
    roem = played.score.points[side] - _card_points(played, side)
    has_pit = any(line.code == "pit" for line in _lines(played, side))
    return " ".join(["P"] * has_pit + [str(roem)] * bool(roem))


def marks(played: LedgerRound) -> tuple[SideMark, ...]:
    """The maker and trumps at the makers' side, and at either side how the deal went for it."""
    observation: Observation = played.round.observation
    tags = tuple(_tags(played, side) for side in range(SIDES))
    makers = side_of(observation.maker)
    made = SideMark(makers, observation.maker, observation.trump, tags=tags[makers])
    others = tags[1 - makers]
    return (made, SideMark(1 - makers, tags=others)) if others else (made,)


def _tags(played: LedgerRound, side: int) -> tuple[Tag, ...]:
    observation: Observation = played.round.observation
    if isinstance(observation, Renege):
        return (Tag("renege", strong=True),) if side == observation.side else ()
    is_maker = side == side_of(observation.maker)
    if isinstance(observation, Conceded):
        return (Tag("conceded", strong=True),) if is_maker else ()
    is_nat = is_maker and not is_made(observation, played.table.house)
    pit = (Tag("pit"),) if observation.pit == side else ()
    return (*pit, *((Tag("nat", strong=True),) if is_nat else ()))


PLUGIN = GamePlugin(
    game=KLAVERJASSEN, forms=(DealForm,), examples=EXAMPLES, paper=paper, marks=marks
)
