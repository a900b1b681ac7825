"""The formats of paper, and how much room the fonts of a printed page take.

Lengths are in rem, the size of the type that every other size in the style is a multiple of.
"""

from enum import StrEnum
from math import ceil
from typing import NamedTuple

from scorekeeper.summary.text_width import text_width


class PaperSize(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    A5 = "a5"


class PaperFormat(NamedTuple):
    """A size of paper, upright or lying, by the classes (*css*) that the style knows it by.

    *width* and *height* are those inside its frame; a row is *least* high, 5 millimetres, for
    whoever reads it across a table, and *pencil* high where it is to be filled in by hand.
    """

    css: str
    width: float
    height: float
    least: float
    pencil: float


A4 = PaperFormat("a4", width=52.9, height=78.6, least=1.5, pencil=2.5)
A5 = PaperFormat("a5", width=46.4, height=69.2, least=1.87, pencil=2.5)
A5_LYING = PaperFormat("a5 lying", width=69.5, height=46.1, least=1.87, pencil=2.2)

# How wide texts in our fonts are, of what they are in the usual ones, in hundredths: rather more.
WORDS, BOLD_WORDS, NAMES = 0.0066, 0.0076, 0.012
DIGIT = 0.67  # em: a bold one
PADDING = 0.7  # left and right of a text in a table together
NAME_SIZE, LETTER_SPACING, SUITS = 2.6, 0.06, 4.6  # SUITS: both pairs, in em of the name
SUIT_UNITS, SUIT_UNIT = 50, 0.032  # of the drawing of a pair: how wide, and each in em of the name


def line_count(text: str, width: float, font: float = WORDS) -> int:
    """About how many lines so wide a text takes, which may be broken anywhere."""
    return max(1, ceil(font * text_width(text) / width))


class NameSize(NamedTuple):
    """The *size* of the name at the top of a page, and the drawing behind it of its suits.

    That is *units* wide, of which a pair of suits has SUIT_UNITS at either end.
    """

    size: float
    units: float

    @property
    def width(self) -> float:
        """How wide the drawing is, in em of the name."""
        return SUIT_UNIT * self.units

    @property
    def right(self) -> float:
        """Where the right pair begins."""
        return self.units - SUIT_UNITS


def name_size(name: str, width: float) -> NameSize:
    """The name on one line, as large as it can be."""
    letters = NAMES * text_width(name.upper()) + LETTER_SPACING * len(name)
    size = min(NAME_SIZE, width / (letters + SUITS))
    return NameSize(size, (letters + SUITS / 2) / SUIT_UNIT + SUIT_UNITS)
