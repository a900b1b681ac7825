"""The layout of a printed sheet: the heights of its parts added up, what is left to its rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.games.paper import OwnTable, ReasonBelow, RoundTable
from scorekeeper.printing import paper_format as em
from scorekeeper.printing.column_widths import (
    PADDING,
    Columns,
    ColumnTexts,
    Heads,
    heads,
    own_columns,
    round_columns,
)
from scorekeeper.printing.page_values import PaperColumns, PaperLayout, PaperRound
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.printing.row_heights import Demand, Room, Ruling, ruling
from scorekeeper.printing.ruled_lines import RuledColumns, RuledRow, ruled_lines
from scorekeeper.printing.text_width import Face, line_count

# Of numbers and of reasons: smaller ones where a page more would be needed; the last ones where
# one page is not enough for the smallest.
SIZES = ((1.0, 1.0), (1.0, 0.9), (0.85, 0.9), (0.85, 0.82), (0.7, 0.82), (1.0, 0.9))
HIGHEST_FIXED_ROW = 40.0  # millimetres, in a table that never grows
FIGURES_IN_ROW = 0.62  # of the height of a row
ABOVE_NAME = 0.2  # em


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All that a layout depends on; heights in millimetres.

    *names* are those above the columns; *end* is what stands below the table, and *to_come* the
    number of rows for deals to come, None if as many as fit. *first_empty* is the number of the
    next deal, and after as many deals as *seats* everybody has dealt once more.
    """

    form: PaperFormat
    table: RoundTable | OwnTable
    texts: ColumnTexts
    names: tuple[str, ...]
    masthead: float
    end: float
    rounds: Sequence[PaperRound]
    to_come: int | None
    seats: int
    first_empty: int
    closed: bool
    is_blank: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A layout, the names as they stand above the columns, and how many rows are empty."""

    layout: PaperLayout
    names: tuple[str, ...]
    empty: int


def laid_out(contents: Contents) -> Laid:
    """The layout with the largest type and rows that the fewest pages have room for."""
    for figures, reasons in SIZES:
        columns = _columns(contents, figures)
        above = heads(contents.names, _head_width(contents, columns), contents.form)
        demand = _demand(contents, columns, reasons)
        ruled = ruling(_room(contents, above), demand)
        if ruled.pages == 1:
            break
    layout = _layout(contents, columns, above, ruled, demand, reasons)
    return Laid(layout, above.names, ruled.empty)


def _columns(contents: Contents, figures: float) -> Columns:
    if isinstance(contents.table, OwnTable):
        return own_columns(contents.table, contents.form, figures)
    return round_columns(contents.texts, contents.form, figures)


def _head_width(contents: Contents, columns: Columns) -> float:
    table = contents.table
    if isinstance(table, OwnTable):
        return table.head_share * contents.form.width
    return sum(columns.widths[-len(contents.texts.parts) :])


def _room(contents: Contents, above: Heads) -> Room:
    form, table = contents.form, contents.table
    sums = table.sums if isinstance(table, OwnTable) else 1
    head = _names_height(contents, above) + (ABOVE_NAME + em.COLUMN_HEADS) * form.em
    further = form.height - head
    end = contents.end + sums * em.SUM * form.em
    return Room(form.height - contents.masthead % form.height - head, further, end)


def _names_height(contents: Contents, above: Heads) -> float:
    """The height of the names above the columns, with the lines that a game has above them."""
    form, table = contents.form, contents.table
    lines = table.head_lines if isinstance(table, OwnTable) else 0
    names = em.WRITTEN_NAME * form.em if contents.is_blank else above.height
    return names + lines * em.LINE_ABOVE_NAME * form.em


def _demand(contents: Contents, columns: Columns, size: float) -> Demand:
    form, table = contents.form, contents.table
    usual, most = form.usual_row, form.highest_row
    if contents.is_blank:
        usual, most = form.pencil_row, form.highest_blank_row
    if isinstance(table, RoundTable):
        width = columns.reason - PADDING * form.em
        told = contents.texts.reasons
        least = tuple(_text_height(form, [(each, width)], size) for each in told)
        below = (0.0,) * len(least)
        return Demand(least, below, contents.to_come, contents.closed, usual, most)
    least = (0.0,) * len(table.rows)
    below = tuple(_height_below(contents, row, size) for row in table.rows)
    rest = tuple(_height_below(contents, (each,), size) for each in table.rest)
    if table.grows:
        return Demand(least, below, contents.to_come, contents.closed, usual, most, rest)
    return Demand(least, below, 0, contents.closed, HIGHEST_FIXED_ROW, HIGHEST_FIXED_ROW, rest)


def _height_below(contents: Contents, row: Sequence[ReasonBelow], size: float) -> float:
    form, padding = contents.form, PADDING * contents.form.em
    texts = [
        (contents.rounds[each.index].numbered(each.skipped), each.share * form.width - padding)
        for each in row
    ]
    return _text_height(form, texts, size) if texts else 0.0


def _text_height(form: PaperFormat, texts: Sequence[tuple[str, float]], size: float) -> float:
    """The height of texts beside each other, each in its width."""
    type_size = size * form.em
    lines = max(line_count(text, Face.WORDS, width / type_size) for text, width in texts)
    return lines * em.LINE * type_size + em.AROUND_REASON * form.em


def _layout(
    contents: Contents, columns: Columns, above: Heads, ruled: Ruling, demand: Demand, size: float
) -> PaperLayout:
    table, largest = contents.table, FIGURES_IN_ROW * ruled.height
    heavy = table.heavy if isinstance(table, OwnTable) else _heavy(columns, contents)
    told = f"{min(filter(None, (*demand.below, *demand.rest)), default=0.0):.2f}"
    return PaperLayout(
        row=f"{ruled.height:.2f}",
        taller=tuple(f"{own:.2f}" if own > ruled.height else "" for own in demand.least),
        told=told,
        below=tuple("" if (own := f"{height:.2f}") == told else own for height in demand.below),
        rest=tuple("" if (own := f"{height:.2f}") == told else own for height in demand.rest),
        figures=f"{min(columns.figures, largest):.2f}",
        numbering=f"{min(contents.form.numbering, largest):.2f}",
        heads=f"{above.size:.2f}",
        head=f"{_names_height(contents, above):.2f}",
        reasons=f"{size * contents.form.em:.2f}",
        columns=_column_groups(columns, heavy, is_drawn=ruled.pages == 1),
        stroke=f"{ruled.stroke:.2f}" if ruled.stroke else "",
        lines=_lines(contents, columns, heavy, ruled, demand) if ruled.pages == 1 else "",
        pages=ruled.pages,
    )


def _heavy(columns: Columns, contents: Contents) -> tuple[int, ...]:
    """The first column of every side."""
    parts = len(contents.texts.parts)
    first = len(columns.widths) - parts * contents.texts.sides
    return tuple(range(first, len(columns.widths), parts))


def _column_groups(
    columns: Columns, heavy: tuple[int, ...], *, is_drawn: bool
) -> tuple[PaperColumns, ...]:
    """The columns as the table has them, which needs no borders where its lines are drawn."""
    widths = [f"{width:.2f}" for width in columns.widths]
    if is_drawn:
        return tuple(PaperColumns(width, len(list(same))) for width, same in groupby(widths))
    return tuple(PaperColumns(width, heavy=at in heavy) for at, width in enumerate(widths))


def _lines(
    contents: Contents, columns: Columns, heavy: tuple[int, ...], ruled: Ruling, demand: Demand
) -> str:
    """The drawing behind the rows; those of a table that never grows all end a turn."""
    table, number, form = contents.table, contents.first_empty, contents.form
    fixed = isinstance(table, OwnTable) and not table.grows
    turns = [True] * len(demand.least) if fixed else [each.ends_turn for each in contents.rounds]
    turns += [(number + more) % contents.seats == 0 for more in range(ruled.empty)]
    heights = [max(ruled.height, own) for own in demand.least] + [ruled.height] * ruled.empty
    below = [*demand.below, *[0.0] * ruled.empty]
    rows = [
        RuledRow(round(height, 2) + round(more, 2), ends_turn)
        for height, more, ends_turn in zip(heights, below, turns, strict=True)
    ]
    shaded, sums = (table.shaded, table.sums) if isinstance(table, OwnTable) else (None, 1)
    behind = ruled.stroke + sum(demand.rest)
    lines = RuledColumns(columns.widths, heavy, shaded, has_fine=not (fixed and any(below)))
    height = sums * em.SUM_ROW * form.em
    return ruled_lines(lines, rows, behind, height, is_closed=bool(ruled.stroke))
