"""How wide the columns of a printed table are, and how large the type in them; in millimetres."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.games.paper import OwnTable
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.printing.text_width import Face, line_count, short_names, text_width

PADDING = 0.7  # em, left and right of a text together
HEAD = 0.82  # em: the size of the words above a column
REASON_LEAST, REASON_MOST = 0.24, 0.5  # of the width of the table
SPREAD = 0.8  # how much wider than they need to be the columns of the sides may become
SMALLEST_FIGURES = 2.2
SHRINKING = 0.96
LARGER = 1.3  # the numbers in a table with few rows
NAME_SIZES = (1.5, 1.25, 1.05, 0.9)  # em
NAME_LINE = 1.15
NAME_LINES = 2
WASTE = 1.6  # em that a name may lose where it is broken


@dataclass(frozen=True, slots=True)
class Columns:
    """The *widths* of all columns, that of the *reason* among them, and the size of the numbers.

    Those with an index in *heavy* have a heavier line on their left; a name has the width *head*.
    """

    widths: tuple[float, ...]
    heavy: tuple[int, ...]
    head: float
    reason: float
    figures: float


@dataclass(frozen=True, slots=True)
class ColumnTexts:
    """What stands in the columns of a table of rounds, with the words above each.

    *own* are the columns that only a game has, *parts* those that every one of the *sides* has.
    """

    numbers: tuple[str, Sequence[str]]
    reasons: Sequence[str]
    own: Sequence[tuple[str, Sequence[str]]]
    parts: Sequence[tuple[str, Sequence[str]]]
    sides: int


@dataclass(frozen=True, slots=True)
class Heads:
    """The names above the columns, cut where they are too long, their size, and their height."""

    names: tuple[str, ...]
    size: float
    height: float


def round_columns(texts: ColumnTexts, form: PaperFormat, size: float) -> Columns:
    """The columns of a table of rounds: number, reason, own ones, then the parts of every side.

    Numbers are set in *size* times the largest figures, or smaller where there is no room.
    """
    figures = size * form.largest_figures
    least = REASON_LEAST * form.width
    while True:
        narrow = [
            _needed(*texts.numbers, form.numbering, form),
            *[_needed(head, column, figures, form) for head, column in _narrow(texts)],
        ]
        reason = form.width - sum(narrow)
        if reason >= least or figures <= SMALLEST_FIGURES:
            break
        figures *= SHRINKING
    own, sides = 1 + len(texts.own), narrow[1 + len(texts.own) :]
    spare = max(0.0, reason - _reason_needed(texts.reasons, form))
    wider = 1 + min(SPREAD, spare / sum(sides))
    sides = [width * wider for width in sides]
    reason = form.width - sum(narrow[:own]) - sum(sides)
    widths, parts = (narrow[0], reason, *narrow[1:own], *sides), len(texts.parts)
    heavy = range(1 + own, len(widths), parts)  # the first column of every side
    return Columns(widths, tuple(heavy), sum(widths[-parts:]), reason, figures)


def _narrow(texts: ColumnTexts) -> list[tuple[str, Sequence[str]]]:
    return [*texts.own, *[part for _ in range(texts.sides) for part in texts.parts]]


def _needed(head: str, column: Sequence[str], figures: float, form: PaperFormat) -> float:
    words = text_width(head, Face.WORDS) * HEAD * form.em
    return max(words, _widest(column, Face.BOLD_FIGURES) * figures) + PADDING * form.em


def _widest(texts: Iterable[str], face: Face) -> float:
    return max((text_width(each, face) for each in set(texts)), default=0.0)


def _reason_needed(reasons: Sequence[str], form: PaperFormat) -> float:
    """What the longest reason takes on one line, within bounds."""
    longest = (_widest(reasons, Face.WORDS) + PADDING) * form.em
    return min(max(longest, REASON_LEAST * form.width), REASON_MOST * form.width)


def own_columns(table: OwnTable, form: PaperFormat, size: float) -> Columns:
    """The columns of a table that a game draws itself."""
    largest = size * form.largest_figures * (1 if table.grows else LARGER)
    room = table.number_share * form.width - PADDING * form.em
    widest = _widest(table.numbers, Face.BOLD_FIGURES)
    widths = tuple(share * form.width for share in table.shares)
    figures = min(largest, room / widest) if widest else largest
    return Columns(widths, table.heavy, table.head_share * form.width, 0.0, figures)


def heads(names: tuple[str, ...], width: float, form: PaperFormat) -> Heads:
    """Names above columns of this width, as large as they can be on as few lines as can be."""
    room = width - PADDING * form.em
    for lines in range(1, NAME_LINES + 1):
        for size in NAME_SIZES:
            if _most_lines(names, room / (size * form.em)) <= lines:
                return Heads(names, size * form.em, lines * NAME_LINE * size * form.em)
    size = NAME_SIZES[-1] * form.em
    cut = short_names(names, Face.BOLD_FIGURES, NAME_LINES * room / size - WASTE)
    return Heads(cut, size, _most_lines(cut, room / size) * NAME_LINE * size)


def _most_lines(names: Iterable[str], width: float) -> int:
    return max((line_count(name, Face.BOLD_FIGURES, width) for name in names), default=1)
