"""The printed sheet of Tafferand: the square of its 24 games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.paper import SUM, OwnTable
from scorekeeper.games.tafferand import rules

CELL_SHARE = 0.215  # of the width of the paper
Points = tuple[int | None, ...]  # of both sides; None where nothing is written yet
EMPTY: Points = (None,) * rules.SIDES


@dataclass(frozen=True, slots=True)
class Cell:
    """What both sides wrote in a game of a Spielmacher, and its index among the rounds."""

    points: Points = EMPTY
    index: int | None = None


class PaperSquare(NamedTuple):
    """What both sides wrote in every game of every Spielmacher, and below it what that adds up to.

    A row per game, in it a cell per seat. *beside* are the indexes of the rounds that belong in no
    cell. *signs* stand for the sides.
    """

    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    sums: tuple[Points, ...]
    beside: tuple[int, ...]
    signs: tuple[str, ...] = ("I", "II")


def paper(ledger: Ledger) -> OwnTable:
    """The square as it is kept on paper, with what happened below the points."""
    written = {
        _place(played): Cell(played.score.points, played.number - 1) for played in ledger.scored
    }
    cells = tuple(
        tuple(written.get((kind, seat), Cell()) for seat in range(rules.PLAYERS))
        for kind in rules.KINDS
    )
    inside = {cell.index for cell in written.values()}
    square = PaperSquare(
        rows=tuple(zip(rules.KINDS, cells, strict=True)),
        sums=tuple(_sum([row[seat].points for row in cells]) for seat in range(rules.PLAYERS)),
        beside=tuple(at for at in range(len(ledger.rounds)) if at not in inside),
    )
    below = (tuple(cell.index for cell in row if cell.index is not None) for row in cells)
    return OwnTable(
        template="games/tafferand/paper.html",
        values=square,
        told=(*below, *((at,) for at in square.beside)),
        told_share=CELL_SHARE,
        skipped=1,
        fixed_rows=len(rules.KINDS),
        heads_players=True,
        head_share=CELL_SHARE,
        number_share=CELL_SHARE / rules.SIDES,
        around=2 * SUM,
    )


def _place(played: LedgerRound) -> tuple[str, int]:
    declarer = rules.declarer_of(played.round.observation, played.table)
    return rules.KIND_OF[type(played.round.observation)], declarer


def _sum(column: Sequence[Points]) -> Points:
    """What each side wrote in a column; nothing where nothing is written yet."""
    written = [points for points in column if points != EMPTY]
    return tuple(sum(value or 0 for value in side) for side in zip(*written, strict=True)) or EMPTY
