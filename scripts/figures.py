"""Draw the figures of totals anew from the font Besley: `python -m scripts.figures`, needs npm.

Writes templates/drawings/figures.svg, a path for each figure, and the licence beside it.
A capital is 100 high and stands on y = 100; `data-advance` says how far on the next figure begins.
"""

import gzip
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.pens.qu2cuPen import Qu2CuPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from scorekeeper.web.request.drawings import FIGURE_NAMES

DRAWINGS = Path(__file__).resolve().parents[1] / "templates" / "drawings"
PACKAGE = "@fontsource/besley@5.3.0"
FONT = "besley-latin-600-normal.woff"
CAPITAL = 100  # units
NARROWED = 0.86  # across; a column of a phone has little room
TOLERANCE = 20  # units of the font: how far a curve may lie beside the one of the font
Point = tuple[float, float]


class PathPen(BasePen):  # type: ignore[misc]
    """Collects an outline as the shortest commands of an SVG path: whole numbers, relative."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.commands = ""
        self._at = (0, 0)

    def _moveTo(self, to: Point) -> None:  # noqa: N802 - the names of fontTools
        self.commands += f"M{_numbers(map(round, to))}"
        self._at = (round(to[0]), round(to[1]))

    def _lineTo(self, to: Point) -> None:  # noqa: N802
        across, down = self._steps([to])
        if across and down:
            self.commands += f"l{_numbers((across, down))}"
        elif across or down:
            self.commands += f"h{across}" if across else f"v{down}"
        self._at = (self._at[0] + across, self._at[1] + down)

    def _curveToOne(self, first: Point, second: Point, to: Point) -> None:  # noqa: N802
        steps = self._steps([first, second, to])
        if any(steps):
            self.commands += f"c{_numbers(steps)}"
        self._at = (self._at[0] + steps[4], self._at[1] + steps[5])

    def _closePath(self) -> None:  # noqa: N802
        self.commands += "z"

    @property
    def path(self) -> str:
        """The commands; curves in a row share one letter."""
        return re.sub(r"c[^a-z]+(?:c[^a-z]+)*", _joined, self.commands)

    def _steps(self, points: Iterable[Point]) -> list[int]:
        return [round(each) - self._at[axis] for point in points for axis, each in enumerate(point)]


def _joined(curves: re.Match[str]) -> str:
    return "c" + curves[0][1:].replace("c-", "-").replace("c", " ")


def _numbers(values: Iterable[int]) -> str:
    """Numbers of a path: a minus sign parts two of them as well as a space does."""
    return " ".join(map(str, values)).replace(" -", "-")


def figure(font: TTFont, character: str) -> str:
    """The line of the file that draws a character."""
    glyphs, glyph = font.getGlyphSet(), font.getBestCmap()[ord(character)]
    scale = CAPITAL / font["OS/2"].sCapHeight
    pen = PathPen(glyphs)
    placed = TransformPen(pen, (scale * NARROWED, 0, 0, -scale, 0, CAPITAL))
    glyphs[glyph].draw(Qu2CuPen(placed, TOLERANCE, all_cubic=True))
    advance = round(font["hmtx"][glyph][0] * scale * NARROWED)
    name = FIGURE_NAMES[character]
    return f'<path id="figure-{name}" data-advance="{advance}" d="{pen.path}"/>'


def write(package: Path) -> None:
    """Write the drawings and the licence from the unpacked package of the font."""
    font = TTFont(package / "files" / FONT)
    lines = "\n".join(figure(font, each) for each in FIGURE_NAMES)
    text = f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'
    (DRAWINGS / "figures.svg").write_text(text, encoding="utf-8")
    shutil.copy(package / "LICENSE", DRAWINGS / "figures-OFL.txt")
    print(f"{len(FIGURE_NAMES)} figures, {len(gzip.compress(text.encode(), 9))} bytes with gzip")


def main() -> None:
    """Fetch the font from the registry of npm and draw its figures."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True)  # noqa: S607
        (archive,) = Path(folder).glob("*.tgz")
        shutil.unpack_archive(archive, folder, filter="data")
        write(Path(folder) / "package")


if __name__ == "__main__":
    main()
