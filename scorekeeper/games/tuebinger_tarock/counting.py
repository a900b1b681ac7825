"""What the piles of a round of Tübinger Tarock come to, the Ski at home."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.core.tarock import ALL_HALF_POINTS, HALVES
from scorekeeper.games.tuebinger_tarock.rules import (
    ALONE,
    EVERYBODY,
    KEPT,
    KEPT_BY_DEALER,
    REMEMBERED,
    SKI_MOVES,
    TOGETHER,
    Counted,
    Raus,
    Ski,
)

TWO_PILES = 2  # of one the half is missing, in the other it is too much


class Count(NamedTuple):
    """Piles in whole points, as they were counted and once the Ski was home.

    *pile* is the number of every seat's pile: two in a Ruf, the caller's first; four in a Raus.
    Where halves told so, *keeper* is the pile without a trick that kept its Ski, and *unpaid* the
    one that won the trick with it.
    """

    pile: tuple[int, ...]
    counted: tuple[int, ...]
    points: tuple[int, ...]
    keeper: int | None = None
    unpaid: int | None = None


def as_counted(observation: Counted) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The number of every seat's pile, and the half points in each."""
    if isinstance(observation, Raus):
        return ALONE, observation.piles
    return TOGETHER[observation.caller, observation.called], (
        observation.points,
        ALL_HALF_POINTS - observation.points,
    )


def counts(observation: Counted, dealer: int) -> tuple[Count, ...]:
    """What the piles can mean, the likeliest first; nothing where halves make no sense."""
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
    """The same piles once the Ski is home."""
    home, there = pile[ski.owner], pile[ski.trick]
    if home == there or ski.last_trick:
        return whole
    moved = list(whole)
    moved[home] += SKI_MOVES
    moved[there] -= SKI_MOVES
    return tuple(moved)


def _kept(pile: tuple[int, ...], halves: tuple[int, ...], keeper: int, unpaid: int) -> Count:
    """The keeper counts half a point less, and whoever was not paid that much more."""
    whole = tuple([(half + (number != keeper)) // HALVES for number, half in enumerate(halves)])
    return Count(pile, whole, whole, keeper, unpaid)


def ski_owners(observation: Counted, count: Count) -> frozenset[int]:
    """Who can have had the Ski, as far as the piles tell."""
    if observation.ski is not None:
        return frozenset((observation.ski.owner,))
    if count.keeper is not None:
        return frozenset(seat for seat in ALONE if count.pile[seat] == count.keeper)
    return EVERYBODY


def half_points_counted(whole: int, pile: int, count: Count) -> int:
    """What a table counted, which may have been half a point more or less than it means."""
    return HALVES * whole + (pile == count.keeper) - (pile == count.unpaid)
