"""Long lists in pages: every item is reached, none is lost, and a page stays where it is."""

import pytest

from scorekeeper.web.shared.field_values import NAMES_AT_MOST, offered
from scorekeeper.web.shared.paging import LATEST_PAGE, ListPage, list_page

SIZE, LATEST = 10, 4


def page(total: int, wanted: int | None = None) -> ListPage:
    return list_page(total, wanted, SIZE, LATEST)


def test_the_earlier_pages_lead_from_the_latest_item_to_the_first() -> None:
    for total in range(45):
        at, seen = page(total), set[int]()
        while True:
            assert at.end - at.start <= SIZE
            seen |= set(range(at.start, at.end))
            if at.earlier is None:
                break
            at = page(total, at.earlier)
        assert seen == set(range(total))


def test_the_later_pages_lead_from_the_first_item_to_the_latest() -> None:
    for total in range(45):
        at, seen = page(total, 1), set[int]()
        while True:
            seen |= set(range(at.start, at.end))
            if at.later is None:
                break
            at = page(total, None if at.later == LATEST_PAGE else at.later)
        assert seen == set(range(total))


def test_a_page_stays_what_it_is_while_items_are_added() -> None:
    before, after = page(30, 11), page(200, 11)
    assert (before.start, before.end) == (after.start, after.end) == (10, 20)


@pytest.mark.parametrize("wanted", [0, -1, -(10**30)])
def test_a_number_before_the_list_leads_to_its_first_page(wanted: int) -> None:
    assert page(30, wanted) == page(30, 1)


@pytest.mark.parametrize("wanted", [31, 10**30])
def test_a_number_beyond_the_list_leads_to_the_latest_page(wanted: int) -> None:
    assert page(30, wanted) == page(30)


def test_a_short_list_is_one_page() -> None:
    assert page(3) == ListPage(0, 3, 3, None, None)
    assert page(0) == ListPage(0, 0, 0, None, None)


def test_a_small_group_is_offered_whole_in_its_order() -> None:
    names = ["Clara", "Anna", "Bert"]
    assert offered(names, ["Bert"]) == tuple(names)


def test_of_a_large_group_those_at_the_table_and_the_latest_are_offered() -> None:
    names = [f"Player {number}" for number in range(1_000)]
    found = offered(names, ["Player 3", "nobody we know"])
    assert len(found) == NAMES_AT_MOST
    assert found[0] == "Player 3"
    assert found[1:] == tuple(names[-NAMES_AT_MOST + 1 :])
    assert offered(names, names) == tuple(names)
