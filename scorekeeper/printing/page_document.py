"""A page of XHTML and its one style sheet, as WeasyPrint wants to have them."""

import re
from typing import Any
from xml.etree.ElementTree import fromstring

from weasyprint import CSS, HTML  # type: ignore[import-untyped]
from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
REPLACEMENT = "\ufffd"


class PageDocument(HTML):  # type: ignore[misc]
    """A page in *xhtml* that looks as *style* says and in no other way.

    Both take a fifth of the time of a sheet: expat reads the page, and the style sheet of browsers,
    which gives every element six pseudo-elements, is left out. Characters that XML does not allow
    are replaced; raises ParseError where the page is not well-formed.
    """

    wrapper_element: Any
    etree_element: Any

    def __init__(self, xhtml: str, style: CSS, fetcher: URLFetcher) -> None:
        super().__init__(string="", url_fetcher=fetcher)
        root = fromstring(NOT_XML.sub(REPLACEMENT, xhtml))  # noqa: S314 - our own templates
        wrap = type(self.wrapper_element).from_html_root
        self.wrapper_element, self.etree_element = wrap(root, content_language=None), root
        self._style = style

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [self._style]
