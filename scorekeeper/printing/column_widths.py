"""How wide the columns of a printed table are, and how large what stands in and above them.

Lengths are in rem; every text is as wide as `paper_format` estimates.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.games.paper import OwnTable, PaperTable
from scorekeeper.printing.paper_format import DIGIT, NAMES, PADDING, WORDS, PaperFormat, line_count
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.summary.text_width import fitting_apart, text_width

FIGURES, SMALLEST_FIGURES = 1.3, 0.82
LARGER = 1.3  # the numbers in a table with few rows
HEAD = 0.82  # the size of the words above a column
NUMBERING = 0.76  # a digit of the number of a round
REASON_LEAST, REASON_MOST = 0.24, 0.5  # of the width of the table
REASON_SMALLEST = 0.12  # where the numbers of many sides need more than there is
SPREAD = 1.8  # how many times as wide as they need to be the columns of the sides may become
PENCIL, BLANK_PENCIL = 4, 5  # digits that somebody may write
NAME_SIZES, NAME_LINE = (1.5, 1.25, 1.05, 0.9), 1.15
NAME_LINES = 2  # of a name at most
WASTE = 1.6  # em that a name may lose where it is broken


@dataclass(frozen=True, slots=True)
class Columns:
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


@dataclass(frozen=True, slots=True)
class Heads:
    """The names above the columns, cut where they are too long, their size, and their height."""

    names: tuple[str, ...]
    size: float
    height: float


def round_columns(texts: SheetTexts, table: PaperTable, form: PaperFormat) -> Columns:
    """The columns of a table of rounds."""
    count, digits, text = 2 * len(texts.sides), _digits(texts), texts.messages.text
    number = 0.3 + NUMBERING * max(2, *(len(row.number) for row in texts.rounds), 0)
    own_digits = [
        max(BLANK_PENCIL * texts.is_blank, *map(len, column.texts), 0) for column in table.own
    ]
    room = (1 - REASON_LEAST) * form.width - number - (count + len(own_digits)) * PADDING
    figures = min(FIGURES, room / (DIGIT * (count * digits + sum(own_digits))))
    figures = max(SMALLEST_FIGURES, figures)
    own = tuple(
        _needed((text(column.head.key),), longest, figures)
        for column, longest in zip(table.own, own_digits, strict=True)
    )
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
    figures = min(FIGURES if table.grows else LARGER * FIGURES, room)
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
