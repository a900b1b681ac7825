"""How wide a text is about: by its letters, as no font is at hand where pages are made."""

from itertools import accumulate
from unicodedata import east_asian_width

ELLIPSIS = "…"
TAIL = 3  # letters behind an ellipsis, where beginnings are alike
# Widths in hundredths of the font size, at least those of the usual fonts of phones and computers:
# no library knows which of them draws a page.
NARROW, USUAL, CAPITAL, BROAD = 42, 63, 75, 105
NARROW_LETTERS = frozenset(" !'()*,-./:;I[]fijlrt|’‐")
BROAD_LETTERS = frozenset("%&@MWmw—…")


def text_width(text: str) -> int:
    """The width of a text on one line, in hundredths of the font size."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in BROAD_LETTERS or east_asian_width(letter) in "WF":
        return BROAD
    return USUAL if letter.islower() else CAPITAL


def fitting(name: str, room: int) -> str:
    """The name, or as much of it as fits into so many hundredths of the font size."""
    if text_width(name) <= room:
        return name
    widths, left = accumulate(map(_width, name)), room - _width(ELLIPSIS)
    return name[: sum(width <= left for width in widths)].rstrip() + ELLIPSIS


def fitting_apart(names: tuple[str, ...], room: int) -> tuple[str, ...]:
    """Names cut to fit; two that would become the same keep an end that tells them apart.

    Names that nothing tells apart within that room stay whole.
    """
    cut = tuple(fitting(name, room) for name in names)
    if len(set(cut)) == len(set(names)):
        return cut
    before_end = max(0, room - TAIL * BROAD)
    ends = tuple(
        name if name == short else fitting(name, before_end) + name[-TAIL:]
        for name, short in zip(names, cut, strict=True)
    )
    return ends if len(set(ends)) == len(set(names)) else names
