"""How high everything but the rows is on a printed sheet, in millimetres."""

from collections.abc import Sequence

from scorekeeper.printing import paper_format as em
from scorekeeper.printing.page_values import EndColumns
from scorekeeper.printing.paper_format import PaperFormat
from scorekeeper.printing.text_width import KERNING, Face, line_count, text_width
from scorekeeper.summary.chart import Chart

TITLE = 1.15  # em: the size of the title
GAME_SIZE = 2.6  # em
SPACED, SUITS = 0.06, 2.1  # em of that size: between its letters, and for two suits
SMALL = 0.9  # em: the size of signatures
ROUNDING = 0.2  # millimetres
BETWEEN = 1.2  # em between two columns of the end
GAP = 1.0  # em beside a signature


def end_columns(
    form: PaperFormat, *, payments: bool, chart: bool, code: bool = False
) -> EndColumns:
    """The widths of standing, payments and chart.

    A QR code beside them takes its room from payments and chart, so that no name is cut for it.
    """
    room = form.width - (payments + chart) * BETWEEN * form.em - ROUNDING
    beside = (em.LOOK_CODE + BETWEEN * form.em) * code
    if payments and chart:
        standing = 0.28 * room
        rest = (room - beside - standing) / 0.72
        return EndColumns(standing, 0.34 * rest, 0.38 * rest)
    if payments:
        return EndColumns(0.45 * room, 0.55 * room - beside, 0)
    if chart:
        return EndColumns(0.45 * room, 0, 0.55 * room - beside)
    return EndColumns(room - beside, 0, 0)


def game_size(form: PaperFormat, name: str, *, has_code: bool) -> float:
    """The size of the name of the game, which has suits on both sides, and one line."""
    room = form.width - 2 * em.CODE * has_code
    return min(GAME_SIZE * form.em, room / (_letters(name) + 2 * SUITS))


def beside_game(form: PaperFormat, name: str, size: float) -> float:
    """What is free on either side of the suits beside the name of the game, set in this *size*."""
    return (form.width - size * (_letters(name) / KERNING + 2 * SUITS)) / 2


def _letters(name: str) -> float:
    """The width of the name of a game, in em of its size."""
    return text_width(name.upper(), Face.BOLD_FIGURES) + len(name) * SPACED


def masthead_height(form: PaperFormat, title: str, day: str, notes: Sequence[str]) -> float:
    """The name of the game, the title with the day beside it, the notes, and the rule below."""
    room = form.width / form.em - text_width(day, Face.WORDS) - BETWEEN
    titles = line_count(title, Face.BOLD_WORDS, room / TITLE)
    lines = sum(line_count(note, Face.WORDS, form.width / form.em) for note in notes)
    return (em.GAME + em.FACT * titles + em.NOTE * lines + em.BELOW_HEAD) * form.em


def blank_masthead_height(form: PaperFormat) -> float:
    """The name of the game, and the lines for date and title."""
    return (em.GAME + em.WRITTEN_FACTS + em.BELOW_HEAD) * form.em


def house_height(form: PaperFormat, house: str) -> float:
    """The lines of the house rules, if there are any."""
    lines = line_count(house, Face.WORDS, form.width / form.em) if house else 0
    return (em.NOTE * lines + em.ABOVE_HOUSE * bool(house)) * form.em


def chart_height(chart: Chart | None) -> float:
    """The heading and the drawing, in em."""
    return em.HEADING + em.CHART if chart else 0.0


def standing_height(form: PaperFormat, status: str, places: int, width: float) -> float:
    """The heading, which may wrap, and a line for every side, in em."""
    lines = line_count(status, Face.BOLD_WORDS, width / form.em)
    return em.HEADING + em.HEADING_LINE * (lines - 1) + em.PLACE * places


def code_height(form: PaperFormat, heading: str) -> float:
    """The QR code that leads to the sheet, and its heading, which may wrap, in em."""
    lines = line_count(heading, Face.BOLD_WORDS, em.LOOK_CODE / form.em)
    return em.HEADING + em.HEADING_LINE * (lines - 1) + em.LOOK_CODE / form.em


def payments_height(form: PaperFormat, payments: Sequence[str], width: float) -> float:
    """The heading and all payments with their boxes, in em."""
    room = width / form.em - 1.5
    return em.HEADING + em.PAYMENT * sum(
        line_count(each, Face.WORDS, room) for each in payments or ("",)
    )


def signatures_height(form: PaperFormat, players: Sequence[str]) -> float:
    """Space to sign in, and the names below it."""
    room = (form.width / form.em / len(players) - GAP) / SMALL
    lines = max(line_count(name, Face.WORDS, room) for name in players)
    return (em.SIGNATURE_LINE + lines * em.SIGNATURE_NAME) * form.em
