"""How large everything on a printed sheet is, so that its rows fill the page; lengths in rem.

All is estimated from how long the texts are, before anything is laid out: to lay out twice would
take half as long again. Whatever lays the pages out knows better. Where its page turns out too
short, it gives the sheet the next of the classes in `PaperLayout.fits`, with smaller type.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from scorekeeper.games.paper import OwnTable, PaperTable
from scorekeeper.printing.paper_format import DIGIT, NAMES, PADDING, WORDS, PaperFormat, line_count
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.summary.text_width import fitting_apart, text_width

# ---- Columns -------------------------------------------------------------------------------------

FIGURES, SMALLEST_FIGURES = 1.3, 0.82
LARGER = 1.3  # the numbers in a table with few rows
HEAD = 0.82  # the size of the words above a column
NUMBER_DIGIT = 0.76  # rem: a digit of the number of a round
REASON_LEAST, REASON_MOST = 0.24, 0.5  # of the width of the table
REASON_SMALLEST = 0.12  # where the numbers of many sides need more than there is
SPREAD = 1.8  # how many times as wide as they need to be the columns of the sides may become
PENCIL, BLANK_PENCIL = 4, 5  # digits that somebody may write
NAME_SIZES, NAME_LINE = (1.5, 1.25, 1.05, 0.9), 1.15
NAME_LINES = 2  # of a name at most
WASTE = 1.6  # em that a name may lose where it is broken


class Columns(NamedTuple):
    """The widths in a table of rounds; the columns of the sides share equally what these leave.

    One column has the *number*, one the *reason*; then come the game's *own* ones. A name stands
    above *head*, and *figures* is the size of the numbers.
    """

    number: float
    reason: float
    own: tuple[float, ...]
    head: float
    figures: float

    def lines(self, sides: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """How far from the left fine lines and bold ones stand between the columns of the sides."""
        *before, first = accumulate((self.number, self.reason, *self.own))
        bold = tuple(first + side * self.head for side in range(sides))
        return (*before, *(place + self.head / 2 for place in bold)), bold


class Heads(NamedTuple):
    """The names above the columns, cut where they are too long, their size, and their height."""

    names: tuple[str, ...]
    size: float
    height: float


def round_columns(texts: SheetTexts, table: PaperTable, form: PaperFormat) -> Columns:
    """The columns of a table of rounds."""
    count, digits, text = 2 * len(texts.sides), _digits(texts), texts.messages.text
    number = 0.3 + NUMBER_DIGIT * max(2, *(len(row.number) for row in texts.rounds), 0)
    pencil = BLANK_PENCIL * texts.is_blank  # digits in each column of the game's own
    room = (1 - REASON_LEAST) * form.width - number - (count + len(table.own)) * PADDING
    figures = min(FIGURES, room / (DIGIT * (count * digits + pencil * len(table.own))))
    figures = max(SMALLEST_FIGURES, figures)
    own = tuple(_needed((text(head),), pencil, figures) for head in table.own)
    sides = count * _needed((texts.unit, text("print.total")), digits, figures)
    room = form.width - number - sum(own)
    reason = max(min(_reason(texts, form), room - sides), room - SPREAD * sides)
    reason = max(reason, REASON_SMALLEST * form.width)
    return Columns(number, reason, own, 2 * (room - reason) / count, figures)


def _digits(texts: SheetTexts) -> int:
    """How long the longest number is that stands, or may be written, in a column."""
    numbers = (text for row in texts.rounds for text in (*row.points, *row.totals))
    return max(BLANK_PENCIL if texts.is_blank else PENCIL, *map(len, numbers), 0)


def _needed(heads: Iterable[str], digits: int, figures: float) -> float:
    words = max(HEAD * WORDS * text_width(head) for head in heads)
    return PADDING + max(words, digits * DIGIT * figures)


def _reason(texts: SheetTexts, form: PaperFormat) -> float:
    """What the longest reason takes on one line, within bounds."""
    longest = WORDS * max((text_width(row.told()) for row in texts.rounds), default=0) + PADDING
    return min(max(longest, REASON_LEAST * form.width), REASON_MOST * form.width)


def own_columns(texts: SheetTexts, table: OwnTable, form: PaperFormat) -> Columns:
    """What is above and in the columns of a table that a game draws itself."""
    room = (table.number_share * form.width - PADDING) / (DIGIT * _digits(texts))
    figures = min(LARGER * FIGURES if table.fixed_rows else FIGURES, room)
    return Columns(0, 0, (), table.head_share * form.width, figures)


def heads(names: tuple[str, ...], width: float) -> Heads:
    """Names above columns of this width, as large as they can be on as few lines as can be."""
    room = width - PADDING
    for lines in range(1, NAME_LINES + 1):
        for size in NAME_SIZES:
            if _most_lines(names, room / size) <= lines:
                return Heads(names, size, lines * NAME_LINE * size)
    size = NAME_SIZES[-1]
    cut = fitting_apart(names, round((NAME_LINES * room / size - WASTE) / NAMES))
    return Heads(cut, size, _most_lines(cut, room / size) * NAME_LINE * size)


def _most_lines(names: Iterable[str], width: float) -> int:
    return max((line_count(name, width, NAMES) for name in names), default=1)


# ---- Rows ----------------------------------------------------------------------------------------

NUMBERING = 1.13
FIGURES_IN_ROW = 0.62  # of the height of a row
USUAL_ROW, HIGHEST_ROW, HIGHEST_BLANK_ROW, HIGHEST_FIXED_ROW = 2.15, 2.75, 3.55, 12.0
LINE, AROUND = 1.2, 0.35  # a line of words, and what is around all lines of a row
EMPTY_ROWS = 2  # at least, for the evening to go on
STROKE_LEAST = 1.6  # below which no stroke is drawn
WRITTEN_NAME = 2.6  # the space for a name to be filled in
ABOVE_ROWS = 1.6  # the words above the columns
# The classes of smaller type, each worth a try where so many times the room is needed, and the one
# for several pages.
FITS, LONG = {"": 1.0, "tight": 1.1, "tightest": 1.3}, "long"
SMALLER = {"tight": 1.04, "tightest": 1.13}  # how many of its rem are one of the usual type
LEFT_TO_ROWS = 0.6  # of what is left over on the last of several pages
SLACK = 0.5


class PaperLayout(NamedTuple):
    """The sizes on a sheet: of its *columns*, of the *heads* above them and of its *rows*.

    *figures* is the size of the numbers in the rows, *smaller* the same in the rem of each class of
    smaller type, and *numbering* the size of the number of a round.
    *fits* are the classes to be tried one after the other until all is on one page; the last one is
    for several.
    """

    columns: Columns
    heads: Heads
    rows: "Rows"
    figures: float
    smaller: Mapping[str, float]
    numbering: float
    fits: tuple[str, ...]


class Rows(NamedTuple):
    """The *height* of rows, how many are *empty*, and the *stroke* that closes them, if any."""

    height: float
    empty: int
    stroke: float = 0.0


def laid_out(texts: SheetTexts, table: PaperTable, form: PaperFormat, around: float) -> PaperLayout:
    """The layout of a sheet on which so much stands *around* its table."""
    if isinstance(table, OwnTable):
        columns = own_columns(texts, table, form)
    else:
        columns = round_columns(texts, table, form)
    above = heads(texts.sheet.names_now if table.heads_players else texts.side_names, columns.head)
    names = WRITTEN_NAME if texts.is_blank else above.height
    free = form.height - SLACK - around - ABOVE_ROWS - names - table.around
    least, told = _demand(texts, table, form, columns)
    rows, fits = _rows(texts, table, form, least, free - told)
    largest, in_least = FIGURES_IN_ROW * rows.height, FIGURES_IN_ROW * form.least
    figures, numbering = min(columns.figures, largest), min(NUMBERING, largest)
    smaller = {fit: rem * min(columns.figures, in_least) for fit, rem in SMALLER.items()}
    return PaperLayout(columns, above, rows, figures, smaller, numbering, fits)


def _demand(
    texts: SheetTexts, table: PaperTable, form: PaperFormat, columns: Columns
) -> tuple[Sequence[float], float]:
    """What every row written on needs itself, and what all that stands below rows takes."""
    if not isinstance(table, OwnTable):
        width = columns.reason - PADDING
        return [_lines(line_count(row.told(), width)) for row in texts.rounds], 0.0
    width = table.told_share * form.width - PADDING
    below = [
        max(line_count(texts.rounds[at].numbered(table.skipped), width) for at in beside)
        for beside in table.told
        if beside
    ]
    return [0.0] * (table.fixed_rows or len(texts.rounds)), sum(map(_lines, below))


def _lines(count: int) -> float:
    return count * LINE + AROUND


def _rows(
    texts: SheetTexts, table: PaperTable, form: PaperFormat, least: Sequence[float], free: float
) -> tuple[Rows, tuple[str, ...]]:
    """The highest rows with which everything stands on one page, and what else is to be tried."""
    usual, most = (form.pencil, HIGHEST_BLANK_ROW) if texts.is_blank else (USUAL_ROW, HIGHEST_ROW)
    empty = 0 if texts.sheet.is_over else texts.deals_to_come
    if table.fixed_rows:
        empty, most = 0, HIGHEST_FIXED_ROW
    if empty is None:
        empty = max(EMPTY_ROWS, int((free - _taken(least, usual)) / usual))
    every = [*least, *[0.0] * empty]
    needed = _taken(every, form.least)
    fits = (*(fit for fit, times in FITS.items() if needed <= times * free), LONG)
    if needed > free:
        left = (free - needed) % form.height  # on the last of several pages
        height = form.least + LEFT_TO_ROWS * left / len(every)
        return Rows(min(height, usual), empty), fits
    tall = [need for need in every if need > usual]
    height = (free - sum(tall)) / max(1, len(every) - len(tall))
    height = min(max(height, form.least), most)
    left = free - _taken(every, height)
    stroke = left if texts.sheet.is_over and left >= STROKE_LEAST else 0.0
    return Rows(height, empty, stroke), fits


def _taken(least: Sequence[float], height: float) -> float:
    """What rows take that are so high, or as high as they need to be themselves."""
    return sum(max(height, need) for need in least)
