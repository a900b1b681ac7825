"""The points of the piles of a round of Tübinger Tarock, by what lies in them and by the Ski.

Every trick has four cards, so only a Ski that went home without a card in return leaves halves: its
owner's side had no trick, or no card of 0.5 in its tricks.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

from scorekeeper.core.phrases import HalfPoints, NamedSeats, Problem, Values
from scorekeeper.core.piles import REMEMBERED, Pack, shares
from scorekeeper.core.tarock import (
    ALL_HALF_POINTS,
    HALVES,
    HONOUR,
    HONOURS,
    JACK,
    KNIGHT,
    PLAIN,
    QUEEN,
    SUITS,
)
from scorekeeper.games.tuebinger_tarock import rules
from scorekeeper.games.tuebinger_tarock.rules import Counted, Raus, Ski

# The fewest whole points of a pile without laid cards, by what lies in it.
SKI_ALONE = rules.SKI_MOVES  # kept without a trick
ONE_HONOUR = (HONOUR + 3 * PLAIN) // HALVES  # the Ski or the Einser in a trick of plain cards
TWO_HONOURS = (2 * HONOUR + 2 * PLAIN) // HALVES  # both in one trick, or the Ski gone home
TWO_APART = 2 * ONE_HONOUR
A_TRICK = 2
NO_SUCH_POINTS = 1  # less than a trick, and more than none
LAID_LEAST, LAID_MOST = 1, 7  # what two laid cards count: plain ones, or two queens
LAID_POINTS = range(LAID_LEAST, LAID_MOST + 1)
KEPT_WITH_LAID = range(SKI_ALONE + LAID_LEAST, SKI_ALONE + LAID_MOST + 1)
KEPT = HONOUR  # half points of a side without a trick that kept its Ski
KEPT_BY_DEALER = range(KEPT + HALVES * LAID_LEAST, KEPT + HALVES * LAID_MOST + 1, HALVES)
EMPTY = frozenset((0, 2, 4, 6))  # at most three tricks of plain cards
EMPTY_WITH_SKI = frozenset((4, 6, 8, 10))  # the 4 without a trick
LAID_ABOVE = range(LAID_MOST - LAID_LEAST + 1)  # what laid pictures can add to plain laid cards
BESIDE_SKI = HONOURS - 1  # four kings, the 21 and the Einser
PICTURES = (QUEEN, KNIGHT, JACK)  # that may be laid
PACK = Pack(((HONOUR, BESIDE_SKI), *((card, SUITS) for card in PICTURES)), 0)  # without plain cards


class Count(NamedTuple):
    """One way to read the piles that a table counted.

    - `pile`: by seat, the number of its pile; in a Ruf 0 is that of the caller's side and 1 that of
      the opponents, in a Raus every seat has its own;
    - `halves`: by pile, the half points as they were counted;
    - `counted`: the whole points of these;
    - `points`: the same after the exchange of the Ski;
    - `laid`: the pile of the dealer, with the cards that were laid;
    - `keeper`: the pile without a trick that kept its Ski, where half points show that there is
      one; `unpaid` is then the pile that won the trick with it and was given no card.
    """

    pile: tuple[int, ...]
    halves: tuple[int, ...]
    counted: tuple[int, ...]
    points: tuple[int, ...]
    laid: int
    keeper: int | None = None
    unpaid: int | None = None


def as_counted(observation: Counted) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By seat the number of its pile, and by pile the half points, as the table counted."""
    if isinstance(observation, Raus):
        return rules.ALONE, observation.piles
    own, points = rules.declarers(observation), observation.points
    return tuple([int(seat not in own) for seat in rules.ALONE]), (points, ALL_HALF_POINTS - points)


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
    count = Count(pile, halves, whole, whole, laid)
    odd = [number for number, half in enumerate(halves) if half % HALVES]
    if not odd:
        return (count if ski is None else count._replace(points=_moved(whole, pile, ski)),)
    if len(odd) != rules.TWO_PILES or ski is not None:
        return ()
    return tuple(
        _kept(count, keeper, unpaid)
        for keeper, unpaid in permutations(sorted(odd, key=halves.__getitem__))
        if halves[keeper] in (KEPT_BY_DEALER if keeper == laid else (KEPT,))
    )


