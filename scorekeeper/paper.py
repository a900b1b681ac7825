"""Printed sheets: their frozen page values, and the HTML that is made of them without any web."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cache

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper import outcome
from scorekeeper.core.codec import record_of
from scorekeeper.core.game import Unit
from scorekeeper.core.ledger import Ledger, LedgerRound
from scorekeeper.curve import curve_of
from scorekeeper.games.room import Room
from scorekeeper.housewords import switch_words
from scorekeeper.paperpage import Blank, Form, PaperPage, PaperRound, PaperSide, Size
from scorekeeper.paths import folder
from scorekeeper.printing import NO_DAY, Job
from scorekeeper.scoring import names_by_round
from scorekeeper.sheetfile import SheetFile, written
from scorekeeper.words import Names, Words

ROUNDS_AT_MOST = 1_000  # pages beyond count would keep the printer for minutes
UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright
BOOKMARK_EVERY = 20  # rounds, where there are more than twice as many
DIGIT, BESIDE_DIGITS = 0.64, 0.8  # em: of our font, and what stands around a number
LINE, LINE_AT_MOST = 6.0, 12.0  # millimetres for a pencil


BESIDE_THE_LINES = {Size.A4: 84, Size.A5: 86}  # millimetres of a blank sheet for the rest


class TooLongError(ValueError):
    """More rounds than are printed."""


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
    file: SheetFile, room: Room, size: Size, words: Words, day: date | None = None
) -> Job:
    """A sheet as it stands, with its file inside; *day* is told where the sheet has none.

    Raises TooLongError.
    """
    if len(file.rounds) > ROUNDS_AT_MOST:
        raise TooLongError(len(file.rounds))
    told = file.head.date or day
    page = _page(file, file.ledger, room, size, words, told)
    return Job(_html(page, words), page.about, written(file), told or NO_DAY)


def blank_job(
    room: Room, size: Size, words: Words, players: int | None = None, address: str | None = None
) -> Job:
    """An empty sheet for so many *players*; *address* is where phones find the game."""
    game = room.game
    seats = max(game.seat_counts) if players is None else players
    file = SheetFile(game, ("",) * seats, game.house())
    ledger = file.ledger
    page = _page(file, ledger, room, size, words, None)
    sides = tuple(replace(side, name="", total="") for side in page.sides)
    blank = _blank(page.form, game.progress(ledger.table).of, address)
    page = replace(page, sides=sides, notes=(), status="", payments=None, blank=blank)
    return Job(_html(page, words), page.about)


def _html(page: PaperPage, words: Words) -> str:
    template = environment().get_template("print/frame.html")
    return template.render(page=page, t=words.text, words=words)


def _page(
    file: SheetFile, ledger: Ledger, room: Room, size: Size, words: Words, day: date | None
) -> PaperPage:
    game, seated = file.game, file.seated
    names = game.side_names(seated[-1])
    over = file.head.closed or ledger.finished
    return PaperPage(
        form=Form(size, lying=size is Size.A5 and len(names) > UPRIGHT_AT_MOST),
        game=words.text(f"{game.slug}.name"),
        title=file.head.title or "",
        day=words.day(day) if day else "",
        notes=tuple(_notes(file, words)),
        sides=tuple(
            PaperSide(name, words.points(total, file.unit), over and side in ledger.leaders)
            for side, (name, total) in enumerate(zip(names, ledger.totals, strict=True))
        ),
        players=seated[-1],
        rounds=tuple(_rounds(file, ledger, words)),
        unit=_unit(file.unit, words),
        status=_status(file, ledger, words, over=over),
        over=over,
        payments=outcome.payments(file, ledger, words) if over else None,
        curve=curve_of(ledger, names, file.unit, words),
        sections=room.paper(ledger),
        numbering=tuple(words.text("print.page", page="\0", pages="\0").split("\0")),
    )


def _status(file: SheetFile, ledger: Ledger, words: Words, *, over: bool) -> str:
    if over:
        return outcome.result(file, ledger, words)
    if not ledger.rounds:
        return words.text("print.not_begun")
    return words.text("print.as_of", count=len(ledger.rounds))


def _notes(file: SheetFile, words: Words) -> Iterator[tuple[str, str]]:
    players, text = file.players, words.text
    dealer = text("history.first_dealer", name=players[file.setup.first_dealer])
    yield text("new.names"), f"{', '.join(players)} ({dealer})"
    substitutes = [
        text("seats.from", number=each.round, player=each.player, seat=players[each.seat])
        for each in file.head.seating
    ]
    if substitutes:
        yield text("seats.substitutes"), "; ".join(substitutes)
    house = switch_words(file.game, record_of(file.game.house).write(file.house), words)
    if house:
        yield text("nav.house"), "; ".join(f"{name}: {value}" for name, value in house)


def _unit(unit: Unit, words: Words) -> str:
    """What the numbers in the columns are: whole cents are shorter than amounts of money."""
    if unit is Unit.CENTS:
        return words.text("print.cents")
    return words.text("print.chips" if unit is Unit.CHIPS else "print.points")


def _rounds(file: SheetFile, ledger: Ledger, words: Words) -> Iterator[PaperRound]:
    marked = len(ledger.rounds) > 2 * BOOKMARK_EVERY
    for played, names in zip(ledger.rounds, names_by_round(file), strict=False):
        is_marked = marked and played.number % BOOKMARK_EVERY == 1
        yield PaperRound(
            played.number,
            _reason(file, played, names, words),
            tuple(words.number(each) for each in played.score.points),
            tuple(words.number(each) for each in played.totals),
            words.text("history.round", number=played.number) if is_marked else "",
        )


def _reason(file: SheetFile, played: LedgerRound, names: Names, words: Words) -> str:
    """A round in one line, and why it does not count where it no longer fits."""
    game = file.game
    told = words.reason(game, played.round.seen, played.table, names)
    problems = [words.problem(game.slug, problem, names) for problem in played.problems]
    return " ".join(each for each in (told, *problems) if each)


def _blank(form: Form, deals: int | None, address: str | None) -> Blank:
    room = form.height - BESIDE_THE_LINES[form.size]
    lines = deals or int(room / LINE)
    qr = None
    if address is not None:
        qr = segno.make(address, micro=False, error="m").svg_data_uri(border=0, dark="#000")
    return Blank(lines, f"{min(LINE_AT_MOST, room / lines):.2f}", address, qr)
