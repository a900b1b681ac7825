"""Where the names at the ends of a chart's lines stand, and how much of them."""

from collections.abc import Sequence
from unicodedata import east_asian_width

ELLIPSIS = "…"
# Widths in hundredths of the font size, at least those of the usual fonts of phones and computers.
NARROW, USUAL, CAPITAL, BROAD = 42, 63, 75, 105
NARROW_LETTERS = frozenset(" !'()*,-./:;I[]fijlrt|’‐")
BROAD_LETTERS = frozenset("%&@MWmw—…")


def heights_apart(wanted: Sequence[int], distance: int, low: int, high: int) -> tuple[int, ...]:
    """The heights nearest to those *wanted* that lie so far apart, between *low* and *high*.

    They keep their order; of equal ones the first comes first. They move as little as possible, by
    the sum of squares. Where *high* leaves no room for all of them, the last ones lie beyond it.
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    # Less the distances in front of it, each only has to be no lower than the one before: where
    # they are not, they share their mean.
    blocks: list[tuple[int, int]] = []  # sum and count
    for rank, place in enumerate(order):
        total, count = wanted[place] - rank * distance, 1
        while blocks and blocks[-1][0] * count >= total * blocks[-1][1]:
            before = blocks.pop()
            total, count = total + before[0], count + before[1]
        blocks.append((total, count))
    means = [total // count for total, count in blocks for _ in range(count)]
    highest = high - (len(wanted) - 1) * distance
    found = [0] * len(wanted)
    for rank, place in enumerate(order):
        found[place] = max(low, min(means[rank], highest)) + rank * distance
    return tuple(found)


def fitting(name: str, room: int) -> str:
    """The name, or as much of it as fits into so many hundredths of the font size."""
    if sum(map(_width, name)) <= room:
        return name
    left = room - _width(ELLIPSIS)
    for place, letter in enumerate(name):
        left -= _width(letter)
        if left < 0:
            return name[:place].rstrip() + ELLIPSIS
    return name


def _width(letter: str) -> int:
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in BROAD_LETTERS or east_asian_width(letter) in "WF":
        return BROAD
    return USUAL if letter.islower() else CAPITAL
