"""Printed sheets and pictures of them, made outside of these threads; the page of empty ones."""

from typing import NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.http import dump_options_header

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.files.sheet import Sheet, sheet_text
from scorekeeper.games.registry import PLUGINS
from scorekeeper.i18n.catalogue import languages
from scorekeeper.i18n.messages import Messages, messages_in
from scorekeeper.printing.document import TooLongError, blank_job, picture_job, sheet_job
from scorekeeper.printing.font_coverage import uncovered_letters
from scorekeeper.printing.job import PrintingFailedError, PrintJob, RendererMissingError
from scorekeeper.printing.libraries import install_command
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.queue import BusyError, PrintQueue
from scorekeeper.services.account.sheet_payments import paid_so_far
from scorekeeper.services.sheet.lookup import release_connection
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.printing.browser_routes import browser_response
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.addresses import address_in_group, link_for_phones, look_address
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.errors import busy_response, error_response
from scorekeeper.web.shared.field_values import Option
from scorekeeper.web.shared.titles import file_name, numbered_title

bp = Blueprint("printing", __name__)

PRINT_QUEUE = "print_queue"
LETTERS_AT_MOST = 10  # that are shown of those that have no font
# A document runs no script of ours; what shows it in the browser needs styles of its own.
CONTENT_SECURITY = "object-src 'self'; script-src 'none'; frame-ancestors 'none'; base-uri 'none'"


class PrintPage(NamedTuple):
    """What is offered of a sheet in all *sizes*: it, and empty ones for as many *players*.

    Its papers can lead to it by a code if the sheet *is_reachable*, which is if phones can open it;
    without that there is no choice. *code* is what addresses say of it: 1 or 0, or None where its
    host has chosen the same.
    """

    slug: str
    players: int
    is_reachable: bool
    code: int | None
    code_options: tuple[Option, ...]
    sizes: tuple[PaperSize, ...] = tuple(PaperSize)


class BlankSheetsPage(NamedTuple):
    """The empty sheets of a game, for so many *players* each, and the way *back* to its new one.

    Their code leads there as well, where the page *is_reachable* by phones.
    """

    slug: str
    name: str
    back: str
    players: tuple[int, ...]
    is_reachable: bool
    sizes: tuple[PaperSize, ...] = tuple(PaperSize)


@bp.get("/g/<link>/<int:number>/paper/<size>/<language>.pdf", endpoint="sheet")
@may_be_looked_at
def sheet(size: str, language: str) -> ResponseReturnValue:
    """The sheet as it stands, to be printed."""
    state, paper = load(g.sheet), size_or_404(size)
    messages = messages_or_404(language).in_currency(g.group.currency)
    title = numbered_title(state, messages)
    address = look_address() if _has_code() else None
    paid = paid_so_far(state)
    job = sheet_job(state.sheet, state.plugin, paper, messages, state.day, title, address, paid)
    return document_response(job, file_name(state, f"-{paper}.pdf"))


@bp.get("/g/<link>/<int:number>/picture/<language>.png", endpoint="picture")
@may_be_looked_at
def picture(language: str) -> ResponseReturnValue:
    """The evening of a sheet that is over as a picture; 404 before, and where none can be made."""
    state, messages = load(g.sheet), messages_or_404(language).in_currency(g.group.currency)
    if not has_picture(state.sheet):
        abort(404)
    title = numbered_title(state, messages)
    job = picture_job(state.sheet, messages, state.day, title, paid_so_far(state))
    try:
        return _response(job, file_name(state, ".png"))
    except RendererMissingError:
        abort(404)


@bp.get("/blank/<slug>", endpoint="blanks")
@bp.get("/g/<link>/blank/<slug>", endpoint="blanks_in_group")
def blanks(slug: str) -> ResponseReturnValue:
    """The empty sheets of a game, and the way to a new one; `?again=` is kept."""
    plugin, messages = PLUGINS.get(slug) or abort(404), current_messages()
    name, back = messages.text(f"{slug}.name"), address_in_group("new_sheet.show", slug)
    is_reachable = _address_of_new(slug) is not None
    page = BlankSheetsPage(slug, name, back, tuple(plugin.game.seat_counts), is_reachable)
    return render_template("printing/blanks.html", page=page)


