"""The small pages below a sheet: title and date, whose phone this is, the result, the curve."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from scorekeeper.core.phrases import Problem
from scorekeeper.i18n.messages import Messages
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.summary.chart import SCREEN, Chart, chart_of
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.web.shared.field_values import FieldValue, field_value, texts_by_field
from scorekeeper.web.start.forms import TitleForm

ROOM_TO_WRAP = 5  # lines more than a text has, where it is shown


@dataclass(frozen=True, slots=True)
class TitlePage:
    """The form for the title and the date of a sheet."""

    details: Mapping[str, FieldValue]
    key: str
    based_on: int


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The *text* for a chat, shown in so many *rows*.

    The sheet *is_over*, or else it is how it stands; the text has the address of the sheet if that
    *is_reachable* by phones.
    """

    text: str
    rows: int
    is_over: bool
    is_reachable: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The totals of an evening as lines, in a drawing with room for what stands beside them."""

    chart: Chart

    @property
    def view_box(self) -> str:
        """The frame of the drawing as SVG writes it: left, top, width, height."""
        font, longest = self.chart.size.font, max(len(tick.label) for tick in self.chart.ticks)
        left, top = font // 2 + font * 16 // 25 * longest, font + 40
        width = left + self.chart.size.width + font * self.chart.size.label_ems + 180
        return f"{-left} {-top} {width} {self.chart.size.height + 2 * top}"


@dataclass(frozen=True, slots=True)
class CurvePage:
    """The totals of an evening as lines; None before there are any."""

    curve: Curve | None


def title_page(
    form: TitleForm,
    messages: Messages,
    problems: Sequence[Problem] = (),
    *,
    key: str,
    based_on: int,
) -> TitlePage:
    """The page with what stands in *form* and every problem at its field."""
    texts = texts_by_field(problems, "", messages)
    details = {name: field_value(form, name, texts) for name in form.data}
    return TitlePage(MappingProxyType(details), key, based_on)


def result_page(
    state: SheetState, messages: Messages, address: str | None, settled: date | None
) -> ResultPage:
    """The page of a sheet with this look-only *address*, None where no phone can open it.

    *settled* is the day on which it was, if it was.
    """
    text = result_text(state.sheet, state.day, messages, address, settled)
    rows = text.count("\n") + 1 + ROOM_TO_WRAP
    return ResultPage(text, rows, state.is_over, address is not None)


def curve_page(state: SheetState, messages: Messages) -> CurvePage:
    """The totals of every side over the evening so far."""
    chart = chart_of(state.ledger, state.side_names, state.sheet.unit, messages, SCREEN)
    return CurvePage(Curve(chart) if chart else None)
