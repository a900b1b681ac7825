"""The layout of a printed sheet: heights added up, what is left to its rows, and its lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from scorekeeper.games.paper import OwnTable, PaperTable, ReasonBelow
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
from scorekeeper.printing.page_values import PaperColumns, PaperLayout
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.printing.row_heights import Demand, Room, Ruling, ruling
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.printing.text_width import Face, line_count

# Of numbers and of reasons: smaller ones where a page more would be needed; the last ones where
# one page is not enough for the smallest.
SIZES = ((1.0, 1.0), (1.0, 0.9), (0.85, 0.9), (0.85, 0.82), (0.7, 0.82), (1.0, 0.9))
HIGHEST_FIXED_ROW = 40.0  # millimetres, in a table that never grows
FIGURES_IN_ROW = 0.62  # of the height of a row
ABOVE_NAME = 0.2  # em
HUNDREDTHS = 100  # of a millimetre: the units of the drawing
HAIRLINE, RULE = 8, 25
HAIR_INK, INK, SHADE = "%23777", "%23111", "%23f2f0e9"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All that a layout depends on; *masthead* and *end* are the heights of what stands around it.

    In millimetres, as all heights are.
    """

    form: PaperFormat
    table: PaperTable
    texts: SheetTexts
    columns: ColumnTexts
    masthead: float
    end: float


def laid_out(contents: Contents) -> PaperLayout:
    """The layout with the largest type and rows that the fewest pages have room for."""
    table, texts = contents.table, contents.texts
    names = texts.players if table.heads_players else texts.side_names
    for figures, reasons in SIZES:
        columns = _columns(contents, figures)
        above = heads(names, columns.head, contents.form)
        demand = _demand(contents, columns, reasons)
        ruled = ruling(_room(contents, above), demand)
        if ruled.pages == 1:
            break
    return _layout(contents, columns, above, ruled, demand, reasons)


def _columns(contents: Contents, figures: float) -> Columns:
    if isinstance(contents.table, OwnTable):
        return own_columns(contents.table, contents.form, figures)
    return round_columns(contents.columns, contents.form, figures)


def _room(contents: Contents, above: Heads) -> Room:
    form = contents.form
    head = _names_height(contents, above) + (ABOVE_NAME + em.COLUMN_HEADS) * form.em
    end = contents.end + contents.table.sums * em.SUM * form.em
    return Room(form.height - contents.masthead % form.height - head, form.height - head, end)


def _names_height(contents: Contents, above: Heads) -> float:
    """The height of the names above the columns, with the lines that a game has above them."""
    form = contents.form
    names = em.WRITTEN_NAME * form.em if contents.texts.is_blank else above.height
    return names + contents.table.head_lines * em.LINE_ABOVE_NAME * form.em


def _demand(contents: Contents, columns: Columns, size: float) -> Demand:
    form, table, texts = contents.form, contents.table, contents.texts
    to_come, usual, most = texts.deals_to_come, form.usual_row, form.highest_row
    if texts.is_blank:
        usual, most = form.pencil_row, form.highest_blank_row
    if not table.grows:
        to_come, usual, most = 0, HIGHEST_FIXED_ROW, HIGHEST_FIXED_ROW
    least, below = _row_heights(contents, columns, size)
    rest = tuple(_height_below(contents, (each,), size) for each in table.rest)
    return Demand(least, below, to_come, texts.is_over, usual, most, rest)


