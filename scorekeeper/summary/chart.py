"""The chart of a sheet: every side's running total over the rounds, to be drawn as lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger
from scorekeeper.i18n.messages import Messages

WIDTH, HEIGHT = 3000, 1400  # in units of the drawing; all of it whole numbers
STEPS_AT_MOST = 120  # more than a phone has room to show
ROUNDS_AT_LEAST = 2
TICKS_AT_MOST = 4
NICE = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A place in the drawing, from its upper left corner."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A side's line: its points as SVG writes them, where it ends, and what it says in words."""

    name: str
    total: str
    points: str
    end: ChartPoint
    description: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across, at a height of the drawing, with the amount it stands for."""

    y: int
    label: str
    is_zero: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines of a sheet in a drawing of WIDTH by HEIGHT units, y downwards."""

    rounds: int
    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(ledger: Ledger, names: Sequence[str], unit: Unit, messages: Messages) -> Chart | None:
    """The chart of a sheet whose sides have these names; None before two rounds are played."""
    rounds = len(ledger.rounds)
    if rounds < ROUNDS_AT_LEAST:
        return None
    totals = [(0,) * len(names), *(played.totals for played in ledger.rounds)]
    every = [total for each in totals for total in each]
    scale = _Scale(min(every), max(every))
    shown = _shown(rounds)
    lines = tuple(
        _track(name, [each[side] for each in totals], shown, scale, unit, messages)
        for side, name in enumerate(names)
    )
    return Chart(rounds, lines, tuple(_ticks(scale, unit, messages)))


class _Scale:
    """Where a total lies in the drawing, which reaches from the lowest to the highest of all."""

    def __init__(self, lowest: int, highest: int) -> None:
        self.step = _step(highest - lowest)
        self.low, self.high = lowest, max(highest, lowest + 1)

    def y(self, total: int) -> int:
        return HEIGHT * (self.high - total) // (self.high - self.low)


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
    unit: Unit,
    messages: Messages,
) -> ChartLine:
    rounds = len(totals) - 1
    dots = [ChartPoint(WIDTH * each // rounds, scale.y(totals[each])) for each in shown]
    best, worst = max(totals), min(totals)
    description = messages.text(
        "curve.side",
        name=name,
        total=messages.points(totals[-1], unit),
        best=messages.points(best, unit),
        worst=messages.points(worst, unit),
    )
    points = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return ChartLine(name, messages.points(totals[-1], unit), points, dots[-1], description)


def _ticks(scale: _Scale, unit: Unit, messages: Messages) -> Iterator[Tick]:
    first = -(-scale.low // scale.step) * scale.step
    for total in range(first, scale.high + 1, scale.step):
        yield Tick(scale.y(total), messages.points(total, unit), total == 0)
