"""The chart of a sheet: every side's running total over the rounds, to be drawn as lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from typing import NamedTuple

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.text_width import fitting

STEPS_AT_MOST = 120  # more than a phone has room to show
ROUNDS_AT_LEAST = 2
TICKS_AT_MOST = 4
NICE = (1, 2, 5)


class ChartSize(NamedTuple):
    """How large a chart is, in units of the drawing, whole numbers.

    Text has *font* units; a label takes *label_height*, and has room for *label_ems* of its size.
    """

    width: int
    height: int
    font: int
    label_ems: int
    label_height: int


PAPER = ChartSize(width=3000, height=1400, font=105, label_ems=11, label_height=120)
SCREEN = ChartSize(width=1900, height=1600, font=120, label_ems=9, label_height=290)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A side's line: its points as SVG writes them, how high it ends, and what it says in words.

    *label* is the name as far as there is room for it, *label_y* the middle of the label at the end
    of the line; whoever *leads* does so alone or before others.
    """

    name: str
    total: str
    points: str
    end_y: int
    description: str
    label: str
    label_y: int
    leads: bool


class Tick(NamedTuple):
    """A line across, at a height of the drawing, with the amount it stands for."""

    y: int
    label: str
    is_zero: bool


class Chart(NamedTuple):
    """All lines of a sheet, which reach as far as its *size* says, y downwards.

    *told* is what it shows, in words.
    """

    told: str
    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]
    size: ChartSize

    @property
    def is_labelled(self) -> bool:
        """Whether every line has its whole name at its end."""
        return all(line.label == line.name for line in self.lines)

    @property
    def view_box(self) -> str:
        """The frame of a drawing with room for ticks and labels: left, top, width, height."""
        font, longest = self.size.font, max(len(tick.label) for tick in self.ticks)
        left, top = font // 2 + font * 16 // 25 * longest, font + 40
        width = left + self.size.width + font * self.size.label_ems + 180
        return f"{-left} {-top} {width} {self.size.height + 2 * top}"


def chart_of(
    ledger: Ledger,
    names: Sequence[str],
    unit: Unit,
    messages: Messages,
    size: ChartSize = SCREEN,
) -> Chart | None:
    """The chart of a sheet whose sides have these names; None before two rounds are played."""
    totals = [(0,) * len(names), *(played.totals for played in ledger.rounds)]
    leaders = ledger.leaders if len(ledger.leaders) < len(names) else ()
    told = messages.text("curve.told", count=ledger.deals)
    return _chart(totals, names, unit, messages, told, size=size, leaders=leaders)


def evenings_chart(
    points: Sequence[int], name: str, unit: Unit, messages: Messages
) -> Chart | None:
    """The chart of somebody with so many points on every evening; None before two evenings."""
    totals = [(total,) for total in accumulate(points, initial=0)]
    told = messages.text("curve.told_evenings", count=len(points))
    return _chart(totals, (name,), unit, messages, told)


def _chart(
    totals: Sequence[Sequence[int]],
    names: Sequence[str],
    unit: Unit,
    messages: Messages,
    told: str,
    *,
    size: ChartSize = SCREEN,
    leaders: Sequence[int] = (),
) -> Chart | None:
    """The chart of totals, from those before the first round on; None of too few."""
    rounds = len(totals) - 1
    if rounds < ROUNDS_AT_LEAST:
        return None
    scale = _Scale(min(map(min, totals)), max(map(max, totals)), size.height)
    ends = [scale.y(total) for total in totals[-1]]
    heights = heights_apart(ends, size.label_height, 0, size.height)
    # All rounds are drawn, 0 for the beginning, or evenly spread ones and the last.
    drawn = sorted({*range(0, rounds, -(-rounds // STEPS_AT_MOST)), rounds})
    shown = [(size.width * number // rounds, number) for number in drawn]
    lines = tuple(
        ChartLine(
            name=name,
            total=messages.points(totals[-1][side], unit),
            points=" ".join(f"{x},{scale.y(totals[number][side])}" for x, number in shown),
            end_y=ends[side],
            description=_description(name, [row[side] for row in totals], unit, messages),
            label=fitting(name, 100 * size.label_ems),
            label_y=heights[side],
            leads=side in leaders,
        )
        for side, name in enumerate(names)
    )
    return Chart(told, lines, tuple(scale.ticks(unit, messages)), size)


class _Scale:
    """Where a total lies in the drawing, which reaches from the lowest to the highest of all."""

    def __init__(self, lowest: int, highest: int, height: int) -> None:
        self._height, self._step = height, _step(highest - lowest)
        self._low, self._high = lowest, max(highest, lowest + 1)

    def y(self, total: int) -> int:
        return self._height * (self._high - total) // (self._high - self._low)

    def ticks(self, unit: Unit, messages: Messages) -> Iterator[Tick]:
        first = -(-self._low // self._step) * self._step
        for total in range(first, self._high + 1, self._step):
            yield Tick(self.y(total), messages.in_column(total, unit), total == 0)


def _step(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, … of which so few are enough for the span."""
    steps: Iterator[int] = (nice * 10**power for power in count() for nice in NICE)
    return next(step for step in steps if step * TICKS_AT_MOST >= span)


def _description(name: str, totals: Sequence[int], unit: Unit, messages: Messages) -> str:
    """A line in words: where it ends, and how high and low it was."""
    last, best, worst = (
        messages.points(total, unit) for total in (totals[-1], max(totals), min(totals))
    )
    return messages.text("curve.side", name=name, total=last, best=best, worst=worst)


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
    heights = [0] * len(wanted)
    for rank, place in enumerate(order):
        heights[place] = max(low, min(means[rank], highest)) + rank * distance
    return tuple(heights)
