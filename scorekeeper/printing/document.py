"""Printed sheets: their frozen page values, and the HTML that is made of them without any web."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cache

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.files.seating import names_by_round
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.writing import sheet_text
from scorekeeper.games.plugin import GamePlugin
from scorekeeper.i18n.house_rule_messages import house_rule_texts
from scorekeeper.i18n.messages import Messages, Names
from scorekeeper.paths import folder
from scorekeeper.printing.job import NO_DAY, PrintJob
from scorekeeper.printing.page_values import (
    Blank,
    PaperFormat,
    PaperPage,
    PaperRound,
    PaperSide,
    Size,
)
from scorekeeper.summary import result
from scorekeeper.summary.chart import chart_of

ROUNDS_AT_MOST = 1_000  # pages beyond count would keep the printer for minutes
UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright
BOOKMARK_EVERY = 20  # rounds, where there are more than twice as many
DIGIT, BESIDE_DIGITS = 0.64, 0.8  # em: of our font, and what stands around a number
LINE, LINE_AT_MOST = 6.0, 12.0  # millimetres for a pencil


BESIDE_THE_LINES = {Size.A4: 84, Size.A5: 86}  # millimetres of a blank sheet for the rest


class TooLongError(ValueError):
    """More rounds, or more substitutes, than are printed."""


@cache
def environment() -> Environment:
    """The templates, for whoever has no web around them."""
    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["widest"] = widest
    return made


def widest(texts: Iterable[Iterable[str]], at_least: float) -> str:
    """How wide, in em, a column must be that holds the longest of these numbers."""
    longest = max((len(text) for each in texts for text in each), default=0)
    return f"{DIGIT * max(longest, at_least) + BESIDE_DIGITS:.2f}"


def sheet_job(
    sheet: Sheet,
    plugin: GamePlugin,
    size: Size,
    messages: Messages,
    day: date | None = None,
    title: str = "",
) -> PrintJob:
    """A sheet as it stands, with its file inside; *day* and *title* are told where it has none.

    Raises TooLongError.
    """
    longest = max(len(sheet.rounds), len(sheet.head.seating))
    if longest > ROUNDS_AT_MOST:
        raise TooLongError(longest)
    told, messages = sheet.head.date or day, messages.of_game(sheet.game.slug)
    page = _page(sheet, sheet.ledger, plugin, size, messages, told)
    page = replace(page, title=page.title or title)
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
    ledger = sheet.ledger
    page = _page(sheet, ledger, plugin, size, messages, None)
    sides = tuple(replace(side, name="", total="") for side in page.sides)
    blank = _blank(page.form, game.progress(ledger.table).of, address)
    page = replace(page, sides=sides, notes=(), status="", payments=None, blank=blank)
    return PrintJob(_html(page, messages), page.about)


def _html(page: PaperPage, messages: Messages) -> str:
    template = environment().get_template("print/frame.html")
    return template.render(page=page, t=messages.text, messages=messages)


def _page(
    sheet: Sheet,
    ledger: Ledger,
    plugin: GamePlugin,
    size: Size,
    messages: Messages,
    day: date | None,
) -> PaperPage:
    game, seated = sheet.game, sheet.seated
    names = game.side_names(seated[-1])
    over = sheet.head.closed or ledger.finished
    return PaperPage(
        form=PaperFormat(size, lying=size is Size.A5 and len(names) > UPRIGHT_AT_MOST),
        game=messages.text(f"{game.slug}.name"),
        title=sheet.head.title or "",
        day=messages.day(day) if day else "",
        notes=tuple(_notes(sheet, messages)),
        sides=tuple(
            PaperSide(name, messages.points(total, sheet.unit), over and side in ledger.leaders)
            for side, (name, total) in enumerate(zip(names, ledger.totals, strict=True))
        ),
        players=seated[-1],
        rounds=tuple(_rounds(sheet, ledger, messages)),
        unit=_unit(sheet.unit, messages),
        status=_status(sheet, ledger, messages, over=over),
        over=over,
        payments=result.payments(sheet, ledger, messages) if over else None,
        chart=chart_of(ledger, names, sheet.unit, messages),
        sections=plugin.paper(ledger),
        numbering=tuple(messages.text("print.page", page="\0", pages="\0").split("\0")),
    )


def _status(sheet: Sheet, ledger: Ledger, messages: Messages, *, over: bool) -> str:
    if over:
        return result.result(sheet, ledger, messages)
    if not ledger.deals:
        return messages.text("print.not_begun")
    return messages.text("print.as_of", count=ledger.deals)


def _notes(sheet: Sheet, messages: Messages) -> Iterator[tuple[str, str]]:
    players, text = sheet.players, messages.text
    dealer = text("history.first_dealer", name=players[sheet.setup.first_dealer])
    named = messages.joined("text.comma", players)
    yield text("new.names"), text("text.with_note", text=named, note=dealer)
    substitutes = [
        text(
            "seats.from",
            number=sheet.ledger.label_at(each.round),
            player=each.player,
            seat=players[each.seat],
        )
        for each in sheet.head.seating
    ]
    if substitutes:
        yield text("seats.substitutes"), messages.joined("text.semicolon", substitutes)
    house = house_rule_texts(sheet.game, record_of(sheet.game.house).write(sheet.house), messages)
    if house:
        pairs = [text("text.pair", name=name, value=value) for name, value in house]
        yield text("nav.house"), messages.joined("text.semicolon", pairs)


def _unit(unit: Unit, messages: Messages) -> str:
    """What the numbers in the columns are: whole cents are shorter than amounts of money."""
    if unit is Unit.CENTS:
        return messages.text("print.cents")
    return messages.text("print.chips" if unit is Unit.CHIPS else "print.points")


def _rounds(sheet: Sheet, ledger: Ledger, messages: Messages) -> Iterator[PaperRound]:
    marked = len(ledger.rounds) > 2 * BOOKMARK_EVERY
    for played, names in zip(ledger.rounds, names_by_round(sheet), strict=False):
        is_marked = marked and played.number % BOOKMARK_EVERY == 1
        yield PaperRound(
            played.label,
            _reason(sheet, played, names, messages),
            tuple(messages.number(each) for each in played.score.points),
            tuple(messages.number(each) for each in played.totals),
            messages.text("history.round", number=played.label) if is_marked else "",
        )


def _reason(sheet: Sheet, played: LedgerRound, names: Names, messages: Messages) -> str:
    """A round in one line, and why it does not count where it no longer fits."""
    game = sheet.game
    told = messages.reason(game, played.round.observation, played.table, names)
    problems = [messages.problem(game.slug, problem, names) for problem in played.problems]
    return " ".join(each for each in (told, *problems) if each)


def _blank(form: PaperFormat, deals: int | None, address: str | None) -> Blank:
    room = form.height - BESIDE_THE_LINES[form.size]
    lines = deals or int(room / LINE)
    qr = None
    if address is not None:
        qr = segno.make(address, micro=False, error="m").svg_data_uri(border=0, dark="#000")
    return Blank(lines, f"{min(LINE_AT_MOST, room / lines):.2f}", address, qr)