def _row_heights(
    contents: Contents, columns: Columns, size: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What every row needs itself, for its reason, and what stands below it."""
    table, form = contents.table, contents.form
    if isinstance(table, OwnTable):
        below = tuple(_height_below(contents, row, size) for row in table.rows)
        return (0.0,) * len(below), below
    width = columns.reason - PADDING * form.em
    least = tuple(
        _text_height(form, [(reason, width)], size) for reason in contents.columns.reasons
    )
    return least, (0.0,) * len(least)


def _height_below(contents: Contents, row: Sequence[ReasonBelow], size: float) -> float:
    form, padding = contents.form, PADDING * contents.form.em
    rounds = contents.texts.rounds
    texts = [
        (rounds[each.index].numbered(each.skipped), each.share * form.width - padding)
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
    largest, is_drawn = FIGURES_IN_ROW * ruled.height, ruled.pages == 1
    told = f"{min(filter(None, (*demand.below, *demand.rest)), default=0.0):.2f}"
    return PaperLayout(
        row=f"{ruled.height:.2f}",
        taller=tuple(f"{own:.2f}" if own > ruled.height else "" for own in demand.least),
        empty=ruled.empty,
        told=told,
        below=_unless(told, demand.below),
        rest=_unless(told, demand.rest),
        figures=f"{min(columns.figures, largest):.2f}",
        numbering=f"{min(contents.form.numbering, largest):.2f}",
        names=above.names,
        heads=f"{above.size:.2f}",
        head=f"{_names_height(contents, above):.2f}",
        reasons=f"{size * contents.form.em:.2f}",
        columns=_column_groups(columns, is_drawn=is_drawn),
        stroke=f"{ruled.stroke:.2f}" if ruled.stroke else "",
        lines=_lines(contents, columns, ruled, demand) if is_drawn else "",
        pages=ruled.pages,
    )


def _unless(usual: str, heights: Sequence[float]) -> tuple[str, ...]:
    """The heights as CSS writes them, empty where they are as *usual*."""
    return tuple("" if (own := f"{height:.2f}") == usual else own for height in heights)


def _column_groups(columns: Columns, *, is_drawn: bool) -> tuple[PaperColumns, ...]:
    """The columns as the table has them, which needs no borders where its lines are drawn."""
    widths = [f"{width:.2f}" for width in columns.widths]
    if is_drawn:
        return tuple(PaperColumns(width, len(list(same))) for width, same in groupby(widths))
    return tuple(PaperColumns(width, heavy=at in columns.heavy) for at, width in enumerate(widths))


def _lines(contents: Contents, columns: Columns, ruled: Ruling, demand: Demand) -> str:
    """The lines of the table as one drawing behind its rows, as a data URL for CSS.

    As many borders of cells would take a third of the time that a sheet takes to be printed. It is
    made of numbers alone, to be put between single quotes, and reaches from the first row to the
    end of the table.
    """
    table = contents.table
    left = [round(HUNDREDTHS * x) for x in accumulate(columns.widths, initial=0.0)]
    below, turns = _row_ends(contents, ruled, demand)
    height, width = below[-1] if below else 0, left[-1]
    end = height + round(HUNDREDTHS * (ruled.stroke + sum(demand.rest)))
    fine = _across((y for y in below if y not in turns), width)
    if table.grows or not any(demand.below):
        inside = enumerate(left[1:-1], 1)
        fine += _down((x for at, x in inside if at not in columns.heavy), height)
    bold = _across((RULE // 2, *turns, end), width)
    if ruled.stroke:
        bold += _stroke(width, height, end)
    bold += _down((left[at] for at in columns.heavy), height)
    sums = table.sums * em.SUM_ROW * contents.form.em
    drawing = _opening(width, end + round(HUNDREDTHS * sums))
    if table.shaded is not None:
        x, right = left[table.shaded], left[table.shaded + 1]
        drawing += f'<path d="M{x},0H{right}V{height}H{x}z" fill="{SHADE}"/>'
    drawing += f'<path d="{fine}" stroke="{HAIR_INK}" stroke-width="{HAIRLINE}"/>'
    return f'{drawing}<path d="{bold}" stroke="{INK}" stroke-width="{RULE}"/></svg>'


def _row_ends(contents: Contents, ruled: Ruling, demand: Demand) -> tuple[list[int], list[int]]:
    """Where the rows end, from the top of the first, and which of them end a turn.

    Those of a table that never grows all do.
    """
    texts, empty = contents.texts, ruled.empty
    rows = [*texts.rounds, *texts.empty_rounds(empty)]
    least, below = (*demand.least, *[0.0] * empty), (*demand.below, *[0.0] * empty)
    heights = [
        round(max(ruled.height, own), 2) + round(more, 2)
        for own, more in zip(least, below, strict=True)
    ]
    ends = [round(HUNDREDTHS * y) for y in accumulate(heights)]
    if not contents.table.grows:
        return ends, ends
    return ends, [y for y, row in zip(ends, rows, strict=True) if row.ends_turn]


def _across(heights: Iterable[int], width: int) -> str:
    return "".join(f"M0,{y}H{width}" for y in heights)


def _down(places: Iterable[int], height: int) -> str:
    return "".join(f"M{x},0V{height}" for x in places)


def _stroke(width: int, top: int, bottom: int) -> str:
    """A bookkeeper's: along the top, slanting down, and along the bottom."""
    margin = min(2 * HUNDREDTHS, (bottom - top) // 5)
    top, bottom = top + margin, bottom - margin
    return f"M{margin},{top}H{width * 45 // 100}L{width * 55 // 100},{bottom}H{width - margin}"


def _opening(width: int, height: int) -> str:
    size = f'width="{width / HUNDREDTHS}mm" height="{height / HUNDREDTHS}mm"'
    view = f'viewBox="0 0 {width} {height}"'
    return f'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" {size} {view} fill="none">'
