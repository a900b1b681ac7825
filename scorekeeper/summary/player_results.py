"""What everybody took away from a sheet: points that follow the person, and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """By name the *points* of everybody who played, in the unit of the sheet, and the *winners*.

    Nobody has won a draw of all sides.
    """

    points: Mapping[str, int]
    winners: frozenset[str]


def player_results(sheet: Sheet, ledger: Ledger) -> PlayerResults:
    """The results of a sheet so far.

    Everybody who sat at a seat has what its side wrote in that round; a side that leads was won
    by those who sat there in the last round.
    """
    sides = sheet.game.sides(len(sheet.players))
    points: dict[str, int] = {}
    before, last = (0,) * len(sides), sheet.players
    seated = zip(sheet.seated, ledger.rounds, strict=False)
    for players, stretch in groupby(seated, key=lambda pair: pair[0]):
        *_, (_, played) = stretch
        for side, start, after in zip(sides, before, played.totals, strict=True):
            for seat in side:
                points[players[seat]] = points.get(players[seat], 0) + after - start
        before, last = played.totals, players
    won = ledger.leaders if len(ledger.leaders) < len(sides) else ()
    return PlayerResults(points, frozenset(last[seat] for side in won for seat in sides[side]))
