"""What can be kept of a sheet: its text for a chat, its papers, its files, its details."""

from dataclasses import dataclass

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.files.sheet import Details
from scorekeeper.services.account.sheet_payments import paid_so_far
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.summary.chart import Chart
from scorekeeper.summary.chat_texts import result_text
from scorekeeper.web.printing.routes import PrintPage, has_picture, print_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.addresses import address_to_send
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import unless_unchanged
from scorekeeper.web.shared.answers import sent_back
from scorekeeper.web.shared.field_values import ShownForm, shown_form
from scorekeeper.web.sheet.pages import curve_of
from scorekeeper.web.start.forms import DetailsForm

TITLE = "title"  # the part of the page with the details
ROOM_TO_WRAP = 5  # lines more than a text has, where it is shown

bp = Blueprint("keep", __name__, url_prefix="/g/<link>/<int:number>")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPage:
    """Everything on the page.

    The *text* for a chat is shown in so many *rows*; it has the address of the sheet if that
    *is_reachable* by phones. The sheet *is_over*, or else it is how it stands; *is_away*: it was
    put away. Its *details* are unfolded if *is_open*. The *curve* is None before there are two
    rounds. *token* is the one of which all forms have theirs.
    """

    text: str
    rows: int
    is_over: bool
    has_picture: bool
    is_away: bool
    is_reachable: bool
    papers: PrintPage
    curve: Chart | None
    details: ShownForm
    is_open: bool
    token: FormToken


@bp.get("/keep")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """What can be kept of the sheet.

    `?code=` says whether its papers lead to it by a QR code, `?part=title` opens that part.
    """
    state = load(g.sheet)
    version = f"{g.sheet.revision}-{g.group.revision}"
    is_open = request.args.get("part") == TITLE
    form = DetailsForm(obj=state.sheet.head)
    return unless_unchanged(version, lambda: _page(state, form, is_open=is_open))


@bp.post("/keep", endpoint="save")
@bp.post("/title", endpoint="save")
def save() -> ResponseReturnValue:
    """Save the details of the sheet."""
    state = load(g.sheet)
    # What a form does not send, as it was drawn before there was such a detail, stays as it is.
    form = DetailsForm(request.form, obj=state.sheet.head)
    if answer := sent_back(lambda: _page(state, form, is_open=True), form.validate):
        return answer
    sheets.write_value(state, EntryType.ABOUT, Details(**form.values), form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


@bp.get("/<any(curve, paper, result, title):part>")
@may_be_looked_at
def former(part: str) -> ResponseReturnValue:
    """The parts of the page were pages of their own once; their addresses lead here."""
    opened = TITLE if part == TITLE else None
    code = request.args.get("code")
    return redirect(url_for("keep.show", code=code, part=opened, _anchor=part), 303)


def _page(state: SheetState, form: DetailsForm, *, is_open: bool) -> str:
    """The page with what stands in *form* and every problem at its field."""
    messages, address = current_messages(), address_to_send(state.sheet, state.day)
    text = result_text(state.sheet, state.day, messages, address, paid_so_far(state))
    page = KeepPage(
        text=text,
        rows=text.count("\n") + 1 + ROOM_TO_WRAP,
        is_over=state.is_over,
        has_picture=has_picture(state.sheet),
        is_away=state.row.put_away,
        is_reachable=address is not None,
        papers=print_page(state),
        curve=curve_of(state, messages),
        details=shown_form(form, messages),
        is_open=is_open,
        token=form_token.token_again(state.row),
    )
    return render_template("sheet/keep.html", page=page)
