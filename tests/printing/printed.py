"""A printed sheet, read back as somebody would who got it by mail."""

import re
from functools import cached_property
from io import BytesIO
from typing import Any, cast

from pypdf import PdfReader

A_POINT = 25.4 / 72  # in millimetres


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
