"""The plug-in of Klaverjassen."""

from dataclasses import dataclass

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.klaverjassen.form import DealForm
from scorekeeper.games.klaverjassen.game import KLAVERJASSEN
from scorekeeper.games.plugin import GamePlugin, Section

EXAMPLES = (
    {"kind": "played", "maker": 0, "points": [72, 90], "roem": [[20], []]},
    {"kind": "played", "maker": 0, "points": [90, 72], "roem": [[], [20]]},
)
NAT = ("nat", "conceded")  # lines of those who write an N
CARD_POINTS = ("points", "all_points")


@dataclass(frozen=True, slots=True)
class Cell:
    """What a side writes of a deal: card points, all the rest, and whether it is nat or has pit."""

    points: int
    roem: int
    nat: bool
    pit: bool


@dataclass(frozen=True, slots=True)
class Pad:
    """What both sides write, deal by deal."""

    deals: tuple[tuple[Cell, ...], ...]


def paper(ledger: Ledger) -> tuple[Section, ...]:
    """Points and roem of both sides, as they are kept on a pad."""
    sides = range(len(ledger.totals))
    deals = tuple(tuple(_cell(played, side) for side in sides) for played in ledger.rounds)
    return (Section("games/klaverjassen/paper.html", Pad(deals)),)


def _cell(played: LedgerRound, side: int) -> Cell:
    lines = [line for line in played.score.lines if line.side == side]
    codes = {line.code for line in lines}
    points = sum(line.points for line in lines if line.code in CARD_POINTS)
    return Cell(
        points,
        played.score.points[side] - points,
        nat=not codes.isdisjoint(NAT),
        pit="pit" in codes,
    )


PLUGIN = GamePlugin(game=KLAVERJASSEN, forms=(DealForm,), examples=EXAMPLES, paper=paper)
