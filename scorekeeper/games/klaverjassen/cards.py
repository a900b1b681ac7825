"""Which card points a side can have beside the roem that was written: every division of 32 cards.

Each meld lies in a trick of the side that wrote it; the other cards of its tricks can be any. Roem
that lay in a trick but was not written is lost, so nothing follows from what is not written. How
cards were followed and trumped is not asked: what is impossible here, no play can have made.

A suit is looked at by itself, since a sequence lies in one suit; only four alike lie across them.
Sets of numbers are the bits of an integer: bit *p* of the answer says that side 0 can have *p*.
Within the search the number of its cards stands in front: bit `cards * ROW + points`.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from scorekeeper.core.piles import REMEMBERED
from scorekeeper.games.klaverjassen import rules
from scorekeeper.games.klaverjassen.rules import HouseRules

ROW = rules.ALL_POINTS  # bits: the cards alone, without the last trick, count less
ROW_BITS = (1 << ROW) - 1
RANKS = tuple(rules.PLAIN_CARDS)  # in the order of sequences; a mask of ranks has a bit for each
IN_SUIT = (20, 50, rules.SHORT_STUK, rules.LONG_STUK)  # the melds of one suit
DIGIT_BITS = 4  # no side writes more than nine melds
NOBODY = (0, 0)

Written = int
"""How often each side wrote each meld of one suit, in digits: to add two of them adds the melds."""

Both = tuple[int, int]
"""A mask of ranks or a number for each side."""

Found = dict[tuple[Written, Both], int]
"""By what is written and how many tricks of each side hold two melds: the cards and points."""


@lru_cache(maxsize=REMEMBERED)
def possible_points(roem: rules.Roem, house: HouseRules) -> int:
    """The card points that side 0 can have beside this roem, as bits; 0 if it cannot lie there.

    The roem is such as one pack allows at first sight: four jacks once, melds of this table.
    """
    wanted = sum(_once(meld, side) for side in range(rules.SIDES) for meld in roem[side])
    reached = 0
    for taken in _fours_taken(roem, house):
        for apart, cards in _cards_beside(wanted, taken):
            own, others = (len(roem[side]) - apart[side] for side in range(rules.SIDES))
            reached |= _points(cards, own, others)
    return reached


def _points(cards: int, own: int, others: int) -> int:
    """The points of whole tricks, at least *own* and so many that *others* are left."""
    reached = 0
    for tricks in range(own, rules.TRICKS - others + 1):
        points = cards >> tricks * rules.CARDS_A_TRICK * ROW & ROW_BITS
        reached |= points << rules.LAST_TRICK if tricks else 0
        reached |= points if tricks < rules.TRICKS else 0
    return reached


def _cards_beside(wanted: Written, taken: Both) -> Iterator[tuple[Both, int]]:
    """Side 0's cards where four alike lie in the ranks *taken*; and which tricks hold two melds."""
    plain = _plain_suits(taken)
    for (written, apart), cards in _suit(taken, is_trump=True).items():
        # Where more is written than wanted, a digit borrows: 12 or more, which no suits write.
        rest = plain.get((wanted - written, NOBODY))
        if rest:
            yield apart, _sums(cards, rest)


def _fours_taken(roem: rules.Roem, house: HouseRules) -> Iterator[Both]:
    """Every choice of ranks for the four alike of both sides, as masks."""
    alike = [1 << RANKS.index(rank) for rank in rules.ranks_alike(rules.FOUR_ALIKE, house)]
    jacks = [(1 << RANKS.index("J")) * (rules.FOUR_JACKS in melds) for melds in roem]
    for own in combinations(alike, roem[0].count(rules.FOUR_ALIKE)):
        left = [rank for rank in alike if rank not in own]
        for others in combinations(left, roem[1].count(rules.FOUR_ALIKE)):
            yield sum(own) | jacks[0], sum(others) | jacks[1]


# ---- Numbers that hold several -----------------------------------------------------------------


