"""Points turned into money: a stake, and what everybody is up or down by it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from scorekeeper.core.shapes import Whole

STAKE_AT_MOST = 100_000  # cents, and points


@dataclass(frozen=True, slots=True)
class Stake:
    """So many *cents* for every *per* points of difference."""

    cents: Annotated[int, Whole(1, STAKE_AT_MOST)]
    per: Annotated[int, Whole(1, STAKE_AT_MOST)]

    def worth(self, difference: int) -> int:
        """What a difference in points is worth in cents, a fraction of a cent dropped."""
        return abs(difference) * self.cents // self.per


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive rounds with the same people: those of every side, and the points of every side.

    All sides have equally many people.
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


def balances_of(stretches: Iterable[Stretch], stake: Stake) -> dict[str, int]:
    """What everybody is up (above 0) or down in cents; it adds up to 0.

    Every two sides settle their difference in every stretch by themselves: each person of the
    losing side pays one of the winning side.
    """
    found: dict[str, int] = {}
    for stretch in stretches:
        for people in stretch.sides:
            for person in people:
                found.setdefault(person, 0)
        sides = zip(stretch.sides, stretch.points, strict=True)
        for (one, points), (other, others) in combinations(sides, 2):
            cents = stake.worth(points - others)
            winners, losers = (one, other) if points > others else (other, one)
            for winner, loser in zip(winners, losers, strict=True):
                found[winner] += cents
                found[loser] -= cents
    return found