def _moved(whole: tuple[int, ...], pile: tuple[int, ...], ski: Ski) -> tuple[int, ...]:
    """The piles after the exchange: 4 points move to its owner's, but not from the last trick."""
    home, there = pile[ski.owner], pile[ski.trick]
    if home == there or ski.last_trick:
        return whole
    moved = list(whole)
    moved[home] += rules.SKI_MOVES
    moved[there] -= rules.SKI_MOVES
    return tuple(moved)


def _kept(count: Count, keeper: int, unpaid: int) -> Count:
    """The keeper's pile counts half a point less, the one that was not paid half a point more."""
    halves = enumerate(count.halves)
    whole = tuple([(half + (number != keeper)) // HALVES for number, half in halves])
    return count._replace(counted=whole, points=whole, keeper=keeper, unpaid=unpaid)


def ski_owners(observation: Counted, count: Count) -> frozenset[int]:
    """The seats that can have had the Ski, as far as the exchange, names or half points show."""
    if observation.ski is not None:
        return frozenset((observation.ski.owner,))
    if observation.kept is not None:
        return frozenset((observation.kept,))
    if count.keeper is not None:
        return frozenset(seat for seat in rules.ALONE if count.pile[seat] == count.keeper)
    return frozenset(rules.ALONE)


def trickless(observation: Raus, count: Count) -> Iterator[int]:
    """The seats that cannot have made a trick: by a kept Ski, or by less than a trick counts."""
    for seat in rules.ALONE:
        least = A_TRICK + LAID_LEAST * (seat == count.laid)
        if seat in (count.keeper, observation.kept) or count.counted[seat] < least:
            yield seat


# ---- Half points that no Ski explains ------------------------------------------------------------


def halves_problem(observation: Counted, dealer: int) -> Problem:
    """Why these half points cannot be, where no Ski kept without a trick explains them."""
    if observation.ski is not None:
        return Problem("halves_before_exchange", field="ski")
    field = observation.counted_at
    pile, halves = as_counted(observation)
    odd = [number for number, half in enumerate(halves) if half % HALVES]
    for number in odd if len(odd) == rules.TWO_PILES else ():
        if unpayable(laid=number == pile[dealer]) >> halves[number] & 1:
            seats = tuple(seat for seat in rules.ALONE if pile[seat] == number)
            values: Values = {
                "seats": NamedSeats(seats),
                "count": len(seats),
                "half_points": HalfPoints(halves[number]),
            }
            return Problem("exchange_impossible", values, field)
    return no_such_halves(field)


def no_such_halves(field: str) -> Problem:
    """The problem of half points that no Ski explains; it says which half points are possible."""
    laid = {"low": HalfPoints(min(KEPT_BY_DEALER)), "high": HalfPoints(max(KEPT_BY_DEALER))}
    return Problem("no_such_halves", {"kept": HalfPoints(KEPT), **laid}, field)


@cache
def unpayable(*, laid: bool) -> int:
    """The half points of the Ski beside whole tricks without any card of 0.5, as a bit set.

    Such a side has nothing to give for its Ski; nor has one without any trick, which is among them.
    *laid*: the dealer's two cards lie there as well.
    """
    possible = 0
    for pair in combinations_with_replacement((PLAIN, *PICTURES), 2) if laid else ((),):
        left = (BESIDE_SKI, *(SUITS - pair.count(card) for card in PICTURES))
        for half_points in shares(PACK, left)[:: rules.TRICK_CARDS]:
            possible |= half_points << HONOUR + sum(pair)
    return possible
