"""Half points in the piles of Tübinger Tarock, and the Ski that explains them.

Every trick has four cards, so only a Ski that went home without a card in return leaves halves: its
owner's side had no trick, or no card of 0.5 in its tricks.
"""

from functools import cache
from itertools import combinations_with_replacement, product

from scorekeeper.core.phrases import HalfPoints, NamedSeats, Problem, Values
from scorekeeper.core.tarock import HALVES, HONOUR, HONOURS, JACK, KNIGHT, PLAIN, QUEEN, SUITS
from scorekeeper.games.tuebinger_tarock.counting import as_counted
from scorekeeper.games.tuebinger_tarock.pile_points import KEPT, KEPT_BY_DEALER
from scorekeeper.games.tuebinger_tarock.rules import ALONE, TRICK_CARDS, TWO_PILES, Counted, Raus

BESIDE_SKI = HONOURS - 1  # four kings, the 21 and the Einser
PICTURES = (QUEEN, KNIGHT, JACK)  # that may be laid


def halves_problem(observation: Counted, dealer: int) -> Problem:
    """Why these half points cannot be, where no Ski kept without a trick explains them."""
    if observation.ski is not None:
        return Problem("halves_before_exchange", field="ski")
    field = "piles" if isinstance(observation, Raus) else "points"
    pile, halves = as_counted(observation)
    odd = [number for number, half in enumerate(halves) if half % HALVES]
    for number in odd if len(odd) == TWO_PILES else ():
        if halves[number] in unpayable(laid=number == pile[dealer]):
            seats = tuple(seat for seat in ALONE if pile[seat] == number)
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
def unpayable(*, laid: bool) -> frozenset[int]:
    """The half points of the Ski beside whole tricks without any card of 0.5.

    Such a side has nothing to give for its Ski; nor has one without any trick, which is among them.
    *laid*: the dealer's two cards lie there as well.
    """
    laid_pairs = tuple(combinations_with_replacement((PLAIN, *PICTURES), 2)) if laid else ((),)
    counts = (range(BESIDE_SKI + 1), *(range(SUITS + 1) for _ in PICTURES))
    return frozenset(
        HONOUR + HONOUR * honours + _worth(pictures) + sum(pair)
        for honours, *pictures in product(*counts)
        for pair in laid_pairs
        if (honours + sum(pictures)) % TRICK_CARDS == 0
        and all(
            SUITS - pair.count(each) >= held for each, held in zip(PICTURES, pictures, strict=True)
        )
    )


def _worth(pictures: list[int]) -> int:
    return sum(each * held for each, held in zip(PICTURES, pictures, strict=True))
