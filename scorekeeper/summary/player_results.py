"""What everybody took away from a sheet: points that follow the person, and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from scorekeeper.core.ledger import Ledger
from scorekeeper.files.sheet import Sheet
from scorekeeper.summary.stretches import points_by_person, stretches


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
    played = tuple(stretches(sheet, ledger))
    is_draw = not played or len(ledger.leaders) == len(played[-1].sides)
    won = [] if is_draw else [played[-1].sides[side] for side in ledger.leaders]
    return PlayerResults(points_by_person(played), frozenset(chain.from_iterable(won)))
