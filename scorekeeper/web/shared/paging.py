"""A long list in pages: which part of it is shown, and where the pages beside it begin."""

from typing import NamedTuple

PEOPLE_AT_MOST = 100  # and payments on one page
LATEST_PAGE = 0  # where a page "begins" that always ends with the latest item


class ListPage(NamedTuple):
    """The part of a list from *start* to *end*, as slices count, of *total* items, oldest first.

    *earlier* and *later* are the numbers, counted from 1, of the items with which the pages beside
    it begin; None where there is none, LATEST_PAGE for the page that needs no number.
    """

    start: int
    end: int
    total: int
    earlier: int | None
    later: int | None

    @property
    def count_later(self) -> int:
        """How many items come after it."""
        return self.total - self.end


def list_page(total: int, wanted: int | None, size: int, latest: int | None = None) -> ListPage:
    """The page that begins with item *wanted*, or the one with the *latest* items.

    A page has *size* items at most, that of the latest perhaps fewer. It stays what it is while
    items are added behind. A number beyond the list leads to the latest, one before it to the
    first.
    """
    latest = latest or size
    if wanted is None or wanted > total:
        start = max(0, total - latest)
        before = total if latest < size else start  # what comes before fewer shows these again
    else:
        start = before = max(0, wanted - 1)
    end = min(total, start + size)
    earlier = max(0, before - size) + 1 if start else None
    later = LATEST_PAGE if total - end <= latest else end + 1
    return ListPage(start, end, total, earlier, later if end < total else None)


def page_of_people(count: int, wanted: int | None) -> ListPage:
    """The part of a long list of people, or of their payments, that begins with number *wanted*.

    It begins with the first where nobody wants another.
    """
    pages = list_page(count, wanted or 1, PEOPLE_AT_MOST)
    return pages._replace(later=pages.end + 1 if pages.count_later else None)
