"""The chart of a sheet: every side's running total over the rounds, to be drawn as lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.i18n.messages import Messages
from scorekeeper.summary.chart_labels import fitting, heights_apart

STEPS_AT_MOST = 120  # more than a phone has room to show
ROUNDS_AT_LEAST = 2
TICKS_AT_MOST = 4
NICE = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class ChartSize:
    """How large a chart is, in units of the drawing, whole numbers.

    Beside its lines there is room for *label_ems* of text of *font* units; a label with its total
    takes *label_height*.
    """

    width: int
    height: int
    font: int
    label_ems: int
    label_height: int


PAPER = ChartSize(width=3000, height=1400, font=90, label_ems=9, label_height=100)
SCREEN = ChartSize(width=1900, height=1600, font=120, label_ems=9, label_height=290)


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A place in the drawing, from its upper left corner."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A side's line: its points as SVG writes them, where it ends, and what it says in words.

    *label* is the name as far as there is room for it, *label_y* the middle of the label at the end
    of the line; whoever *leads* does so alone or before others.
    """

    name: str
    total: str
    points: str
    end: ChartPoint
    description: str
    label: str
    label_y: int
    leads: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across, at a height of the drawing, with the amount it stands for."""

    y: int
    label: str
    is_zero: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines of a sheet in a drawing of this size, y downwards."""

    rounds: int
    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]
    size: ChartSize

    @property
    def width(self) -> int:
        """How far the lines reach, in units of the drawing."""
        return self.size.width

    @property
    def height(self) -> int:
        """How high the lines reach, in units of the drawing."""
        return self.size.height

    @property
    def is_labelled(self) -> bool:
        """Whether every line has its whole name at its end."""
        return all(line.label == line.name for line in self.lines)


def chart_of(
    ledger: Ledger,
    names: Sequence[str],
    unit: Unit,
    messages: Messages,
    size: ChartSize = PAPER,
) -> Chart | None:
    """The chart of a sheet whose sides have these names; None before two rounds are played."""
    rounds = len(ledger.rounds)
    if rounds < ROUNDS_AT_LEAST:
        return None
    totals = [(0,) * len(names), *(played.totals for played in ledger.rounds)]
    every = [total for each in totals for total in each]
    scale = _Scale(min(every), max(every), size)
    shown = _shown(rounds)
    ends = [scale.y(total) for total in ledger.totals]
    heights = heights_apart(ends, size.label_height, 0, size.height)
    leaders = ledger.leaders if len(ledger.leaders) < len(names) else ()
    lines = tuple(
        _track(
            name,
            [each[side] for each in totals],
            shown,
            scale,
            _Words(unit, messages),
            label_y=heights[side],
            leads=side in leaders,
        )
        for side, name in enumerate(names)
    )
    return Chart(rounds, lines, tuple(_ticks(scale, _Words(unit, messages))), size)


class _Scale:
    """Where a total lies in the drawing, which reaches from the lowest to the highest of all."""

    def __init__(self, lowest: int, highest: int, size: ChartSize) -> None:
        self.size = size
        self.step = _step(highest - lowest)
        self.low, self.high = lowest, max(highest, lowest + 1)

    def y(self, total: int) -> int:
        return self.size.height * (self.high - total) // (self.high - self.low)


@dataclass(frozen=True, slots=True)
class _Words:
    """The language of a chart, and what its totals are."""

    unit: Unit
    messages: Messages

    def points(self, total: int) -> str:
        return self.messages.points(total, self.unit)

    def on_axis(self, total: int) -> str:
        return self.messages.in_column(total, self.unit)


def _step(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, … of which so few are enough for the span."""
    magnitude = 1
    while True:
        for nice in NICE:
            if nice * magnitude * TICKS_AT_MOST >= span:
                return nice * magnitude
        magnitude *= 10


def _shown(rounds: int) -> list[int]:
    """The rounds that are drawn, 0 for the beginning: all, or evenly spread ones and the last."""
    every = -(-rounds // STEPS_AT_MOST)
    return sorted({*range(0, rounds, every), rounds})


def _track(
    name: str,
    totals: Sequence[int],
    shown: Sequence[int],
    scale: _Scale,
    words: _Words,
    *,
    label_y: int,
    leads: bool,
) -> ChartLine:
    rounds, width = len(totals) - 1, scale.size.width
    dots = [ChartPoint(width * each // rounds, scale.y(totals[each])) for each in shown]
    total = words.points(totals[-1])
    description = words.messages.text(
        "curve.side",
        name=name,
        total=total,
        best=words.points(max(totals)),
        worst=words.points(min(totals)),
    )
    points = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    label = fitting(name, 100 * scale.size.label_ems)
    return ChartLine(name, total, points, dots[-1], description, label, label_y, leads)


def _ticks(scale: _Scale, words: _Words) -> Iterator[Tick]:
    first = -(-scale.low // scale.step) * scale.step
    for total in range(first, scale.high + 1, scale.step):
        yield Tick(scale.y(total), words.on_axis(total), total == 0)
