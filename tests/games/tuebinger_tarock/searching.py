"""Whether four piles of a Raus can be: searched for card by card, without the program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product

SEATS = range(4)
TRICKS = 19
Heap = tuple[int, int, int, int]  # kings and 21, queens, knights, jacks
ALL_HONOURS: Heap = (7, 4, 4, 4)  # Ski and Einser among them
POOL: Heap = (5, 4, 4, 4)  # beside those two
ABOVE: Heap = (8, 6, 4, 2)  # half points above a plain card
PLAIN = 59
LAID: list[Heap] = [
    (0, cards.count(1), cards.count(2), cards.count(3))
    for cards in combinations_with_replacement((None, 1, 2, 3), 2)
]


@dataclass(frozen=True)
class Pile:
    """A pile to be made: half points from at least so many tricks, Ski or Einser in them."""

    halves: int
    special: int = 0
    tricks: int = 0
    empty: bool = False


@cache
def heaps(above: int) -> list[Heap]:
    """Every choice of counting cards that is worth so much above plain ones."""
    ranges = [range(most + 1) for most in ALL_HONOURS]
    return [
        (kings, queens, knights, jacks)
        for kings, queens, knights, jacks in product(*ranges)
        if 8 * kings + 6 * queens + 4 * knights + 2 * jacks == above
    ]


def ways(pile: Pile) -> Iterator[tuple[int, Heap]]:
    """How many tricks it can be, and the counting cards in them."""
    for tricks in range(pile.tricks, TRICKS + 1):
        cards = 4 * tricks - pile.special
        rest = pile.halves - 9 * pile.special - cards
        if rest < 0 or cards < 0 or (pile.empty and (rest or tricks > 3)):
            continue
        for heap in heaps(rest):
            if sum(heap) <= cards:
                yield tricks, heap


def less(left: Heap, heap: Heap) -> Heap | None:
    rest = tuple(a - b for a, b in zip(left, heap, strict=True))
    return None if min(rest) < 0 else rest  # type: ignore[return-value]


def can_lie(piles: Sequence[Pile], left: Heap, tricks: int = TRICKS) -> bool:
    """Whether the piles can be made of what is left, the smallest first."""
    return _can_lie(tuple(sorted(piles, key=lambda pile: pile.halves)), left, tricks)


@cache
def _can_lie(piles: tuple[Pile, ...], left: Heap, tricks: int) -> bool:
    if not piles:
        return not any(left) and not tricks
    for won, heap in ways(piles[0]):
        rest = less(left, heap)
        if rest is not None and won <= tricks and _can_lie(piles[1:], rest, tricks - won):
            return True
    return False


@dataclass(frozen=True)
class Raus:
    """What a table tells of one; points in halves, *fate* is what became of whose Einser."""

    dealer: int
    soloist: int
    piles: tuple[int, ...]
    empty: tuple[int, ...] = ()
    ski: tuple[int, int, bool] | None = None
    fate: tuple[str, int] | None = None
    skimon: int | None = None
    kept: int | None = None


@dataclass(frozen=True)
class Fall:
    """How Ski and Einser fell: whose they were, who won them; in the last trick; in one trick?"""

    owner: int
    there: int
    last: bool
    einser: int
    fell: int
    einser_last: bool
    together: bool


@cache
def falls() -> list[Fall]:
    found = []
    for owner, there, last, einser, fell, einser_last in product(
        SEATS, SEATS, (False, True), SEATS, SEATS, (False, True)
    ):
        if last and einser_last:
            choices: tuple[bool, ...] = (True,) if there == fell else ()
        elif last or einser_last or there != fell:
            choices = (False,)
        else:
            choices = (False, True)
        found += [
            Fall(owner, there, last, einser, fell, einser_last, together)
            for together in choices
            if not (together and owner == einser)  # one player, one card to a trick
        ]
    return found


def fits(told: Raus, fall: Fall) -> bool:
    """Whether that is what the table tells."""
    if told.ski is not None and told.ski != (fall.owner, fall.there, fall.last):
        return False
    if told.kept is not None and (fall.owner != told.kept or fall.there == told.kept or fall.last):
        return False
    if told.skimon is not None and not fall.owner == fall.einser == told.skimon:
        return False
    if told.fate is None:
        return True
    what, seat = told.fate
    opponents = (fall.fell == told.soloist) != (seat == told.soloist)
    return (
        fall.einser == seat
        and {
            "fein": fall.fell == seat and fall.einser_last,
            "einser_gefasst": opponents and not fall.einser_last,
            "einser_fein_gefasst": opponents and fall.einser_last,
        }[what]
    )


def physical(told: Raus, fall: Fall) -> Iterator[tuple[list[int], int | None]]:
    """The piles before the Ski went home, and who had no trick to pay for it with."""
    if told.ski is not None:
        if not any(half % 2 for half in told.piles):
            yield list(told.piles), told.kept
        return
    if fall.owner == fall.there or fall.last:
        yield list(told.piles), None
        return
    for moved in (8, 9):  # kept without a trick it is counted as 4 or as 4.5
        piles = list(told.piles)
        piles[fall.owner] -= moved
        piles[fall.there] += moved
        yield piles, fall.owner
        if moved == 8 and told.kept is None:
            yield piles, None


def needed(told: Raus, fall: Fall, seat: int, halves: int) -> Pile | None:
    """The pile of one player, without what was laid; None where the Einser spoils it."""
    ski, einser, top = fall.there == seat, fall.fell == seat, told.skimon == seat
    if seat in told.empty and (einser or top):
        return None
    tricks = ski + einser - (ski and einser and fall.together) + top
    return Pile(halves, ski + einser + top, tricks, seat in told.empty)


def sum_could_be(dealer: int, piles: Sequence[int]) -> bool:
    """Whether four piles can be so many half points, wherever Ski and Einser lie."""
    for laid in LAID:
        worth = 2 + sum(n * each for n, each in zip(laid, ABOVE, strict=True))
        own = [half - worth * (seat == dealer) for seat, half in enumerate(piles)]
        left = less(ALL_HONOURS, laid)
        if left is not None and min(own) >= 0 and can_lie([Pile(half) for half in own], left):
            return True
    return False


def could_be(told: Raus) -> bool:
    """Whether the cards can fall so."""
    if sum(told.piles) != 182:
        return False
    return any(
        _fell(told, fall, tuple(piles), trickless)
        for fall in falls()
        if fits(told, fall)
        for piles, trickless in physical(told, fall)
        if min(piles) >= 0
    )


def _fell(told: Raus, fall: Fall, piles: tuple[int, ...], trickless: int | None) -> bool:
    for laid in LAID:
        worth = 2 + sum(n * each for n, each in zip(laid, ABOVE, strict=True))
        own = [half - worth * (seat == told.dealer) for seat, half in enumerate(piles)]
        if min(own) < 0 or (trickless is not None and own[trickless]):
            continue
        wanted = [needed(told, fall, seat, half) for seat, half in enumerate(own)]
        left = less(POOL, laid)
        if left is not None and told.skimon is not None:
            left = less(left, (1, 0, 0, 0))  # the 21 wins its trick, and no other card of its hand
        if left is None or None in wanted:
            continue
        if can_lie([pile for pile in wanted if pile is not None], left):
            return True
    return False
