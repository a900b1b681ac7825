"""The chart of a printed sheet, with the names of the sides at the ends of their lines."""

from collections.abc import Sequence

from scorekeeper.printing.page_values import ChartLabel, PaperChart
from scorekeeper.printing.text_width import Face, short_names, text_width
from scorekeeper.summary.chart import HEIGHT, Chart

TYPE = 105  # the size of the names, in units of the drawing
NAME = 11.0  # em at most
LABEL_GAP = 120
BESIDE_LINE = 90


def labelled_chart(chart: Chart) -> PaperChart:
    """The names beside the ends of their lines, and how wide the drawing is with them."""
    names = short_names(tuple(line.name for line in chart.lines), Face.BOLD_WORDS, NAME)
    heights = spread([line.end.y for line in chart.lines], LABEL_GAP, HEIGHT)
    labels = tuple(
        ChartLabel(line, name, y) for line, name, y in zip(chart.lines, names, heights, strict=True)
    )
    widest = max(text_width(name, Face.BOLD_WORDS) for name in names)
    ticks = max(text_width(tick.label, Face.WORDS) for tick in chart.ticks)
    return PaperChart(
        chart, labels, left=round(ticks * TYPE) + 60, right=round(widest * TYPE) + BESIDE_LINE
    )


def spread(wanted: Sequence[int], gap: int, lowest: int) -> tuple[int, ...]:
    """The heights *wanted*, moved as little as needed to be *gap* apart, from 0 to *lowest*.

    Their order stays; where there is no room for so many gaps, these become smaller.
    """
    count = len(wanted)
    gap = min(gap, lowest // max(1, count - 1))
    order = sorted(range(count), key=lambda index: wanted[index])
    placed = list[int]()
    for index in order:
        placed.append(max(wanted[index], placed[-1] + gap if placed else 0))
    limit = lowest
    for at in range(count - 1, -1, -1):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - gap
    found = dict(zip(order, placed, strict=True))
    return tuple(found[index] for index in range(count))
