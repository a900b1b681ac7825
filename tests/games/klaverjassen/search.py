"""Which points real cards allow beside roem: every way in which the melds can lie is laid out.

It knows nothing of the program. A laid-out deal is two masks of 32 cards: those that the melds of
either side need. Three suits are alike, so deals that differ only by which is which are laid once.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from tests.games.klaverjassen.real_cards import DECK, LAST_TRICK, RANKS, card_points, melds_of

TRUMP = DECK[0][0]  # the suit of the first eight cards
BYTE = len(RANKS)
EVERY_CARD = (1 << len(DECK)) - 1

Melds = tuple[int, ...]
Laid = tuple[int, int]


@cache
def needs(four_jacks: int, four_low: int) -> dict[Melds, frozenset[int]]:
    """By what is written of one trick: the fewest cards that allow it, as masks."""
    house = {"four_jacks": four_jacks, "four_low": four_low}
    found: dict[Melds, set[int]] = {}
    for count in (2, 3, 4):
        for places in combinations(range(len(DECK)), count):
            mask = sum(1 << place for place in places)
            for melds in writings([DECK[place] for place in places], house):
                known = found.setdefault(melds, set())
                if not any(known_mask & mask == known_mask for known_mask in known):
                    known.add(mask)
    return {melds: frozenset(masks) for melds, masks in found.items()}


def writings(cards: list[tuple[str, str]], house: dict[str, Any]) -> set[Melds]:
    """Everything that a table may write of these cards; it may overlook some of it."""
    lies = [sorted(melds_of(cards, TRUMP, house, apart)) for apart in (False, True)]
    return {
        some for melds in lies for count in (1, 2) for some in combinations(melds, count) if some
    }


def tricks_for(melds: Melds) -> Iterator[list[Melds]]:
    """Every way to share out what a side wrote over tricks: a stuk may lie beside a sequence."""
    yield [(meld,) for meld in melds]
    for meld in (20, 50):
        rest = list(melds)
        if 20 in rest and rest.count(meld) > (meld == 20):
            rest.remove(20)
            rest.remove(meld)
            yield [(20, meld), *((other,) for other in rest)]


def alike(laid: Laid) -> Laid:
    """The same deal for all that differ only by which of the three suits is which."""
    suits = sorted(tuple(side >> BYTE * suit & 255 for side in laid) for suit in (1, 2, 3))
    own, others = (
        (laid[side] & 255) | sum(suits[at][side] << BYTE * (at + 1) for at in range(3))
        for side in (0, 1)
    )
    return own, others


def laid_out(own: list[Melds], others: list[Melds], can: dict[Melds, frozenset[int]]) -> set[Laid]:
    """Every deal in which these tricks lie with the two sides."""
    deals = {(0, 0)}
    for side, tricks in enumerate((own, others)):
        for melds in tricks:
            deals = {
                alike((first | mask, second) if side == 0 else (first, second | mask))
                for first, second in deals
                for mask in can.get(melds, ())
                if not mask & (first | second)
            }
    return deals


def totals(roem: tuple[Melds, Melds], four_jacks: int = 200, four_low: int = 0) -> frozenset[int]:
    """Every number of points that side 0 can have beside this roem."""
    can = needs(four_jacks, four_low)
    found: set[int] = set()
    for own in tricks_for(roem[0]):
        for others in tricks_for(roem[1]):
            if len(own) + len(others) <= len(DECK) // 4:
                for deal in laid_out(own, others, can):
                    found |= totals_of(deal, len(own), 8 - len(others))
    return frozenset(found)


def worth_of(mask: int) -> list[int]:
    return [card_points(card, TRUMP) for place, card in enumerate(DECK) if mask >> place & 1]


def totals_of(laid: Laid, fewest: int, most: int) -> frozenset[int]:
    held = worth_of(laid[0])
    rest = worth_of(EVERY_CARD & ~(laid[0] | laid[1]))
    return totals_beside(sum(held), len(held), tuple(sorted(rest)), fewest, most)


@cache
def totals_beside(
    points: int, cards: int, rest: tuple[int, ...], fewest: int, most: int
) -> frozenset[int]:
    """Side 0 holds so many cards and points, and any of the rest: *fewest* to *most* tricks."""
    sums = sums_by_count(rest)
    found: set[int] = set()
    for tricks in range(fewest, most + 1):
        more = 4 * tricks - cards
        reached = {points + each for each in sums[more]} if 0 <= more <= len(rest) else set()
        found |= {each + LAST_TRICK for each in reached} if tricks > 0 else set()
        found |= reached if tricks < 8 else set()
    return frozenset(found)


@cache
def sums_by_count(values: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    sums: list[set[int]] = [{0}, *(set() for _ in values)]
    for value in values:
        for count in range(len(values), 0, -1):
            sums[count] |= {below + value for below in sums[count - 1]}
    return tuple(map(frozenset, sums))
