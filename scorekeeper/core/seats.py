"""Which seats share a side of the sheet, and seats named more than once."""

from collections.abc import Iterator, Sequence
from functools import cache

from scorekeeper.core.phrases import NamedSeat, Problem

OPPOSITE_SIDES = 2


@cache
def every_seat_alone(seats: int) -> tuple[tuple[int, ...], ...]:
    """The sides of a table where each seat is a column of its own: the seats of each."""
    return tuple((seat,) for seat in range(seats))


@cache
def opposite_partners(seats: int) -> tuple[tuple[int, ...], ...]:
    """The sides of a table where partners sit opposite: seats 0 and 2 against seats 1 and 3."""
    return tuple(tuple(range(side, seats, OPPOSITE_SIDES)) for side in range(OPPOSITE_SIDES))


def side_of(seat: int) -> int:
    """The side (0 or 1) of a seat where partners sit opposite."""
    return seat % OPPOSITE_SIDES


def named_twice(seats: Sequence[int], key: str) -> Iterator[Problem]:
    """What is wrong with the list of seats at *key*: who is in it more than once, lowest first."""
    for seat in sorted({seat for seat in seats if seats.count(seat) > 1}):
        yield Problem("named_twice", {"seat": NamedSeat(seat)}, key)
