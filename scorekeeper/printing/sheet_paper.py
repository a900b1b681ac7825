"""The page value of a printed sheet, put together of its texts and their layout.

What stands below its table is measured here, for the rows to have what it leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.paper import PaperTable
from scorekeeper.printing import paper_format as em
from scorekeeper.printing.masthead import masthead_height, name_lengths, numbering
from scorekeeper.printing.page_values import (
    EndColumns,
    PaperChart,
    PaperCode,
    PaperLayout,
    PaperRound,
    SheetEnd,
)
from scorekeeper.printing.paper_format import PaperFormat, Size
from scorekeeper.printing.sheet_layout import Contents, laid_out
from scorekeeper.printing.sheet_texts import SheetTexts
from scorekeeper.printing.text_width import Face, line_count, short_names, text_width
from scorekeeper.summary.chart import PAPER, chart_of

LAST_ROWS = 2  # that stay together with the sum
UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright
SMALL = 0.9  # em: the size of signatures
GAP = 1.0  # em beside a signature
ROUNDING = 0.2  # millimetres
BETWEEN = 1.2  # em between two columns
BOX = 1.5  # em: what stands before a payment
CHART_AT_LEAST = 32.0  # millimetres: a smaller one cannot be read
BESIDE_TICKS, BESIDE_LINE = 60, 90  # in units of the chart


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPaper:
    """Everything on a printed sheet, as its templates see it.

    The name of the game has a *game_size* and is so far from the edges that its suits stand
    *beside_game* (millimetres, as CSS writes them); *numbering* stands around the number of a page
    and that of all. The *code* leads whoever has the paper to this sheet, or from a blank one,
    which has no *end*, to where phones find the game.
    """

    form: PaperFormat
    texts: SheetTexts
    game_size: str
    beside_game: str
    table: PaperTable
    layout: PaperLayout
    empty: tuple[PaperRound, ...]
    end: SheetEnd | None
    numbering: tuple[str, ...]
    code: PaperCode | None

    def ends_with(self, from_last: int) -> bool:
        """Whether the round that is so many from the last stands in one of the last rows."""
        return from_last + len(self.empty) <= LAST_ROWS


def sheet_paper(
    texts: SheetTexts, table: PaperTable, size: Size, code: PaperCode | None = None
) -> SheetPaper:
    """The page of a sheet as it stands, or of a blank one.

    Many columns on small paper lie, unless upright they need fewer pages.
    """
    upright = PaperFormat(size, lying=False)
    if size is Size.A4 or len(texts.ledger.totals) <= UPRIGHT_AT_MOST:
        return _paper(texts, table, upright, code)
    lying = _paper(texts, table, PaperFormat(size, lying=True), code)
    if lying.layout.pages == 1:
        return lying
    other = _paper(texts, table, upright, code)
    return other if other.layout.pages < lying.layout.pages else lying


def _paper(
    texts: SheetTexts, table: PaperTable, form: PaperFormat, code: PaperCode | None
) -> SheetPaper:
    end = _sheet_end(texts, form, has_code=code is not None)
    size, beside = name_lengths(form, texts.game, has_code=texts.is_blank and code is not None)
    layout = laid_out(
        Contents(
            form=form,
            table=table,
            texts=texts,
            columns=texts.columns(table.own),
            masthead=masthead_height(texts, form),
            end=_end_height(texts, form, table, end),
        )
    )
    return SheetPaper(
        form=form,
        texts=texts,
        game_size=size,
        beside_game=beside,
        table=table,
        layout=layout,
        empty=texts.empty_rounds(layout.empty),
        end=end,
        numbering=numbering(texts.messages),
        code=code,
    )


def _sheet_end(texts: SheetTexts, form: PaperFormat, *, has_code: bool) -> SheetEnd | None:
    """What stands beside each other below the table; nothing on a blank sheet."""
    if texts.is_blank:
        return None
    chart, payments = _chart(texts), texts.payments
    beside = {"payments": payments is not None, "code": has_code}
    widths = end_columns(form, chart=chart is not None, **beside)
    if chart is not None and widths.chart < CHART_AT_LEAST:
        chart, widths = None, end_columns(form, chart=False, **beside)
    places = texts.places(widths.standing / form.em)
    heights = [_standing_height(form, texts.status, len(places), widths.standing)]
    if chart is not None:
        heights.append(em.HEADING + em.CHART)
    if payments is not None:
        heights.append(_payments_height(form, payments, widths.payments))
    if has_code:
        heights.append(_code_height(form, texts.messages.text("look.code")))
    return SheetEnd(places, chart, widths, max(heights) * form.em)


def _end_height(
    texts: SheetTexts, form: PaperFormat, table: PaperTable, end: SheetEnd | None
) -> float:
    """All that stands below the table: its legend, the end of the sheet, and the signatures."""
    height = signatures_height(form, texts.signing) + em.LEGEND * form.em * table.has_legend
    if end is None:
        return height
    return height + (em.ABOVE_END * form.em + end.height + _house_height(form, texts.house))


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


def _chart(texts: SheetTexts) -> PaperChart | None:
    """The chart with the names beside the ends of its lines; None before two rounds are played."""
    labels = short_names(texts.side_names, Face.BOLD_WORDS, PAPER.label_ems)
    chart = chart_of(
        texts.ledger, texts.side_names, texts.sheet.unit, texts.messages, PAPER, labels
    )
    if chart is None:
        return None
    widest = max(text_width(label, Face.BOLD_WORDS) for label in labels)
    ticks = max(text_width(tick.label, Face.WORDS) for tick in chart.ticks)
    left, right = round(ticks * PAPER.font) + BESIDE_TICKS, round(widest * PAPER.font) + BESIDE_LINE
    return PaperChart(chart, left, right)


def _standing_height(form: PaperFormat, status: str, places: int, width: float) -> float:
    """The heading, which may wrap, and a line for every side, in em."""
    lines = line_count(status, Face.BOLD_WORDS, width / form.em)
    return em.HEADING + em.HEADING_LINE * (lines - 1) + em.PLACE * places


def _code_height(form: PaperFormat, heading: str) -> float:
    """The QR code that leads to the sheet, and its heading, which may wrap, in em."""
    lines = line_count(heading, Face.BOLD_WORDS, em.LOOK_CODE / form.em)
    return em.HEADING + em.HEADING_LINE * (lines - 1) + em.LOOK_CODE / form.em


def _payments_height(form: PaperFormat, payments: Sequence[str], width: float) -> float:
    """The heading and all payments with their boxes, in em."""
    room = width / form.em - BOX
    lines = sum(line_count(payment, Face.WORDS, room) for payment in payments or ("",))
    return em.HEADING + em.PAYMENT * lines


def _house_height(form: PaperFormat, house: str) -> float:
    """The lines of the house rules, if there are any."""
    lines = line_count(house, Face.WORDS, form.width / form.em) if house else 0
    return (em.NOTE * lines + em.ABOVE_HOUSE * bool(house)) * form.em


def signatures_height(form: PaperFormat, players: Sequence[str]) -> float:
    """Space to sign in, and the names below it."""
    room = (form.width / form.em / len(players) - GAP) / SMALL
    lines = max(line_count(name, Face.WORDS, room) for name in players)
    return (em.SIGNATURE_LINE + lines * em.SIGNATURE_NAME) * form.em
