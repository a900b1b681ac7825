"""Names at the lines of a chart: none upon another."""

from itertools import pairwise, product

import pytest

from scorekeeper.summary.chart import heights_apart

DISTANCE, HIGH = 10, 40


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ((), ()),
        ((7,), (7,)),
        ((0, 40), (0, 40)),
        ((40, 0), (40, 0)),
        ((20, 20), (15, 25)),
        ((20, 24), (17, 27)),
        ((0, 0), (0, 10)),
        ((40, 40, 40), (20, 30, 40)),
        ((0, 12, 14), (0, 10, 20)),
        ((14, 30, 12), (18, 30, 8)),
        ((40, 0, 0, 0, 0), (40, 0, 10, 20, 30)),
    ],
)
def test_heights_are_pushed_apart(wanted: tuple[int, ...], found: tuple[int, ...]) -> None:
    assert heights_apart(wanted, DISTANCE, 0, HIGH) == found


@pytest.mark.parametrize("count", [2, 3, 4])
def test_no_two_lie_upon_each_other_and_the_order_stays(count: int) -> None:
    for wanted in product(range(0, HIGH + 1, 4), repeat=count):
        found = heights_apart(wanted, DISTANCE, 0, HIGH)
        assert min(found) >= 0
        assert max(found) <= HIGH
        by_height = [y for _, y in sorted(zip(wanted, found, strict=True))]
        assert all(below - above >= DISTANCE for above, below in pairwise(by_height)), wanted


def test_where_there_is_room_nothing_moves() -> None:
    for wanted in product(range(0, HIGH + 1, 4), repeat=2):
        if abs(wanted[0] - wanted[1]) >= DISTANCE:
            assert heights_apart(wanted, DISTANCE, 0, HIGH) == wanted


def test_where_there_is_no_room_they_still_do_not_overlap() -> None:
    assert heights_apart((5, 5, 5), DISTANCE, 0, 10) == (0, 10, 20)
