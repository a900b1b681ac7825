"""How high the rows of a printed table are, so that it fills its page: sums of millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 5.0  # millimetres of a row, for whoever reads it across a table
EMPTY_ROWS = 2  # for the evening to go on, where rows as high as usual would not leave any
STROKE_LEAST = 5.0  # below which no stroke is drawn
HALVINGS = 16
CAUTION = 8.0  # left free on the last of several pages: a row may stand on it that need not
BORDERS = 0.15  # of a row, where lines are borders: on several pages


@dataclass(frozen=True, slots=True)
class Room:
    """Millimetres for the rows: on the *first* page and on each *further* one, below their heads.

    On the last page the *end* of the sheet has to fit below the rows as well.
    """

    first: float
    further: float
    end: float


@dataclass(frozen=True, slots=True)
class Demand:
    """What a table needs, in millimetres.

    Of every row written on, the *least* height of the row itself and what stands *below* it. So
    many rows are *to_come*, None where there are as many as fit. Rows are *usual* high where there
    is room, and *most* at the most. A *closed* table gets no more rows. The *rest* stands behind
    the last row.
    """

    least: tuple[float, ...]
    below: tuple[float, ...]
    to_come: int | None
    closed: bool
    usual: float
    most: float
    rest: tuple[float, ...] = ()

    @property
    def beside_rows(self) -> float:
        """The height of all that stands below the rows and behind them."""
        return sum(self.below) + sum(self.rest)


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a table is ruled.

    The *height* of its rows in millimetres (single ones with more text are higher), how many are
    *empty*, the millimetres left for the *stroke* that closes it (0 for none), and its *pages*.
    """

    height: float
    empty: int
    stroke: float
    pages: int


def ruling(room: Room, demand: Demand) -> Ruling:
    """The highest rows with which everything stands on one page, or the pages fill up."""
    free = room.first - room.end - demand.beside_rows
    empty = _empty_rows(free, demand)
    least = [*demand.least, *[LEAST] * empty]
    height = highest(least, free)
    if height is None:
        return _paged(room, demand)
    height = min(height, demand.most)
    left = free - _sum(least, height)
    return Ruling(height, empty, _stroke(left, demand), 1)


def highest(least: Sequence[float], free: float) -> float | None:
    """The height of rows that together fill *free* millimetres; None where not even LEAST fits.

    A row is never lower than its own *least*: what a higher one takes more, the others lack.
    """
    tallest_first = sorted((max(LEAST, each) for each in least), reverse=True)
    if sum(tallest_first) > free:
        return None
    taken, count = 0.0, len(tallest_first)
    for at, own in enumerate(tallest_first):
        shared = (free - taken) / (count - at)
        if shared >= own:
            return shared
        taken += own
    return max(LEAST, free)


def _sum(least: Sequence[float], height: float) -> float:
    return sum(max(height, each) for each in least)


def _empty_rows(free: float, demand: Demand) -> int:
    """How many rows are ruled behind the last one, on a single page."""
    if demand.closed:
        return 0
    if demand.to_come is not None:
        return demand.to_come
    spare = free - _sum(demand.least, demand.usual)
    if spare >= EMPTY_ROWS * demand.usual:
        return int(spare / demand.usual)
    spare = free - _sum(demand.least, LEAST)
    return max(0, min(EMPTY_ROWS, int(spare / LEAST)))


def _stroke(left: float, demand: Demand) -> float:
    return left if demand.closed and left >= STROKE_LEAST else 0.0


def _paged(room: Room, demand: Demand) -> Ruling:
    """Rows as high as can be without one page more than the lowest rows need."""
    room = Room(room.first, room.further, room.end + sum(demand.rest))
    to_come = 0 if demand.closed else demand.to_come or 0
    least = [*demand.least, *[LEAST] * to_come]
    below = [*demand.below, *[0.0] * to_come]
    pages = _broken(room, least, below, LEAST).pages
    low, high = LEAST, demand.usual
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _broken(room, least, below, middle).pages == pages:
            low = middle
        else:
            high = middle
    broken = _broken(room, least, below, low)
    if demand.closed:
        return Ruling(low, 0, _stroke(broken.last, demand) if broken.is_shared else 0.0, pages)
    if demand.to_come is not None:
        return Ruling(low, to_come, 0.0, pages)
    more = 0 if broken.is_shared else int(broken.behind_rows / low)
    return Ruling(low, more + int(broken.last / low), 0.0, pages)


@dataclass(frozen=True, slots=True)
class _Broken:
    """Rows broken into pages: what is left *behind rows* on their last page, and on the *last*.

    The last page *is shared* where the end of the sheet stands below the rows.
    """

    pages: int
    behind_rows: float
    last: float
    is_shared: bool


def _broken(room: Room, least: Sequence[float], below: Sequence[float], height: float) -> _Broken:
    pages, left = 1, room.first
    for own, more in zip(least, below, strict=True):
        row = max(height, own) + more + BORDERS
        if row > left:
            pages, left = pages + 1, room.further
        left = max(0.0, left - row)
    if room.end <= left:
        return _Broken(pages, left, max(0.0, left - room.end - CAUTION), is_shared=True)
    last = max(0.0, room.further - room.end - CAUTION)
    return _Broken(pages + 1, left, last, is_shared=False)
