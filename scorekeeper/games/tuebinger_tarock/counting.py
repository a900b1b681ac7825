"""The points of the piles of a round of Tübinger Tarock after the exchange of the Ski."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.core.piles import REMEMBERED
from scorekeeper.core.tarock import ALL_HALF_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock.pile_points import KEPT, KEPT_BY_DEALER
from scorekeeper.games.tuebinger_tarock.rules import (
    ALONE,
    EVERYBODY,
    SKI_MOVES,
    TOGETHER,
    TWO_PILES,
    Counted,
    Raus,
    Ski,
    named_keeper,
)


class Count(NamedTuple):
    """One way to read the piles that a table counted.

    - `pile`: by seat, the number of its pile; in a Ruf 0 is that of the caller's side and 1 that of
      the opponents, in a Raus every seat has its own;
    - `counted`: by pile, the whole points as they were counted;
    - `points`: the same after the exchange of the Ski;
    - `keeper`: the pile without a trick that kept its Ski, where half points show that there is
      one; `unpaid` is then the pile that won the trick with it and was given no card.
    """

    pile: tuple[int, ...]
    counted: tuple[int, ...]
    points: tuple[int, ...]
    keeper: int | None = None
    unpaid: int | None = None


def as_counted(observation: Counted) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By seat the number of its pile, and by pile the half points, as the table counted."""
    if isinstance(observation, Raus):
        return ALONE, observation.piles
    return TOGETHER[observation.caller, observation.called], (
        observation.points,
        ALL_HALF_POINTS - observation.points,
    )


def counts(observation: Counted, dealer: int) -> tuple[Count, ...]:
    """Every way to read the piles, the likeliest first.

    More than one where either of two piles with half points may have kept the Ski; none where no
    Ski explains the half points.
    """
    pile, halves = as_counted(observation)
    return _counts(pile, halves, observation.ski, pile[dealer])


@lru_cache(maxsize=REMEMBERED)
def _counts(
    pile: tuple[int, ...], halves: tuple[int, ...], ski: Ski | None, laid: int
) -> tuple[Count, ...]:
    whole = tuple([half // HALVES for half in halves])
    odd = [number for number, half in enumerate(halves) if half % HALVES]
    if not odd:
        return (Count(pile, whole, whole if ski is None else _moved(whole, pile, ski)),)
    if len(odd) != TWO_PILES or ski is not None:
        return ()
    first, second = sorted(odd, key=lambda number: halves[number])
    return tuple(
        _kept(pile, halves, keeper, unpaid)
        for keeper, unpaid in ((first, second), (second, first))
        if halves[keeper] in (KEPT_BY_DEALER if keeper == laid else (KEPT,))
    )


def _moved(whole: tuple[int, ...], pile: tuple[int, ...], ski: Ski) -> tuple[int, ...]:
    """The piles after the exchange: 4 points move to its owner's, but not from the last trick."""
    home, there = pile[ski.owner], pile[ski.trick]
    if home == there or ski.last_trick:
        return whole
    moved = list(whole)
    moved[home] += SKI_MOVES
    moved[there] -= SKI_MOVES
    return tuple(moved)


def _kept(pile: tuple[int, ...], halves: tuple[int, ...], keeper: int, unpaid: int) -> Count:
    """The keeper's pile counts half a point less, the one that was not paid half a point more."""
    whole = tuple([(half + (number != keeper)) // HALVES for number, half in enumerate(halves)])
    return Count(pile, whole, whole, keeper, unpaid)


def ski_owners(observation: Counted, count: Count) -> frozenset[int]:
    """The seats that can have had the Ski, as far as the exchange, names or half points show."""
    if observation.ski is not None:
        return frozenset((observation.ski.owner,))
    kept = named_keeper(observation)
    if kept is not None:
        return frozenset((kept,))
    if count.keeper is not None:
        return frozenset(seat for seat in ALONE if count.pile[seat] == count.keeper)
    return EVERYBODY


def half_points_counted(observation: Counted, pile: int) -> int:
    """The half points that the table counted in a pile."""
    _, halves = as_counted(observation)
    return halves[pile]
