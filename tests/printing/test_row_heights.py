"""The arithmetic of printed rows: whatever is asked for, the sum is never more than the page."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.printing.row_heights import LEAST, Demand, Room, highest, ruling

TOLERANCE = 1e-6
heights = st.lists(st.floats(0, 30), max_size=60).map(tuple)
rooms = st.builds(Room, st.floats(60, 240), st.floats(200, 260), st.floats(10, 100))


def demands(closed: bool | None = None) -> st.SearchStrategy[Demand]:
    return heights.flatmap(
        lambda least: st.builds(
            Demand,
            st.just(least),
            st.just((0.0,) * len(least)),
            st.none() | st.integers(0, 30),
            st.booleans() if closed is None else st.just(closed),
            st.floats(5.5, 9),
            st.floats(9, 12),
        )
    )


def on_a_page(demand: Demand, height: float, empty: int) -> float:
    return sum(max(height, each) for each in demand.least) + empty * height


@given(rooms, demands())
def test_rows_on_a_single_page_always_fit_and_are_never_too_low(room: Room, demand: Demand) -> None:
    ruled = ruling(room, demand)
    assert ruled.height >= LEAST
    if ruled.pages == 1:
        taken = on_a_page(demand, ruled.height, ruled.empty) + ruled.stroke
        assert taken <= room.first - room.end + TOLERANCE
        assert ruled.height <= demand.most


@given(rooms, demands())
def test_a_further_page_is_begun_only_where_even_the_lowest_rows_do_not_fit(
    room: Room, demand: Demand
) -> None:
    to_come = 0 if demand.closed else demand.to_come or 0
    lowest = on_a_page(demand, LEAST, to_come)
    assert (ruling(room, demand).pages == 1) == (lowest <= room.first - room.end)


@given(rooms, demands(closed=False))
def test_rows_that_are_not_as_high_as_can_be_leave_nothing_over(room: Room, demand: Demand) -> None:
    ruled = ruling(room, demand)
    if ruled.pages == 1 and (demand.least or ruled.empty) and ruled.height < demand.most:
        left = room.first - room.end - on_a_page(demand, ruled.height, ruled.empty)
        assert abs(left) < TOLERANCE or all(each > ruled.height for each in demand.least)


@given(rooms, demands(closed=True))
def test_a_closed_table_has_no_empty_row_and_its_stroke_takes_what_is_left(
    room: Room, demand: Demand
) -> None:
    ruled = ruling(room, demand)
    assert ruled.empty == 0
    if ruled.pages == 1:
        left = room.first - room.end - on_a_page(demand, ruled.height, 0)
        assert ruled.stroke in (0.0, left)
        assert ruled.stroke or left < LEAST


def test_a_high_row_takes_from_the_others_what_it_needs_more() -> None:
    assert highest([0, 0, 0, 0], 40) == 10
    assert highest([0, 22, 0, 0], 40) == 6
    assert highest([0, 26, 0, 0], 40) is None


def test_the_end_stands_alone_on_a_page_where_the_rows_leave_no_room() -> None:
    demand = Demand((5.0,) * 20, (0.0,) * 20, None, True, 7.0, 9.0)
    ruled = ruling(Room(103.5, 40, 39), demand)
    assert (ruled.pages, ruled.empty, ruled.stroke) == (2, 0, 0.0)
    assert ruled.height < 5.1
