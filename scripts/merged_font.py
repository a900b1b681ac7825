"""One font of the parts that a package splits it into: `python -m scripts.merged_font OUT PART…`.

The digits of the result are all of one width, so that columns of numbers need no feature, and the
width of a text can be read off the font.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from string import digits
from typing import Any

from fontTools.merge import Merger, Options  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]


def merged_font(parts: Sequence[Path]) -> TTFont:
    """The letters of all parts; of a letter that two have, that of the first."""
    made = Merger(options=Options(drop_tables=["DSIG"])).merge([str(part) for part in parts])
    made.flavor = None
    made.recalcTimestamp = False  # the same parts make the same file
    heads = [TTFont(part)["head"] for part in parts]
    made["head"].created = min(head.created for head in heads)
    made["head"].modified = max(head.modified for head in heads)
    _make_digits_one_width(made)
    return made


def _make_digits_one_width(font: TTFont) -> None:
    """Set every digit in the middle of the width that the font's own tabular digits have.

    These themselves are of no use: Besley's tabular zero has the same weight in all its fonts.
    """
    letters, widths, shapes = font.getBestCmap(), font["hmtx"].metrics, font["glyf"]
    names = [letters[ord(digit)] for digit in digits]
    tabular = _tabular_names(font)
    width = max(widths[tabular.get(name, name)][0] for name in names)
    for name in names:
        own, bearing = widths[name]
        moved = (width - own) // 2
        if moved:
            _move(shapes[name], moved, shapes)
        widths[name] = (width, bearing + moved)


def _tabular_names(font: TTFont) -> dict[str, str]:
    """The glyphs that the feature for tabular digits puts in place of others."""
    table, substitutes = font["GSUB"].table, dict[str, str]()
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    real = getattr(subtable, "ExtSubTable", subtable)
                    substitutes |= getattr(real, "mapping", {})
    return substitutes


def _move(shape: Any, units: int, shapes: Any) -> None:
    """Move a glyph to the right that is drawn by itself, not composed of others."""
    shape.expand(shapes)
    shape.coordinates.translate((units, 0))
    shape.recalcBounds(shapes)


if __name__ == "__main__":
    merged_font([Path(part) for part in sys.argv[2:]]).save(sys.argv[1])
