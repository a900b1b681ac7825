"""How wide a text is in the fonts of a printed sheet: lengths in em, of the size it is set in.

Pango could say it, but is loaded in the printing process alone: fontTools reads the fonts anywhere.
"""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from scorekeeper.paths import FONTS

KERNING = 1.02  # pairs of letters that stand further apart than each by itself
UNKNOWN = 1.4  # a letter that none of our fonts has: no other font of a machine has wider ones
UNKNOWN_MARK = 0.6  # what stands for a mark that nothing has
SYMBOLS = 1.12  # how much wider a symbol of the machine's is than the same one behind our fonts
BEHIND = ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold")
ELLIPSIS = "…"
TAIL = 3  # letters behind an ellipsis, where beginnings are alike


class Face(StrEnum):
    """A font by the name of its file."""

    WORDS = "ArchivoNarrow-Regular"
    BOLD_WORDS = "ArchivoNarrow-SemiBold"
    FIGURES = "Besley-Medium"
    BOLD_FIGURES = "Besley-ExtraBold"


@cache
def _advances(file: str) -> Mapping[int, float]:
    """The width of every letter in a font."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # noqa: PLC0415 (slow)

    with TTFont(FONTS / f"{file}.ttf", lazy=True) as font:
        units, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
        return {
            letter: metrics[name][0] / units for letter, name in font["cmap"].getBestCmap().items()
        }


class _Widths(dict[str, float]):
    """The widths of letters in a face, each worked out when it is first asked for."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self._ours, self._behind = _advances(face), [_advances(file) for file in BEHIND]

    def __missing__(self, letter: str) -> float:
        self[letter] = width = self._width(letter)
        return width

    def _width(self, letter: str) -> float:
        code, category = ord(letter), unicodedata.category(letter)
        if category == "Cf" or unicodedata.name(letter, "").startswith("VARIATION SELECTOR"):
            return 0.0
        if code in self._ours:
            return self._ours[code]
        widest = max((each[code] for each in self._behind if code in each), default=None)
        if category in ("Mn", "Me"):
            return UNKNOWN_MARK if widest is None else 0.0
        if widest is None:
            return UNKNOWN
        return SYMBOLS * widest if category in ("So", "Zs") else widest


_widths = cache(_Widths)


def text_width(text: str, face: Face) -> float:
    """The width of a text on one line."""
    return sum(map(_widths(face).__getitem__, text)) * KERNING


def line_count(text: str, face: Face, width: float) -> int:
    """How many lines a text takes that is broken at spaces, and within a word that is too long."""
    space, lines, used = text_width(" ", face), 1, 0.0
    for word in text.split():
        needed = text_width(word, face)
        if used and used + space + needed <= width:
            used += space + needed
            continue
        more, used = _broken(word, face, width) if needed > width else (1, needed)
        lines += more
    return max(1, lines - 1)


def _broken(word: str, face: Face, width: float) -> tuple[int, float]:
    """The lines of a word that is too long for one, and how much of the last it fills."""
    lines, used = 1, 0.0
    for letter in word:
        needed = text_width(letter, face)
        if used and used + needed > width:
            lines, used = lines + 1, 0.0
        used += needed
    return lines, used


def shortened(text: str, face: Face, width: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis behind it."""
    if text_width(text, face) <= width:
        return text
    kept = text
    while kept and text_width(kept + ELLIPSIS, face) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def short_names(names: tuple[str, ...], face: Face, width: float) -> tuple[str, ...]:
    """Names cut to a width; two that would become the same keep an end that tells them apart.

    Names that nothing tells apart within that width stay whole.
    """
    cut = tuple(shortened(name, face, width) for name in names)
    if len(set(cut)) == len(set(names)):
        return cut
    ends = tuple(
        name if short == name else shortened(name, face, width / 2) + name[-TAIL:]
        for name, short in zip(names, cut, strict=True)
    )
    return ends if len(set(ends)) == len(set(names)) else names


def names_on_one_line(names: tuple[str, ...], face: Face, width: float) -> tuple[str, ...]:
    """Names cut to a width and told apart as far as that can be: none is ever wider."""
    return tuple(shortened(name, face, width) for name in short_names(names, face, width))
