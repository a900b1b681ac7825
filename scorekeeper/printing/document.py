"""Documents to be printed: sheets, blank ones and bills as HTML, made without any web."""

import re
from dataclasses import replace
from datetime import date
from functools import cache

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from scorekeeper.core.bill import Bill
from scorekeeper.files.sheet import Sheet, sheet_text
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.messages import Messages
from scorekeeper.paths import folder
from scorekeeper.printing.bill_paper import bill_paper
from scorekeeper.printing.job import NO_DAY, PrintJob
from scorekeeper.printing.paper_format import PaperSize
from scorekeeper.printing.sheet_paper import PaperCode, picture_page, sheet_paper
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.printing.standing_paper import standing_paper
from scorekeeper.summary.result import Settled, Ticked
from scorekeeper.summary.standing_texts import StandingTexts

_RED = re.compile("[♥♦]")
ROUNDS_AT_MOST = 1_000  # pages beyond count would keep the printer for minutes


class TooLongError(ValueError):
    """More rounds, or more substitutes, than are printed."""


@cache
def environment() -> Environment:
    """The templates, for whoever has no web around them."""
    templates = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["red_suits"] = _red_suits
    return templates


def _red_suits(text: str) -> Markup:
    """Hearts and diamonds in red."""
    return Markup(_RED.sub(r'<i class="red">\g<0></i>', str(escape(text))))  # noqa: S704 - escaped


def sheet_job(
    sheet: Sheet,
    plugin: GamePlugin,
    size: PaperSize,
    messages: Messages,
    day: date | None = None,
    title: str = "",
    address: str | None = None,
    paid: Settled | Ticked | None = None,
) -> PrintJob:
    """A sheet as it stands, with its file inside; *day* and *title* are told where it has none.

    What was *paid* of it is not asked for: one that was settled says so instead of who pays whom.

    Whoever has the paper finds the sheet at *address*, if there is one: a link that only looks.

    Raises TooLongError.
    """
    longest = max(len(sheet.rounds), len(sheet.head.seating))
    if longest > ROUNDS_AT_MOST:
        raise TooLongError(longest)
    texts = _texts(sheet, messages, day, title, paid)
    page = sheet_paper(texts, plugin.paper(texts.ledger), size, _code(address, border=2))
    html = _html("papers/frame.html", page, texts.messages)
    return PrintJob(html, texts.about, sheet_text(sheet), sheet.head.date or day or NO_DAY)


def picture_job(
    sheet: Sheet, messages: Messages, day: date, title: str, paid: Settled | Ticked | None = None
) -> PrintJob:
    """The picture of a sheet that is over, of any length; all else as in `sheet_job`."""
    texts = _texts(sheet, messages, day, title, paid)
    html = _html("papers/picture.html", picture_page(texts), texts.messages)
    return PrintJob(html, texts.about, is_picture=True)


def _texts(
    sheet: Sheet, messages: Messages, day: date | None, title: str, paid: Settled | Ticked | None
) -> SheetTexts:
    title, day = sheet.head.title or title, sheet.head.date or day
    headed = replace(sheet, head=replace(sheet.head, title=title or None, date=day))
    return SheetTexts(
        headed.replayed_like(sheet),
        messages.of_game(sheet.game.slug),
        paid.told(messages) if isinstance(paid, Settled) else "",
        paid if isinstance(paid, Ticked) else None,
    )


def blank_job(
    plugin: GamePlugin,
    size: PaperSize,
    messages: Messages,
    players: int | None = None,
    address: str | None = None,
) -> PrintJob:
    """An empty sheet for so many *players*; *address* is where phones find the game."""
    game = plugin.game
    seats = max(game.seat_counts) if players is None else players
    sheet = Sheet(game, ("",) * seats, game.house())
    texts = SheetTexts(sheet, messages.of_game(game.slug), is_blank=True)
    page = sheet_paper(texts, plugin.paper(texts.ledger), size, _code(address, border=0))
    return PrintJob(_html("papers/frame.html", page, texts.messages), texts.about)


def bill_job(bill: Bill, messages: Messages) -> PrintJob:
    """A bill on A4."""
    page = bill_paper(bill, messages)
    return PrintJob(_html("papers/bill.html", page, messages), page.about, day=bill.day)


def standing_job(texts: StandingTexts, group: str, size: PaperSize, messages: Messages) -> PrintJob:
    """The standing of a *group*, "" where it has no name, to be hung on a wall."""
    page = standing_paper(texts, group, size, messages)
    return PrintJob(_html("papers/standing.html", page, messages), page.about)


def _code(address: str | None, border: int) -> PaperCode | None:
    """The QR code of an address, if there is one, with so many white modules around it."""
    if address is None:
        return None
    made = segno.make(address, micro=False, error="m")
    return PaperCode(address, str(made.svg_data_uri(border=border, dark="#000")))


def _html(template: str, page: object, messages: Messages) -> str:
    text, drawn = messages.text, environment().get_template(template)
    numbering = text("print.page", page="\0", pages="\0").split("\0")  # around both numbers
    return drawn.render(page=page, t=text, messages=messages, numbering=numbering)
