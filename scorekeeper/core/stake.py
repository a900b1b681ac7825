"""Points turned into money: a stake, and what everybody is up or down by it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Annotated, NamedTuple

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

    def drops_fraction(self, difference: int) -> bool:
        """Whether a difference in points is worth a fraction of a cent that is dropped."""
        return abs(difference) * self.cents % self.per != 0


class Stretch(NamedTuple):
    """Consecutive rounds with the same people: those of every side, and the points of every side.

    All sides have equally many people.
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]


class SettledPair(NamedTuple):
    """How two sides settle a stretch: each of *losers* pays the one of *winners* in its place.

    *difference* is that of their points, never below 0, *cents* what each pays for it.
    """

    winners: tuple[str, ...]
    losers: tuple[str, ...]
    difference: int
    cents: int


def settled_pairs(stretch: Stretch, stake: Stake) -> Iterator[SettledPair]:
    """How every two sides settle their difference in a stretch; two that are even pay nothing."""
    sides = zip(stretch.sides, stretch.points, strict=True)
    for (one, points), (other, others) in combinations(sides, 2):
        difference = abs(points - others)
        winners, losers = (other, one) if points < others else (one, other)
        yield SettledPair(winners, losers, difference, stake.worth(difference))


def balances_of(stretches: Iterable[Stretch], stake: Stake) -> dict[str, int]:
    """What everybody is up (above 0) or down in cents; it adds up to 0.

    Every two sides settle their difference in every stretch by themselves: each person of the
    losing side pays one of the winning side.
    """
    balances: dict[str, int] = {}
    for stretch in stretches:
        for person in chain.from_iterable(stretch.sides):
            balances.setdefault(person, 0)
        for pair in settled_pairs(stretch, stake):
            for winner, loser in zip(pair.winners, pair.losers, strict=True):
                balances[winner] += pair.cents
                balances[loser] -= pair.cents
    return balances
