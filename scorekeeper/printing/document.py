"""Printed sheets: their frozen page values, and the HTML that is made of them without any web."""

from dataclasses import replace
from datetime import date
from functools import cache

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import sheet_text
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.messages import Messages
from scorekeeper.paths import folder
from scorekeeper.printing.job import NO_DAY, PrintJob
from scorekeeper.printing.page_values import Blank, PaperCode, PaperPage
from scorekeeper.printing.paper_format import Size
from scorekeeper.printing.sheet_page import sheet_page

ROUNDS_AT_MOST = 1_000  # pages beyond count would keep the printer for minutes


class TooLongError(ValueError):
    """More rounds, or more substitutes, than are printed."""


@cache
def environment() -> Environment:
    """The templates, for whoever has no web around them."""
    return Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def sheet_job(
    sheet: Sheet,
    plugin: GamePlugin,
    size: Size,
    messages: Messages,
    day: date | None = None,
    title: str = "",
    address: str | None = None,
    settled_on: date | None = None,
) -> PrintJob:
    """A sheet as it stands, with its file inside; *day* and *title* are told where it has none.

    One that was *settled_on* a day says so instead of who pays whom.

    Whoever has the paper finds the sheet at *address*, if there is one: a link that only looks.

    Raises TooLongError.
    """
    longest = max(len(sheet.rounds), len(sheet.head.seating))
    if longest > ROUNDS_AT_MOST:
        raise TooLongError(longest)
    told, messages = sheet.head.date or day, messages.of_game(sheet.game.slug)
    titled = replace(sheet, head=replace(sheet.head, title=sheet.head.title or title or None))
    about = messages.day(told) if told else ""
    look = None if address is None else PaperCode(address, _code(address, border=2))
    settled = messages.text("money.settled", day=messages.day(settled_on)) if settled_on else ""
    page = sheet_page(titled, plugin, size, messages, about, look=look, settled=settled)
    return PrintJob(_html(page, messages), page.about, sheet_text(sheet), told or NO_DAY)


def blank_job(
    plugin: GamePlugin,
    size: Size,
    messages: Messages,
    players: int | None = None,
    address: str | None = None,
) -> PrintJob:
    """An empty sheet for so many *players*; *address* is where phones find the game."""
    game = plugin.game
    messages = messages.of_game(game.slug)
    seats = max(game.seat_counts) if players is None else players
    sheet = Sheet(game, ("",) * seats, game.house())
    qr = None if address is None else _code(address, border=0)
    page = sheet_page(sheet, plugin, size, messages, "", Blank(address, qr))
    return PrintJob(_html(page, messages), page.about)


def _code(address: str, border: int) -> str:
    """The QR code of an address as that of an image, with so many white modules around it."""
    made = segno.make(address, micro=False, error="m")
    return str(made.svg_data_uri(border=border, dark="#000"))


def _html(page: PaperPage, messages: Messages) -> str:
    template = environment().get_template("print/frame.html")
    return template.render(page=page, t=messages.text, messages=messages)
