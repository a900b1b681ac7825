"""Reads a README as far as its twins must agree: headings, blocks, commands, links, pictures."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = "```"
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
HEADING = re.compile(r"(#+) (.+)")
ITEM = re.compile(r"(\*|\d+\.) (?=\S)")
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")
PICTURE = re.compile(r'<img src="([^"]+)" width="(\d+)" alt="([^"]+)">')
CODE = re.compile(r"`([^`]+)`")
ADDRESS = re.compile(r"[a-z]+:")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, piece of code or row of pictures."""

    kind: str
    text: str

    @property
    def links(self) -> tuple[str, ...]:
        """The targets of its links, as they are written."""
        return tuple(LINK.findall(self.text))

    @property
    def pictures(self) -> tuple[tuple[str, ...], ...]:
        """The source, width and description of each of its pictures."""
        return tuple(PICTURE.findall(self.text))

    @property
    def code(self) -> tuple[str, ...]:
        """What is to be typed, or is called so by the machine; without comments."""
        if self.kind == "code":
            return tuple(re.sub(r"\s*#.*", "", line) for line in self.text.splitlines())
        return tuple(CODE.findall(self.text))


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page in their order."""
    pieces = COMMENT.sub("", text).split(FENCE)
    for number, piece in enumerate(pieces):
        if number % 2:
            yield Block("code", piece.partition("\n")[2].strip())
        else:
            for paragraph in re.split(r"\n\s*\n", piece):
                yield from _prose(paragraph.strip())


def _prose(paragraph: str) -> Iterator[Block]:
    heading = HEADING.fullmatch(paragraph)
    if heading:
        yield Block(f"heading {len(heading[1])}", heading[2])
    elif PICTURE.search(paragraph):
        yield Block("pictures", paragraph)
    elif ITEM.match(paragraph):
        for item in re.split(r"\n(?=(?:\*|\d+\.) )", paragraph):
            mark = ITEM.match(item)
            yield Block(f"item {mark[1] if mark else ''}", item)
    elif paragraph:
        yield Block("paragraph", paragraph)


def local(link: str, page: Path) -> Path | None:
    """The file that a link on a page leads to; None for an address elsewhere."""
    if ADDRESS.match(link) or link.startswith("#"):
        return None
    return Path(os.path.normpath(page.parent / link.partition("#")[0]))
