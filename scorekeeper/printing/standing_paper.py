"""The page value of a printed standing, to be hung on a wall: what its template sees."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from scorekeeper.i18n.messages import BETWEEN_PHRASES, Messages
from scorekeeper.printing.paper_format import (
    A4,
    A5,
    BOLD_WORDS,
    PADDING,
    NameSize,
    PaperSize,
    name_size,
)
from scorekeeper.summary.standing_texts import StandingTexts
from scorekeeper.summary.text_width import fitting, text_width

NAME_WIDTH = 16.0  # rem that long names have at least; one that is longer takes two lines
PLACE, ROW = 2.6, 2.2  # rem
SCALES = (1.8, 1.6, 1.4, 1.2)  # a short list is read from further away; the largest first
LIST_AT_MOST = 0.8  # of the height of the page, for one that is larger
FIGURES = 1.25  # as wide as words of the same size, at most
ROWS_AT_MOST = 500  # what takes the printing process a second or two
TITLE_WIDTH = 3_000  # of the name at the top, in hundredths of its size


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingPaper:
    """Everything on the printed standing.

    The *short_days* of its *texts* and the values of their lines are those of the evenings that
    have a column.
    """

    about: str
    css: str
    scale: float
    heading: str
    name: NameSize
    group: str
    rules: str
    texts: StandingTexts
    day_width: float
    total_width: float
    evenings_width: float
    more: str


def standing_paper(
    texts: StandingTexts, group: str, size: PaperSize, messages: Messages
) -> StandingPaper:
    """The list for a wall: everybody by place, and the latest evenings where there is room."""
    form = A4 if size is PaperSize.A4 else A5
    heading = fitting(texts.title, TITLE_WIDTH)
    evenings = _width([messages.text("standing.column.evenings")])
    heads = [messages.text("standing.column.average"), messages.text("standing.column.total")]
    figures = [text for line in texts.lines for text in (line.total, line.average)]
    total = _width([*heads, texts.unit, *figures])
    widths = [
        _width([day, *(line.values[at][0] for line in texts.lines)])
        for at, day in enumerate(texts.short_days)
    ]
    names = min(NAME_WIDTH, _width([line.name for line in texts.lines]))
    beside = PLACE + names + evenings + 2 * total
    shown = _fitting(widths, form.width - beside)
    height = ROW * len(texts.lines)
    tried = (scale for scale in SCALES if scale * height <= LIST_AT_MOST * form.height)
    alike = (scale for scale in tried if _fitting(widths, form.width / scale - beside) == shown)
    scale = next(alike, 1.0)
    first = len(texts.short_days) - shown
    lines = (line._replace(values=line.values[first:]) for line in texts.lines[:ROWS_AT_MOST])
    return StandingPaper(
        about=BETWEEN_PHRASES.join(part for part in (group, texts.title) if part),
        css=form.css,
        scale=scale,
        heading=heading,
        name=name_size(heading, form.width),
        group=group,
        rules=messages.joined("text.semicolon", texts.about),
        texts=replace(texts, short_days=texts.short_days[first:], lines=tuple(lines)),
        day_width=scale * max(widths[first:], default=0.0),
        total_width=scale * total,
        evenings_width=scale * evenings,
        more=messages.left_out("bill.others", texts.lines, ROWS_AT_MOST),
    )


def _width(texts: Sequence[str]) -> float:
    """How wide a column with these texts is, in rem."""
    return FIGURES * BOLD_WORDS * max(map(text_width, texts), default=0) + PADDING


def _fitting(widths: Sequence[float], room: float) -> int:
    """How many of the last columns there is room for, all as wide as the widest of them."""
    latest = accumulate(reversed(widths), max)
    return sum(1 for count, widest in enumerate(latest, 1) if count * widest <= room)
