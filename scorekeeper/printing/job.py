"""One document to be printed, and why it cannot be."""

import hashlib
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.metadata import version

from scorekeeper import __version__
from scorekeeper.paths import FONTS
from scorekeeper.printing.style import style

NO_DAY = date(1970, 1, 1)


class RendererMissingError(Exception):
    """This machine lacks the libraries that lay out pages: `install_command` brings them."""


class PrintingFailedError(Exception):
    """A document that cannot be made: a mistake of ours."""


@dataclass(frozen=True)
class PrintJob:
    """A page of XHTML to be printed; *sheet*, if any, is the file put inside, dated *day*.

    Of a *picture* the first page is made, as a PNG of a pixel for every one of the style.
    """

    html: str
    title: str
    sheet: str | None = None
    day: date = NO_DAY
    is_picture: bool = False

    @cached_property
    def key(self) -> str:
        """A digest of all that goes into the document: equal jobs have equal keys."""
        content = hashlib.sha256(_renderer_digest())
        kind = str(self.is_picture)
        for part in (self.html, self.title, self.sheet or "", self.day.isoformat(), kind):
            content.update(f"{len(part)} {part}".encode("utf-8", "surrogatepass"))
        return content.hexdigest()[:32]


@cache
def _renderer_digest() -> bytes:
    """A digest of what turns a job into a document: the versions, the style sheet, the fonts."""
    engines = (version(package) for package in ("weasyprint", "pypdfium2"))
    content = hashlib.sha256(" ".join((__version__, *engines)).encode())
    content.update(style().encode())
    for path in sorted(FONTS.glob("*.ttf")):
        content.update(path.read_bytes())
    return content.digest()
