"""Whether a pack of cards can be divided into piles of so many cards and points: exactly."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

Choice = tuple[int, ...]
PILES_AT_MOST = 4
REMEMBERED = 4096  # a sheet is replayed on every look, and asks the same again


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: the cards that count, as (points, how many) each, and how many count nothing."""

    counting: tuple[tuple[int, int], ...]
    blanks: int


def divides(pack: Pack, cards: Sequence[int], points: Sequence[int]) -> bool:
    """Whether the whole pack makes up to four piles of so many cards and points each."""
    return _divides(pack, tuple(cards), tuple(points))


@lru_cache(maxsize=REMEMBERED)
def _divides(pack: Pack, cards: tuple[int, ...], points: tuple[int, ...]) -> bool:
    every = tuple(how_many for _, how_many in pack.counting)
    whole = (sum(every) + pack.blanks, _worth(pack, every))
    if (sum(cards), sum(points)) != whole or min(*cards, *points) < 0:
        return False
    padding = (0,) * (PILES_AT_MOST - len(cards))
    return _makes_four(pack, (*cards, *padding), (*points, *padding))


def _makes_four(pack: Pack, cards: tuple[int, ...], points: tuple[int, ...]) -> bool:
    """Two piles share one part of the pack, the other two share the rest."""
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
    """By points: every choice among the counting cards, as how many there are of each."""
    found: dict[int, list[Choice]] = defaultdict(list)
    for choice in product(*(range(how_many + 1) for _, how_many in pack.counting)):
        found[_worth(pack, choice)].append(choice)
    return dict(found)


def _worth(pack: Pack, choice: Choice) -> int:
    return sum(points * some for (points, _), some in zip(pack.counting, choice, strict=True))


def _is_share(pack: Pack, half: Choice, blanks: int, cards: int, points: int) -> bool:
    """Whether one of two piles can have so much of this half of the pack."""
    found = shares(pack, half)[max(0, cards - blanks) : cards + 1]
    return any(share >> points & 1 for share in found)


@cache
def shares(pack: Pack, part: Choice) -> tuple[int, ...]:
    """By number of counting cards taken from this part: the points they can have, as bits.

    The *part* says how many there are of each sort.
    """
    found = [1]
    for (points, _), some in zip(pack.counting, part, strict=True):
        more = [0] * (len(found) + some)
        for held, bits in enumerate(found):
            for taken in range(some + 1):
                more[held + taken] |= bits << taken * points
        found = more
    return tuple(found)
