"""The chart of a printed sheet, with the names of the sides at the ends of their lines."""

from scorekeeper.printing.page_values import ChartLabel, PaperChart
from scorekeeper.printing.text_width import Face, short_names, text_width
from scorekeeper.summary.chart import Chart
from scorekeeper.summary.chart_labels import heights_apart

TYPE = 105  # the size of the names, in units of the drawing
NAME = 11.0  # em at most
LABEL_GAP = 120
BESIDE_LINE = 90


def labelled_chart(chart: Chart) -> PaperChart:
    """The names beside the ends of their lines, and how wide the drawing is with them."""
    names = short_names(tuple(line.name for line in chart.lines), Face.BOLD_WORDS, NAME)
    gap = min(LABEL_GAP, chart.height // max(1, len(names) - 1))
    heights = heights_apart([line.end.y for line in chart.lines], gap, 0, chart.height)
    labels = tuple(
        ChartLabel(line, name, y) for line, name, y in zip(chart.lines, names, heights, strict=True)
    )
    widest = max(text_width(name, Face.BOLD_WORDS) for name in names)
    ticks = max(text_width(tick.label, Face.WORDS) for tick in chart.ticks)
    return PaperChart(
        chart, labels, left=round(ticks * TYPE) + 60, right=round(widest * TYPE) + BESIDE_LINE
    )
