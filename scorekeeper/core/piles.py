"""Whether a pack of cards can be divided into piles of given numbers of cards and points."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

Choice = tuple[int, ...]
PILES_AT_MOST = 4
REMEMBERED = 4096  # answers: a sheet is replayed on every look, and asks the same again


class Pack(NamedTuple):
    """A pack: *counting* are its cards that count, as (points, how many); *blanks* count 0."""

    counting: tuple[tuple[int, int], ...]
    blanks: int


@lru_cache(maxsize=REMEMBERED)
def divides(pack: Pack, cards: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Whether the whole pack can be dealt into up to four piles of these cards and points.

    *cards* and *points* are one number a pile. The answer is exact: every division is looked at.
    """
    every = tuple(how_many for _, how_many in pack.counting)
    whole = (sum(every) + pack.blanks, _points_of(pack, every))
    if (sum(cards), sum(points)) != whole or min(*cards, *points) < 0:
        return False
    padding = (0,) * (PILES_AT_MOST - len(cards))
    return _makes_four(pack, (*cards, *padding), (*points, *padding))


def _makes_four(pack: Pack, cards: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Whether exactly four piles can be made of the points.

    Look at every part of the pack that has the points of the first two piles: they must be able to
    share it, and the other two piles the rest.
    """
    for half in _by_points(pack).get(points[0] + points[1], ()):
        rest = tuple(all_of - some for (_, all_of), some in zip(pack.counting, half, strict=True))
        blanks = cards[0] + cards[1] - sum(half)
        if (
            0 <= blanks <= pack.blanks
            and _is_share(pack, half, blanks, cards[0], points[0])
            and _is_share(pack, rest, pack.blanks - blanks, cards[2], points[2])
        ):
            return True
    return False


@cache
def _by_points(pack: Pack) -> Mapping[int, list[Choice]]:
    """Every choice among the counting cards, as how many of each sort, by its points."""
    choices: dict[int, list[Choice]] = defaultdict(list)
    for choice in product(*(range(how_many + 1) for _, how_many in pack.counting)):
        choices[_points_of(pack, choice)].append(choice)
    return dict(choices)


def _points_of(pack: Pack, choice: Choice) -> int:
    """The points of a choice among the counting cards."""
    return sum(points * some for (points, _), some in zip(pack.counting, choice, strict=True))


def _is_share(pack: Pack, half: Choice, blanks: int, cards: int, points: int) -> bool:
    """Whether a pile of so many *cards* can take so many *points* of this part of the pack."""
    possible = shares(pack, half)[max(0, cards - blanks) : cards + 1]
    return any(share >> points & 1 for share in possible)


@cache
def shares(pack: Pack, part: Choice) -> tuple[int, ...]:
    """What any number of counting cards of a part of the pack can have, from 0 cards on.

    *part* is how many there are of each sort. The points of so many cards are a bit set: bit 7 is
    set where they can make 7.
    """
    by_cards = [1]
    for (points, _), some in zip(pack.counting, part, strict=True):
        more = [0] * (len(by_cards) + some)
        for held, bits in enumerate(by_cards):
            for taken in range(some + 1):
                more[held + taken] |= bits << taken * points
        by_cards = more
    return tuple(by_cards)


def ends(bits: int) -> tuple[int, int]:
    """The lowest and the highest number in a bit set."""
    return (bits & -bits).bit_length() - 1, bits.bit_length() - 1