def _once(meld: int, side: int) -> Written:
    if meld not in IN_SUIT:
        return 0
    return 1 << DIGIT_BITS * (rules.SIDES * IN_SUIT.index(meld) + side)


def _sums(first: int, second: int) -> int:
    """Every sum of a number in *first* and a number in *second*, all as bits."""
    fewer, more = sorted((first, second), key=int.bit_count)
    sums = 0
    while fewer:
        lowest = fewer & -fewer
        sums |= more * lowest
        fewer ^= lowest
    return sums


# ---- One suit, and three of them ---------------------------------------------------------------


@cache
def _plain_suits(taken: Both) -> Found:
    """The three suits that are no trumps."""
    suit = _suit(taken, is_trump=False)
    return _together(_together(suit, suit), suit)


def _together(first: Found, second: Found) -> Found:
    by_melds: Found = {}
    for ((one, _), cards), ((other, _), more) in product(first.items(), second.items()):
        key = (one + other, NOBODY)
        by_melds[key] = by_melds.get(key, 0) | _sums(cards, more)
    return by_melds


@cache
def _suit(taken: Both, *, is_trump: bool) -> Found:
    """One suit: its cards in *taken* are with those four alike, the others anywhere."""
    points = tuple((rules.TRUMP_CARDS if is_trump else rules.PLAIN_CARDS).values())
    by_melds: Found = {}
    for written, apart, held in _layouts(_melds_of_suit(is_trump), 0, NOBODY, taken):
        free = ~(held[0] | held[1])
        cards = _sums(_cards(held[0], points), _choices(free, points))
        by_melds[written, apart] = by_melds.get((written, apart), 0) | cards
    return by_melds


Meld = tuple[Written, Both, int, int]  # what it writes, whether apart, its side, its ranks


def _layouts(
    melds: Sequence[Meld], written: Written, apart: Both, held: Both
) -> Iterator[tuple[Written, Both, Both]]:
    """Every choice of melds that share no card with each other or with what is *held* already."""
    yield written, apart, held
    for place, (writes, adds, side, ranks) in enumerate(melds):
        if not ranks & (held[0] | held[1]):
            now = (held[0] | ranks, held[1]) if side == 0 else (held[0], held[1] | ranks)
            both = (apart[0] + adds[0], apart[1] + adds[1])
            yield from _layouts(melds[place + 1 :], written + writes, both, now)


@cache
def _melds_of_suit(is_trump: bool) -> tuple[Meld, ...]:
    """Every meld that can lie in one suit, once for each side.

    Three with the stuk write 40, or 20 and 20 in one trick where a table writes the stuk apart, or
    20 alone where nobody saw the stuk; four likewise.
    """
    stuk = sum(1 << RANKS.index(rank) for rank in ("K", "Q"))
    melds: list[Meld] = []
    for side, cards in product(range(rules.SIDES), rules.SEQUENCES):
        worth, apart = rules.SEQUENCES[cards], (int(side == 0), int(side == 1))
        for start in range(len(RANKS) - cards + 1):
            ranks = ((1 << cards) - 1) << start
            melds.append((_once(worth, side), NOBODY, side, ranks))
            if is_trump and ranks & stuk == stuk:
                melds.append((_once(worth + rules.STUK, side), NOBODY, side, ranks))
                melds.append((_once(worth, side) + _once(rules.STUK, side), apart, side, ranks))
    if is_trump:
        melds += [(_once(rules.STUK, side), NOBODY, side, stuk) for side in range(rules.SIDES)]
    return tuple(melds)


def _cards(ranks: int, points: Sequence[int]) -> int:
    """These cards together, as a single bit."""
    held = [worth for place, worth in enumerate(points) if ranks >> place & 1]
    return 1 << len(held) * ROW + sum(held)


@cache
def _choices(ranks: int, points: Sequence[int]) -> int:
    """Any of these cards: how many, and what they count together."""
    choices = 1
    for place, worth in enumerate(points):
        if ranks >> place & 1:
            choices |= choices << ROW + worth
    return choices
