"""The lines of a printed table as one drawing behind its rows.

As many borders of cells would take a third of the time that a sheet takes to be printed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

HUNDREDTHS = 100  # of a millimetre: the units of the drawing
HAIRLINE, RULE = 8, 25
HAIR_INK, INK, SHADE = "%23777", "%23111", "%23f2f0e9"


@dataclass(frozen=True, slots=True)
class RuledRow:
    """A row, *height* millimetres high, with a heavier line below it where it *ends a turn*."""

    height: float
    ends_turn: bool


@dataclass(frozen=True, slots=True)
class RuledColumns:
    """The *widths* of all columns in millimetres.

    Those with an index in *heavy* have a heavier line on their left, the *shaded* one is darker.
    The others have fine lines where the table *has fine* ones.
    """

    widths: tuple[float, ...]
    heavy: tuple[int, ...]
    shaded: int | None = None
    has_fine: bool = True


def ruled_lines(
    columns: RuledColumns, rows: Sequence[RuledRow], behind: float, sums: float, *, is_closed: bool
) -> str:
    """The drawing as a data URL for CSS, to be put between single quotes; made of numbers alone.

    It reaches from the first row to the end of the table; *behind* the rows come so many
    millimetres without lines, and then the *sums*. A table that *is closed* has a stroke there.
    """
    below = [round(HUNDREDTHS * y) for y in accumulate(row.height for row in rows)]
    left = [round(HUNDREDTHS * x) for x in accumulate(columns.widths, initial=0.0)]
    height, width = below[-1] if below else 0, left[-1]
    end = height + round(HUNDREDTHS * behind)
    turns = [y for y, row in zip(below, rows, strict=True) if row.ends_turn]
    fine = _across((y for y in below if y not in turns), width)
    if columns.has_fine:
        fine += _down((x for at, x in enumerate(left[1:-1], 1) if at not in columns.heavy), height)
    bold = _across((RULE // 2, *turns, end), width)
    if is_closed:
        bold += _stroke(width, height, end)
    bold += _down((left[at] for at in columns.heavy), height)
    drawing = _opening(width, end + round(HUNDREDTHS * sums))
    if columns.shaded is not None:
        x, right = left[columns.shaded], left[columns.shaded + 1]
        drawing += f'<path d="M{x},0H{right}V{height}H{x}z" fill="{SHADE}"/>'
    drawing += f'<path d="{fine}" stroke="{HAIR_INK}" stroke-width="{HAIRLINE}"/>'
    return f'{drawing}<path d="{bold}" stroke="{INK}" stroke-width="{RULE}"/></svg>'


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
