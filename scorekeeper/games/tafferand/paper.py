"""The printed sheet of Tafferand: the square of its 24 games."""

from typing import NamedTuple

from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.games.paper import SUM, OwnTable
from scorekeeper.games.tafferand import rules

CELL_SHARE = 0.215  # of the width of the paper
Cells = tuple[LedgerRound | None, ...]  # the games of a row or column; None where one is to come


class PaperSquare(NamedTuple):
    """Every game of every Spielmacher, and below it what both sides wrote in these, if anything.

    A row per game, in it a cell per seat. *beside* are the indexes of the rounds that belong in no
    cell. *signs* stand for the sides.
    """

    rows: tuple[tuple[str, Cells], ...]
    sums: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]
    signs: tuple[str, ...] = ("I", "II")


def paper(ledger: Ledger) -> OwnTable:
    """The square as it is kept on paper, with what happened below the points."""
    written = {_place(played): played for played in ledger.scored}
    cells = [
        tuple(written.get((kind, seat)) for seat in range(rules.PLAYERS)) for kind in rules.KINDS
    ]
    inside = {played.number for played in written.values()}
    square = PaperSquare(
        rows=tuple(zip(rules.KINDS, cells, strict=True)),
        sums=tuple(map(_sum, zip(*cells, strict=True))),
        beside=tuple(at for at in range(len(ledger.rounds)) if at + 1 not in inside),
    )
    below = (tuple(cell.number - 1 for cell in row if cell is not None) for row in cells)
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


def _sum(column: Cells) -> tuple[int, ...]:
    """What each side wrote in a column; empty where nothing is written yet."""
    written = [played.score.points for played in column if played is not None]
    return tuple(map(sum, zip(*written, strict=True)))