@bp.get("/blank/<slug>/<int:players>/<size>/<language>.pdf", endpoint="blank")
def blank(slug: str, players: int, size: str, language: str) -> ResponseReturnValue:
    """An empty sheet, to be filled in with a pencil; its QR code leads to a new one on a phone."""
    plugin = PLUGINS.get(slug) or abort(404)
    if players not in plugin.game.seat_counts:
        abort(404)
    paper = size_or_404(size)
    job = blank_job(plugin, paper, messages_or_404(language), players, _address_of_new(slug))
    return document_response(job, f"{slug}-{players}-{paper}.pdf")


def _address_of_new(slug: str) -> str | None:
    """The page of a new sheet of a game, as phones open it; None where none can."""
    there = link_for_phones("new_sheet.show", slug=slug)
    return None if is_loopback(there) else there


def has_picture(sheet: Sheet) -> bool:
    """Whether there is a picture of a sheet: it is over, and what it says has fonts here."""
    prints = sheet.is_over and current_app.config["PRINTS"]
    return prints and not uncovered_letters(sheet_text(sheet))


def print_page(state: SheetState) -> PrintPage:
    """What is offered of the sheet of this request; `?code=` says whether papers lead to it."""
    messages, has_code = current_messages(), _has_code()
    is_reachable = look_address() is not None
    leads = has_code and is_reachable
    words = (0, messages.text("paper.without_code")), (1, messages.text("paper.with_code"))
    return PrintPage(
        state.row.game,
        len(state.sheet.players),
        is_reachable,
        None if has_code == current_app.config["PRINTED_LINK"] else int(has_code),
        tuple(Option(code, text, leads == bool(code)) for code, text in words),
    )


def _has_code() -> bool:
    """Whether the paper is to lead to the sheet: as somebody chose, or else as its host did."""
    chosen = request.args.get("code")
    return chosen == "1" if chosen in ("0", "1") else bool(current_app.config["PRINTED_LINK"])


def size_or_404(size: str) -> PaperSize:
    """A size of paper by its name."""
    return PaperSize(size) if size in list(PaperSize) else abort(404)


def messages_or_404(language: str) -> Messages:
    """The words of a language by its code."""
    return messages_in(language) if language in languages() else abort(404)


def document_response(job: PrintJob, name: str) -> Response:
    """The document shown in the browser; 304 for who has it already, without making it.

    Where nothing here makes a PDF, where letters in it have no font here, where making it fails, or
    with `?in=browser`, a page that the browser prints itself.
    """
    if request.args.get("in") == "browser" or not current_app.config["PRINTS"]:
        return browser_response(job)
    text = current_messages().text
    if letters := uncovered_letters(job.html):
        lacking = text("paper.no_font", letters=letters[:LETTERS_AT_MOST])
        return browser_response(job, lacking, install_command(fonts=True))
    try:
        return _response(job, name)
    except RendererMissingError:
        return browser_response(job, text("paper.no_pdf"), install_command())
    except PrintingFailedError as failure:
        current_app.logger.error("a document could not be printed", exc_info=failure)
        return browser_response(job)


def _response(job: PrintJob, name: str) -> Response:
    """The document under that name; raises RendererMissingError."""
    response = Response(mimetype="image/png" if job.is_picture else "application/pdf")
    response.set_etag(job.key)
    if request.if_none_match.contains(job.key):
        response.status_code = 304
        return response
    queue: PrintQueue = current_app.extensions[PRINT_QUEUE]
    group = g.group.id if "group" in g else None
    release_connection()  # it may be waited for long, and pages have need of them
    response.set_data(queue.document(job, group))
    response.headers["Content-Disposition"] = dump_options_header("inline", {"filename": name})
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    return response


def install(app: Flask) -> None:
    """Give the process one print queue; its renderer starts with the first document.

    503 where more documents are being made than anybody should wait for; 422 where nobody wants so
    many pages.
    """
    app.extensions[PRINT_QUEUE] = PrintQueue()
    app.register_error_handler(BusyError, lambda _: busy_response("error.busy_printing"))
    too_long = "error.too_long_to_print"
    app.register_error_handler(TooLongError, lambda _: error_response(too_long, 422))
