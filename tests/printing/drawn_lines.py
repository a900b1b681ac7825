"""The rows of a printed table as the printer sets them, and the lines drawn behind them."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from weasyprint import CSS  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]

from scorekeeper.paths import folder
from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.renderer import PackagedFetcher, PageDocument

A_PIXEL = 25.4 / 96  # in millimetres


@dataclass(frozen=True)
class SetTable:
    """A table on the one page it has; lengths in millimetres.

    *rows* are the lower edges of its rows, from the top of the first, *lines* the heights of the
    lines drawn across, from the top of the drawing, which begins *above* the first row.
    """

    pages: int
    head: float
    rows: tuple[float, ...]
    lines: tuple[float, ...]
    above: float


class Setter:
    """Sets pages as they are printed, without writing a document."""

    def __init__(self) -> None:
        self._fetcher = PackagedFetcher(allowed_protocols=("data",))
        self._fonts = FontConfiguration()
        style = (folder("templates") / "print" / "paper.css").read_text(encoding="utf-8")
        self._style = CSS(string=style, font_config=self._fonts, url_fetcher=self._fetcher)

    def table(self, job: PrintJob) -> SetTable:
        """The table of rounds of a sheet whose lines are drawn."""
        pages = (
            PageDocument(job.html, self._fetcher)
            .render(stylesheets=[self._style], font_config=self._fonts)
            .pages
        )
        table = next(
            box
            for box in pages[0]._page_box.descendants()
            if box.element_tag == "table" and hasattr(box, "column_widths")
        )
        head, *groups = table.children
        played = next(each for each in groups if each.element.get("class") == "played")
        first = played.children[0].position_y
        end = table.position_y + table.border_top_width + table.height
        drawing = unescape(job.html)
        height = float(re.search(r'mm" height="([\d.]+)mm"', drawing)[1])  # type: ignore[index]
        return SetTable(
            len(pages),
            head.height * A_PIXEL,
            tuple((_end(row) - first) * A_PIXEL for row in played.children),
            tuple(sorted({int(y) / 100 for y in re.findall(r"M0,(\d+)H", drawing)})),
            first * A_PIXEL - (end * A_PIXEL - height),
        )


def _end(row: Any) -> float:
    return float(row.position_y + row.height)
