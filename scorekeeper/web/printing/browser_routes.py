"""Papers that the reader's own browser lays out, where nothing here makes a PDF of them.

Each is the document of the PDF with its style sheet, and `browser.css` for what browsers do else.
"""

import re
from html import unescape
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.style import font, style_for_browsers
from scorekeeper.web.request.guard import hash_source

bp = Blueprint("print_files", __name__, url_prefix="/print")

STYLE = "paper.css"
# What the root says it fits; without script the first of these classes is the one.
FITS = re.compile(r'class="([^"]*)" data-fits="([^",]*)')
# The document says sizes in its elements; no value there has a quotation mark.
STYLES = re.compile("<style>(.*?)</style>", re.DOTALL)
INLINE_STYLE = re.compile(r' style="([^"]*)"')
CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self' {style}; "
    "img-src 'self' data:; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {framed_by}"
)


class BrowserPage(NamedTuple):
    """The addresses of the *style* of a paper and of the *file* of its sheet, "" where it has none.

    Its own address *is_key* to a group or a sheet. *lacking* says why no PDF of it is made here,
    and the *command* installs what that takes; both are "" where nothing is missing.
    """

    style: str
    file: str
    is_key: bool
    lacking: str
    command: str


def browser_response(job: PrintJob, lacking: str = "", command: str = "") -> Response:
    """The document of a job as a page that its reader prints, with what stands above it."""
    file = url_for("downloads.sheet_file") if "sheet" in g else ""
    style = url_for("print_files.send", filename=STYLE)
    page = BrowserPage(style, file, "group" in g, lacking, command)
    head = render_template("printing/browser_head.html", page=page)
    above = render_template("printing/browser_bar.html", page=page)
    html = FITS.sub(r'class="\1 \2" data-fits="\2', job.html, count=1)
    html, style = _without_inline_styles(html)
    html = html.replace("<head>", f"<head>{head}<style>{style}</style>", 1)
    styles = (f"'{hash_source(each)}'" for each in STYLES.findall(html))  # a bill has its own, too
    html = html.replace("<body>", f'<body>{above}<div class="paper">', 1)
    response = Response(f"<!doctype html>\n{html.replace('</body>', '</div></body>')}")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY.format(
        style=" ".join(styles), framed_by=current_app.config["FRAMED_BY"]
    )
    return response


def _without_inline_styles(html: str) -> tuple[str, str]:
    """A document whose elements are numbered instead, and the style sheet for these numbers.

    A policy can allow that one by its digest. Its rules win as what stands in an element does: the
    id in them, which nothing has, is there for its specificity.
    """
    numbers = dict[str, int]()

    def numbered(attribute: re.Match[str]) -> str:
        return f' data-style="{numbers.setdefault(unescape(attribute[1]), len(numbers))}"'

    html = INLINE_STYLE.sub(numbered, html)
    rules = (f':is([data-style="{number}"],#x){{{rule}}}' for rule, number in numbers.items())
    return html, "".join(rules)


@bp.get("/<filename>")
def send(filename: str) -> ResponseReturnValue:
    """The style sheet of all papers, and the fonts that it names."""
    if filename == STYLE:
        response = Response(style_for_browsers(), mimetype="text/css")
    else:
        response = Response(font(filename) or abort(404), mimetype="font/ttf")
    response.add_etag()
    return response.make_conditional(request)
