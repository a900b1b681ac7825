"""The page with what can be kept of a sheet; its form for the title and the date."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.files.sheet import Details
from scorekeeper.services.account.sheet_results import settled_on
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.printing.routes import code_choice
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.addresses import address_to_send
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.page_tag import unless_unchanged
from scorekeeper.web.sheet.keep_page import KeepRequest, keep_page
from scorekeeper.web.start.forms import TitleForm

TITLE = "title"  # the part of the page with title and date

bp = Blueprint("keep", __name__, url_prefix="/g/<link>/<int:number>")


@bp.get("/keep")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """What can be kept of the sheet.

    `?code=` says whether its papers lead to it by a QR code, `?part=title` opens that part.
    """
    state = load(g.sheet)
    version = f"{g.sheet.revision}-{g.group.revision}"
    is_open = request.args.get("part") == TITLE
    return unless_unchanged(version, lambda: _page(state, _stored(state), is_open=is_open))


@bp.post("/keep", endpoint="save")
@bp.post("/title", endpoint="save")
def save() -> ResponseReturnValue:
    """Save what the sheet is called, and its day."""
    state, form = load(g.sheet), TitleForm(request.form)
    if is_language_choice():
        return _page(state, form, is_open=True)
    if not form.validate():
        return _page(state, form, is_open=True), 422
    sheets.write_value(state, EntryType.ABOUT, form.details, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


@bp.get("/<any(curve, paper, result, title):part>")
@may_be_looked_at
def former(part: str) -> ResponseReturnValue:
    """The parts of the page were pages of their own once; their addresses lead here."""
    opened = TITLE if part == TITLE else None
    code = request.args.get("code")
    return redirect(url_for("keep.show", code=code, part=opened, _anchor=part), 303)


def _stored(state: SheetState) -> TitleForm:
    return TitleForm(data=record_of(Details).write(state.sheet.head))


def _page(state: SheetState, form: TitleForm, *, is_open: bool) -> str:
    asked = KeepRequest(
        address=address_to_send(state.sheet, state.day),
        settled=settled_on(state) if state.is_over else None,
        code=code_choice(),
        is_open=is_open,
        token=form_token.fresh_token(state.row),
    )
    page = keep_page(state, form, asked, current_messages())
    return render_template("sheet/keep.html", page=page)
