"""Points by agreement: a kind of round that every game has and no game knows.

It is the way out of everything that no rule foresees: a penalty the table invented, a deal that
nobody could count any more, an evening carried over from paper. Source: the section on the sheet
file of the rules, which is the same for every game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.phrases import Amount, Line, Problem
from scorekeeper.core.shapes import Text, Whole

AGREED = "agreed"
"""The word of this kind in files, and the code of its lines."""

POINTS_AT_MOST = 1_000_000  # for or against a side; cents where the points are money
REASON_LENGTH = 200

AgreedPoints = Annotated[int, Whole(-POINTS_AT_MOST, POINTS_AT_MOST)]
Reason = Annotated[str, Text(REASON_LENGTH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """The *points* of every side as the table agreed, and *why* in its own words.

    With *deal* they stand for a deal: the deal moves on and counts. Without it they stand beside
    the deals, and leave number, dealer and progress as they are.
    """

    points: tuple[AgreedPoints, ...]
    why: Reason
    deal: bool = False


def is_beside_deals(observation: object) -> bool:
    """Whether a round is no deal, but points that stand beside the deals."""
    return isinstance(observation, Agreed) and not observation.deal


def agreed_problems(agreed: Agreed, sides: int, *, sums_to_zero: bool) -> Iterator[Problem]:
    """Why these points cannot stand at a table of so many *sides*."""
    total = sum(agreed.points)
    if len(agreed.points) != sides:
        yield Problem("list_length", {"count": sides}, "points")
    elif sums_to_zero and total:
        yield Problem("agreed_sum", {"given": Amount(total)}, "points")


def agreed_lines(agreed: Agreed) -> Iterator[Line]:
    """One line for each side that gets or loses something."""
    for side, points in enumerate(agreed.points):
        if points:
            yield Line(side, points, "agreed", {"why": agreed.why})
