"""A printed sheet, read back as somebody would who got it by mail."""

import re
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import Any, cast

from pypdf import PdfReader

A_POINT = 25.4 / 72  # in millimetres
COLUMN = 12  # points: numbers of one column begin no further apart


class Printed:
    def __init__(self, document: bytes) -> None:
        self.document = document
        self.reader = PdfReader(BytesIO(document), strict=True)

    @cached_property
    def pages(self) -> list[str]:
        """The text of every page in one line."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """Width and height of its pages in millimetres."""
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(box.width * A_POINT), round(box.height * A_POINT)) for box in boxes}

    @cached_property
    def placed(self) -> list[tuple[int, float, float, float, str]]:
        """Every piece of text: its page, where it begins and its size in points, and itself."""
        found = []
        for number, page in enumerate(self.reader.pages):

            def see(text: str, cm: Any, tm: Any, font: Any, size: float, at: int = number) -> None:
                scale = abs(tm[3] * cm[3])
                if text.strip():
                    x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
                    found.append((at, x, y, size * scale, text.strip()))

            page.extract_text(visitor_text=see)
        return found

    @property
    def font_sizes(self) -> set[float]:
        """The sizes of all texts, in points."""
        return {size for *_, size, _ in self.placed}

    @property
    def row_heights(self) -> list[float]:
        """How far the numbers of rounds stand apart that follow each other, in millimetres."""
        numbered = [(at, x, y, int(text)) for at, x, y, _, text in self.placed if text.isdigit()]
        rows = [each for each in numbered if each[3] == 1][:1]
        for at, x, y, number in numbered:
            if rows and number == rows[-1][3] + 1 and abs(x - rows[0][1]) < COLUMN:
                rows.append((at, x, y, number))
        return [
            abs(above[2] - below[2]) * A_POINT
            for above, below in pairwise(rows)
            if above[0] == below[0]
        ]

    @property
    def root(self) -> Any:
        return self.reader.trailer["/Root"]

    @property
    def bookmarks(self) -> list[str]:
        """All of them, top to bottom."""

        def titles(outline: Any) -> list[str]:
            found = []
            for each in outline:
                found += titles(each) if isinstance(each, list) else [str(each.title)]
            return found

        return titles(self.reader.outline)

    @cached_property
    def tags(self) -> list[str]:
        """What the parts of the document are said to be."""
        found = []
        waiting = [self.root["/StructTreeRoot"]]
        while waiting:
            element = waiting.pop().get_object()
            if not hasattr(element, "get"):
                continue
            if "/S" in element:
                found.append(str(element["/S"]))
            kids = element.get("/K", [])
            waiting += kids if isinstance(kids, list) else []
        return found

    @property
    def pictures(self) -> list[str]:
        """What its pictures say to those who cannot see them."""
        found = []
        waiting = [self.root["/StructTreeRoot"]]
        while waiting:
            element = waiting.pop().get_object()
            if isinstance(element, list):
                waiting += element
            elif hasattr(element, "get"):
                found += [str(element["/Alt"])] if "/Alt" in element else []
                waiting += [element["/K"]] if "/K" in element else []
        return found

    @property
    def fonts(self) -> set[str]:
        """The names of the fonts inside."""
        return {
            str(font.get_object()["/BaseFont"]).split("+")[-1]
            for page in self.reader.pages
            for font in cast(Any, page["/Resources"])["/Font"].values()
        }

    def has(self, words: str) -> bool:
        """Whether it says so, however the lines are broken."""
        return _bare(words) in _bare(self.text)


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)
