"""One font of the parts that a package splits it into: `python -m scripts.merged_font OUT PART…`.

The digits of the result are those of one width, which these fonts keep behind a feature: columns of
numbers then need no feature, and a width can be read off the font.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from string import digits
from typing import Any

from fontTools.merge import Merger, Options  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

TABULAR = "tnum"


def merged_font(parts: Sequence[Path]) -> TTFont:
    """The letters of all parts; of a letter that two have, that of the first."""
    made = Merger(options=Options(drop_tables=["DSIG"])).merge([str(part) for part in parts])
    made.flavor = None
    made.recalcTimestamp = False  # the same parts make the same file
    heads = [TTFont(part)["head"] for part in parts]
    made["head"].created = min(head.created for head in heads)
    made["head"].modified = max(head.modified for head in heads)
    _use_tabular_digits(made)
    _make_one_width(made)
    return made


def _use_tabular_digits(font: TTFont) -> None:
    substitutes = dict[str, str]()
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == TABULAR:
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    real = getattr(subtable, "ExtSubTable", subtable)
                    substitutes |= getattr(real, "mapping", {})
    for subtable in font["cmap"].tables:
        if subtable.isUnicode():
            subtable.cmap = {
                letter: substitutes.get(name, name) for letter, name in subtable.cmap.items()
            }


def _make_one_width(font: TTFont) -> None:
    """Narrow digits that are a little wider than the others, evenly on both sides."""
    names = [font.getBestCmap()[ord(digit)] for digit in digits]
    widths, shapes = font["hmtx"].metrics, font["glyf"]
    narrowest = min(widths[name][0] for name in names)
    for name in names:
        width, bearing = widths[name]
        moved = (width - narrowest) // 2
        _move_left(shapes[name], moved, shapes)
        widths[name] = (narrowest, bearing - moved)


def _move_left(shape: Any, units: int, shapes: Any) -> None:
    """Move a glyph, drawn by itself or composed of others."""
    shape.expand(shapes)
    if shape.isComposite():
        for component in shape.components:
            component.x -= units
    else:
        shape.coordinates.translate((-units, 0))
    shape.recalcBounds(shapes)


if __name__ == "__main__":
    merged_font([Path(part) for part in sys.argv[2:]]).save(sys.argv[1])
