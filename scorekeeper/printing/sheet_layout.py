"""How large everything on a printed sheet is, so that its rows fill the page; lengths in rem.

All is estimated from how long the texts are, before anything is laid out: to lay out twice would
take half as long again. Whatever lays the pages out knows better. Where its page turns out too
short, it gives the sheet the next of the classes in `PaperLayout.fits`, with smaller type.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.paper import OwnTable, PaperTable
from scorekeeper.printing.column_widths import Columns, Heads, heads, own_columns, round_columns
from scorekeeper.printing.paper_format import PADDING, PaperFormat, line_count
from scorekeeper.printing.sheet_texts import SheetTexts

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
LEFT_TO_ROWS = 0.6  # of what is left over on the last of several pages
SLACK = 0.5


@dataclass(frozen=True, slots=True)
class PaperLayout:
    """The sizes on a sheet: of its *columns*, of the *heads* above them and of its *rows*.

    *figures* is the size of the numbers in the rows, *numbering* that of the number of a round.
    *fits* are the classes to be tried one after the other until all is on one page; the last one is
    for several.
    """

    columns: Columns
    heads: Heads
    rows: "Rows"
    figures: float
    numbering: float
    fits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
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
    above = heads(texts.players if table.heads_players else texts.side_names, columns.head)
    names = WRITTEN_NAME if texts.is_blank else above.height
    free = form.height - SLACK - around - ABOVE_ROWS - names - table.around
    least, told = _demand(texts, table, form, columns)
    rows, fits = _rows(texts, table, form, least, free - told)
    largest = FIGURES_IN_ROW * rows.height
    figures, numbering = min(columns.figures, largest), min(NUMBERING, largest)
    return PaperLayout(columns, above, rows, figures, numbering, fits)


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
    usual, most = USUAL_ROW, HIGHEST_ROW
    if texts.is_blank:
        usual, most = form.pencil, HIGHEST_BLANK_ROW
    empty = 0 if texts.sheet.is_over else texts.deals_to_come
    if not table.grows:
        empty, most = 0, HIGHEST_FIXED_ROW
    if empty is None:
        empty = max(EMPTY_ROWS, int((free - _taken(least, usual)) / usual))
    needed = _taken([*least, *[0.0] * empty], form.least)
    fits = (*(fit for fit, times in FITS.items() if needed <= times * free), LONG)
    if needed > free:
        left = (free - needed) % form.height  # on the last of several pages
        height = form.least + LEFT_TO_ROWS * left / (len(least) + empty)
        return Rows(min(height, usual), empty), fits
    tall = [need for need in least if need > usual]
    height = (free - sum(tall)) / max(1, len(least) + empty - len(tall))
    height = min(max(height, form.least), most)
    left = free - _taken([*least, *[0.0] * empty], height)
    stroke = left if texts.sheet.is_over and left >= STROKE_LEAST else 0.0
    return Rows(height, empty, stroke), fits


def _taken(least: Sequence[float], height: float) -> float:
    """What rows take that are so high, or as high as they need to be themselves."""
    return sum(max(height, need) for need in least)
