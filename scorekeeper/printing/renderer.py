"""HTML to PDF by WeasyPrint, as it happens inside the printing process and nowhere else.

Pictures are such documents, drawn by PDFium.
"""

import gc
import os
import re
import signal
from datetime import datetime, time
from io import BytesIO
from multiprocessing.connection import Connection
from typing import Any
from xml.etree.ElementTree import Element, fromstring

from PIL.Image import Quantize
from pypdfium2 import PdfDocument
from weasyprint import CSS, HTML, Attachment  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
from weasyprint.urls import (  # type: ignore[import-untyped]
    FatalURLFetchingError,
    URLFetcher,
    URLFetcherResponse,
)

from scorekeeper.files.sheet import ATTACHMENT
from scorekeeper.printing.job import PrintingFailedError, PrintJob
from scorekeeper.printing.style import PACKAGED, font, style

NICENESS = 10  # the phones go first
VARIANT = "pdf/ua-1"
PIXELS_PER_POINT = 96 / 72  # as style sheets count
COLOURS = 128  # of a picture: it has few, and chats want it small
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
REPLACEMENT = "\ufffd"


class PackagedFetcher(URLFetcher):  # type: ignore[misc]
    """Fetches our own fonts and what stands in the page itself; anything else ends the printing."""

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """The content behind a URL; raises FatalURLFetchingError."""
        if url.startswith("data:"):
            return super().fetch(url, headers)
        content = font(url.removeprefix(PACKAGED)) if url.startswith(PACKAGED) else None
        if content is not None:
            return URLFetcherResponse(url, content, {"Content-Type": "font/ttf"})
        raise FatalURLFetchingError(f"a printed sheet asks for {url}")


class PageDocument(HTML):  # type: ignore[misc]
    """A page of XHTML by its *root*, which looks as our style sheets say and no other way.

    It takes a fifth less time than HTML: expat reads it, and the style sheet of browsers, which
    gives every element six pseudo-elements, is left out.
    """

    wrapper_element: Any
    etree_element: Any

    def __init__(self, root: Element, fetcher: URLFetcher) -> None:
        super().__init__(string="", url_fetcher=fetcher)
        wrap = type(self.wrapper_element).from_html_root
        self.wrapper_element, self.etree_element = wrap(root, content_language=None), root

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return []


class Renderer:
    """Fonts and style, read once for many documents."""

    def __init__(self) -> None:
        self._fetcher = PackagedFetcher(allowed_protocols=("data",))
        self._fonts = FontConfiguration()
        self._style = CSS(string=style(), font_config=self._fonts, url_fetcher=self._fetcher)

    def document(self, job: PrintJob) -> bytes:
        """The document, the same for the same job; raises ParseError where its page is no XML.

        Characters that XML does not allow are replaced.
        """
        return self._png(job) if job.is_picture else self._pdf(job)

    def _png(self, job: PrintJob) -> bytes:
        with PdfDocument(self._pdf(job)) as document:
            drawn = document[0].render(scale=PIXELS_PER_POINT).to_pil()
        written = BytesIO()
        drawn.quantize(COLOURS, Quantize.FASTOCTREE).save(written, "PNG", optimize=True)
        return written.getvalue()

    def _pdf(self, job: PrintJob) -> bytes:
        made: bytes = self._document(job.html).write_pdf(
            pdf_variant=VARIANT, attachments=self._attachments(job)
        )
        return made

    def _document(self, html: str) -> Any:
        """The pages: of the classes that the root says it fits, the first with which it is one."""
        root = fromstring(NOT_XML.sub(REPLACEMENT, html))  # noqa: S314 - our own templates
        usual = root.get("class", "")
        for fit in root.get("data-fits", "").split(","):
            root.set("class", f"{usual} {fit}")
            page = PageDocument(root, self._fetcher)
            document = page.render(self._fonts, stylesheets=[self._style], pdf_variant=VARIANT)
            if len(document.pages) == 1:
                break
        return document

    def _attachments(self, job: PrintJob) -> list[Attachment]:
        if job.sheet is None:
            return []
        day = datetime.combine(job.day, time())  # never the clock's: the same bytes tomorrow
        return [
            Attachment(
                string=job.sheet,
                name=ATTACHMENT,
                description=job.title,
                created=day,
                modified=day,
                relationship="Source",
                url_fetcher=self._fetcher,
            )
        ]


def serve(connection: Connection) -> None:
    """Answer one job after the other with its document, or a PrintingFailedError.

    The first one is the last where there is no room for the fonts, which WeasyPrint writes down.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, who ends us
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        renderer = Renderer()
    except OSError as error:
        connection.recv()
        connection.send(PrintingFailedError(str(error)))
        return
    gc.collect()
    gc.freeze()
    gc.disable()  # in the middle of a page it takes a fifth of the time, and finds nothing
    while True:
        try:
            job = connection.recv()
        except (EOFError, OSError):
            return
        made: bytes | Exception
        try:
            made = renderer.document(job)
        except (Exception, FatalURLFetchingError) as error:
            made = PrintingFailedError(f"{type(error).__name__}: {error}")
        connection.send(made)
        gc.collect()
