"""A machine with other fonts than this one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

from scorekeeper.printing.font_coverage import uncovered_characters


@contextmanager
def machine_with(folder: Path, letters: str = "") -> Iterator[None]:
    """While it lasts, this machine has one font, of these letters, or none: it lies in a folder."""
    if letters:
        save_font(folder / "test.ttf", letters)
    config = folder / "fonts.conf"
    cache = f"<cachedir>{folder}/cache</cachedir>"
    config.write_text(f"<fontconfig><dir>{folder}</dir>{cache}</fontconfig>")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FONTCONFIG_FILE", str(config))
        uncovered_characters.cache_clear()
        yield
    uncovered_characters.cache_clear()


def save_font(path: Path, letters: str) -> None:
    """A font in which every one of these letters is a square."""
    names = {ord(letter): f"u{ord(letter):X}" for letter in letters}
    glyphs = [".notdef", *names.values()]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 700), (700, 700), (700, 0)):
        pen.lineTo(corner)
    pen.closePath()
    square = pen.glyph()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap(names)
    font.setupGlyf(dict.fromkeys(glyphs, square))
    font.setupHorizontalMetrics(dict.fromkeys(glyphs, (800, 0)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    font.setupPost()
    font.save(path)
