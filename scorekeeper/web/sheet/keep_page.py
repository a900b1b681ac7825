"""What can be kept of a sheet: its text for a chat, its papers, its files, its title and date."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.i18n.messages import Messages
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.summary.chart import Chart
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.web.printing.pages import CodeChoice, PrintPage, print_page
from scorekeeper.web.shared.field_values import ShownForm, shown_form
from scorekeeper.web.sheet.pages import curve_of
from scorekeeper.web.start.forms import TitleForm

ROOM_TO_WRAP = 5  # lines more than a text has, where it is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepRequest:
    """What the request for the page knows.

    *address* is the one that goes to a chat, None where nobody could open it, *settled* the day on
    which the sheet was settled, if it was; *is_open*: the form is unfolded. *token* is the one of
    which all forms have theirs.
    """

    address: str | None
    settled: date | None
    code: CodeChoice
    is_open: bool
    token: FormToken


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPage:
    """Everything on the page.

    The *text* for a chat is shown in so many *rows*; it has the address of the sheet if that
    *is_reachable* by phones. The sheet *is_over*, or else it is how it stands; *is_away*: it was
    put away. *details* are its title and its date, unfolded if *is_open*. The *curve* is None
    before there are two rounds.
    """

    text: str
    rows: int
    is_over: bool
    is_away: bool
    is_reachable: bool
    papers: PrintPage
    curve: Chart | None
    details: ShownForm
    is_open: bool
    token: FormToken


def keep_page(
    state: SheetState, form: TitleForm, request: KeepRequest, messages: Messages
) -> KeepPage:
    """The page with what stands in *form* and every problem at its field."""
    text = result_text(state.sheet, state.day, messages, request.address, request.settled)
    return KeepPage(
        text=text,
        rows=text.count("\n") + 1 + ROOM_TO_WRAP,
        is_over=state.is_over,
        is_away=state.row.put_away,
        is_reachable=request.address is not None,
        papers=print_page(state.plugin, len(state.sheet.players), request.code, messages),
        curve=curve_of(state, messages),
        details=shown_form(form, messages),
        is_open=request.is_open,
        token=request.token,
    )
