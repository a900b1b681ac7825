"""What the piles of a round of Tübinger Tarock mean, and who has won."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.tuebinger_tarock.rules import (
    ALONE,
    RUF_TO_WIN,
    RUF_ZERO,
    Added,
    Counted,
    HouseRules,
    Raus,
    Ruf,
    Tie,
)


class Outcome(NamedTuple):
    """How a game ended, in whole points.

    - `own`: the points of the declaring side;
    - `terms`: the piles of the opponents that count: in a Ruf the one of both, in a Raus that of
      the best opponent and then the empty ones added to it;
    - `best`, `added`: in a Raus, the seats of these piles.
    """

    won: bool
    own: int
    terms: tuple[int, ...]
    best: int | None = None
    added: tuple[int, ...] = ()

    @property
    def theirs(self) -> int:
        """All points of the opponents that count."""
        return sum(self.terms)


def outcome(observation: Counted, points: Sequence[int], house: HouseRules) -> Outcome:
    """How the game ended, from the whole points of the piles after the exchange of the Ski.

    A Ruf is won with 46 points, a Raus with more than the best opponent and the empty piles added
    to it; the house rules decide a tie in a Raus, and how many piles may be added.
    """
    if isinstance(observation, Ruf):
        own, theirs = points
        return Outcome(own - RUF_ZERO >= RUF_TO_WIN, own, (theirs,))
    own, opponents = (
        points[observation.soloist],
        [seat for seat in ALONE if seat != observation.soloist],
    )
    most = max(points[seat] for seat in opponents)
    tied = [seat for seat in opponents if points[seat] == most]
    added = max(
        (_added(observation, best, points, house) for best in tied), key=lambda some: some[0]
    )
    _, best, others = added
    terms = (points[best], *(points[seat] for seat in others))
    won = own > sum(terms) or (own == sum(terms) and house.raus_tie is Tie.WON)
    return Outcome(won, own, terms, best, others)


def _added(
    observation: Raus, best: int, points: Sequence[int], house: HouseRules
) -> tuple[int, int, tuple[int, ...]]:
    """What opponent *best* has with the empty piles of others; then *best* and those seats."""
    others = [seat for seat in sorted(observation.empty) if seat != best and points[seat]]
    if house.raus_add is Added.ONE:
        others = sorted(others, key=lambda seat: -points[seat])[:1]
    return points[best] + sum(points[seat] for seat in others), best, tuple(others)
