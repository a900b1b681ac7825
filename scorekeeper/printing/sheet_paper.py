"""The page values of a printed sheet and of its picture, put together of texts and layout."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.games.paper import PaperTable
from scorekeeper.printing.paper_format import (
    A4,
    A5,
    A5_LYING,
    BOLD_WORDS,
    WORDS,
    NameSize,
    PaperFormat,
    PaperSize,
    line_count,
    name_size,
)
from scorekeeper.printing.sheet_layout import PaperLayout, laid_out
from scorekeeper.printing.sheet_texts import PaperRound, PlaceLine, SheetTexts
from scorekeeper.summary.chart import PAPER, Chart, chart_of
from scorekeeper.summary.text_width import fitting_apart, text_width
from scorekeeper.summary.turning_points import TurningPoint, turning_points

UPRIGHT_AT_MOST = 4  # sides that fit beside each other on the smaller sheet held upright
BESIDE_TICKS, BESIDE_LINE = 60, 90  # in units of the chart
CODE = 6.1  # beside the name of the game, on both sides
STANDING = {0: 1.0, 1: 0.45, 2: 0.33}  # of the width, with so many parts beside it
PAYMENTS_BESIDE_CHART = 0.47  # of what standing and code leave
BOX = 1.5  # before a payment
CHART_LEAST = 12.5  # a narrower one cannot be read
TITLE_SHARE = 0.75 / 1.15  # of the width, beside the day and in its larger type
# Heights of what stands around the table.
GAME, WRITTEN_FACTS, TITLE, NOTE, BELOW_HEAD = 3.3, 2.6, 1.5, 1.3, 1.7
ABOVE_END, HEADING, PLACE, PAYMENT, CHART, LOOK_CODE = 1.0, 1.6, 1.9, 1.65, 12.0, 9.4
ABOVE_HOUSE, SIGNATURE, SIGNATURE_LINE = 0.6, 3.4, 1.05
STANDING_WIDTH = 21.0  # em, of the words of the standing on the picture


class PaperChart(NamedTuple):
    """The chart, and the room it needs *left* and *right* for its labels, in its units."""

    chart: Chart
    left: int
    right: int


class PaperCode(NamedTuple):
    """A QR code: the address it leads to, and the address of its image."""

    address: str
    image: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPaper:
    """Everything on a printed sheet, as its templates see it.

    The *code* leads whoever has the paper to this sheet, or from a blank one, which has no
    *places*, to where phones find the game. *turning* tells the deals that turned the evening,
    where there is room for them.
    """

    form: PaperFormat
    texts: SheetTexts
    name: NameSize
    table: PaperTable
    layout: PaperLayout
    empty: tuple[PaperRound, ...]
    places: tuple[PlaceLine, ...]
    turning: str
    chart: PaperChart | None
    code: PaperCode | None

    @property
    def width_of_totals(self) -> float:
        """The room that the totals of the standing need, in letters of its first line."""
        first, *_ = self.places
        return max(place.width_of_total for place in self.places) / first.size


def sheet_paper(
    texts: SheetTexts, table: PaperTable, size: PaperSize, code: PaperCode | None = None
) -> SheetPaper:
    """The page of a sheet as it stands, or of a blank one.

    Many columns on small paper lie, unless they need smaller type or more pages so.
    """
    if size is PaperSize.A4:
        return _paper(texts, table, A4, code)
    upright = _paper(texts, table, A5, code)
    if len(texts.ledger.totals) <= UPRIGHT_AT_MOST:
        return upright
    lying = _paper(texts, table, A5_LYING, code)
    return max(lying, upright, key=lambda paper: len(paper.layout.fits))


def _paper(
    texts: SheetTexts, table: PaperTable, form: PaperFormat, code: PaperCode | None
) -> SheetPaper:
    chart = chart_on_paper(texts)
    if chart and texts.payments is not None:
        room = (1 - PAYMENTS_BESIDE_CHART) * _beside_standing(texts, form, chart, code)
        chart = chart if room >= CHART_LEAST else None
    places = texts.places(_standing(texts, chart) * form.width)
    lines = sum(place.size for place in places)
    around = _masthead(texts, form) + _end(texts, form, chart, code, lines)
    layout, turning = laid_out(texts, table, form, around), ""
    if texts.turning:
        told = laid_out(texts, table, form, around + _note(texts.turning, form))
        ours, theirs = ((each.fits, each.figures, each.rows.empty) for each in (told, layout))
        if ours == theirs:  # neither smaller type nor fewer empty rows
            layout, turning = told, texts.turning
    beside_name = 2 * CODE if texts.is_blank and code else 0.0
    return SheetPaper(
        form=form,
        texts=texts,
        name=name_size(texts.game, form.width - beside_name),
        table=table,
        layout=layout,
        empty=texts.empty_rounds(layout.rows.empty),
        places=places,
        turning=turning,
        chart=chart,
        code=code,
    )


def _standing(texts: SheetTexts, chart: PaperChart | None) -> float:
    """The share of the width that the standing has."""
    return STANDING[(texts.payments is not None) + (chart is not None)]


def _beside_standing(
    texts: SheetTexts, form: PaperFormat, chart: PaperChart | None, code: PaperCode | None
) -> float:
    """The room that the standing and the code leave."""
    return (1 - _standing(texts, chart)) * form.width - (LOOK_CODE + 1.2) * (code is not None)


def chart_on_paper(texts: SheetTexts) -> PaperChart | None:
    """The chart with the names beside the ends of its lines; None before two rounds are played."""
    labels = fitting_apart(texts.side_names, round(PAPER.label_ems / BOLD_WORDS))
    chart = chart_of(texts.ledger, texts.side_names, texts.sheet.unit, texts.messages, PAPER)
    if chart is None:
        return None
    lines = (replace(line, label=label) for line, label in zip(chart.lines, labels, strict=True))
    widest = BOLD_WORDS * max(map(text_width, labels))
    ticks = WORDS * max(text_width(tick.label) for tick in chart.ticks)
    left, right = round(ticks * PAPER.font) + BESIDE_TICKS, round(widest * PAPER.font) + BESIDE_LINE
    return PaperChart(chart._replace(lines=tuple(lines)), left, right)


def _note(text: str, form: PaperFormat) -> float:
    """The height of a note below the standing, 0 for an empty one."""
    return ABOVE_HOUSE + NOTE * line_count(text, form.width) if text else 0.0


def _masthead(texts: SheetTexts, form: PaperFormat) -> float:
    """The height of the name of the game, the title with the day beside it, and the notes."""
    if texts.is_blank:
        return GAME + WRITTEN_FACTS + BELOW_HEAD
    titles = line_count(texts.details.get("title", ""), TITLE_SHARE * form.width, BOLD_WORDS)
    notes = sum(line_count(note, form.width) for note in texts.notes)
    return GAME + TITLE * titles + NOTE * notes + BELOW_HEAD


def _end(
    texts: SheetTexts,
    form: PaperFormat,
    chart: PaperChart | None,
    code: PaperCode | None,
    lines: float,
) -> float:
    """The height of all that stands below the table, of which so many *lines* are the standing."""
    below_line = form.width / len(texts.signing) - 1
    signatures = max(line_count(name, below_line) for name in texts.signing)
    height = SIGNATURE + SIGNATURE_LINE * signatures
    if texts.is_blank:
        return height
    payments = 0.0
    if texts.payments is not None:
        beside = PAYMENTS_BESIDE_CHART if chart else 1
        width = beside * _beside_standing(texts, form, chart, code) - BOX
        told = (*texts.payments, *texts.paid) or ("",)
        payments = PAYMENT * sum(line_count(text, width) for text in told)
    beside_each_other = PLACE * lines, payments, CHART * bool(chart), LOOK_CODE * bool(code)
    return height + _note(texts.house, form) + ABOVE_END + HEADING + max(beside_each_other)


# ---- The picture of a sheet that is over: its evening at a glance, for whoever gets its link -----


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePage:
    """Everything on the picture: the *winner* with their *total*, "" in a draw, and all others."""

    texts: SheetTexts
    winner: str
    total: str
    places: tuple[PlaceLine, ...]
    chart: PaperChart | None
    turning_points: tuple[TurningPoint, ...]


def picture_page(texts: SheetTexts) -> PicturePage:
    """The picture of a sheet that is over."""
    places = texts.places(STANDING_WIDTH)
    first = [place for place in places if place.wins]
    has_winner = len(first) == 1
    return PicturePage(
        texts=texts,
        winner=texts.side_names[texts.ledger.leaders[0]] if has_winner else "",
        total=first[0].total if has_winner else "",
        places=tuple(place for place in places if not (has_winner and place.wins)),
        chart=chart_on_paper(texts),
        turning_points=turning_points(texts.sheet, texts.messages),
    )
