"""A sheet as a link that has all of it inside, and the page on which such a link opens."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.addresses.urls import is_loopback
from scorekeeper.core.phrases import Problem
from scorekeeper.files.faults import Fault, FaultyFileError
from scorekeeper.files.reading import read
from scorekeeper.files.sheet import Sheet
from scorekeeper.files.sheet_link import ROUNDS_AT_MOST, is_link
from scorekeeper.services.journal.form_token import FormToken, new_key
from scorekeeper.services.sheet.duplicate_sheets import known_sheet
from scorekeeper.services.sheet.prepared_sheet import unsaved_state
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.store.rows import Access
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.addresses import linked_address, qr_code
from scorekeeper.web.request.form_values import takes_long
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.shared.answers import sheet_address
from scorekeeper.web.shared.titles import title_of
from scorekeeper.web.sheet.pages import SheetPage, SheetRequest, curve_of, sheet_page

bp = Blueprint("sheet_link", __name__, url_prefix="/g/<link>/<int:number>")
linked = Blueprint("linked", __name__)

CODE_AT_MOST = 1000  # characters of an address: phones read codes of so many well
PROBLEMS_SHOWN = 5
FIRST_OF_DAY = 1  # what is called otherwise on its day is not known of a sheet in a link


class SheetLinkPage(NamedTuple):
    """The *address* with all of a sheet in it, None where it is too long, and its QR code.

    It *is_reachable* unless it leads to this machine alone.
    """

    address: str | None
    code: str | None
    is_reachable: bool


class LinkedSheetPage(NamedTuple):
    """The *sheet* in a link, the *text* of that and a *key* to keep it; or the *problems* with it.

    All are missing as long as nothing was sent. Where all lies on one device, the same sheet may
    stand there already, *known_at* this address.
    """

    sheet: SheetPage | None = None
    text: str = ""
    key: str = ""
    known_at: str | None = None
    problems: Sequence[str] = ()


@bp.get("/link", endpoint="show")
@may_be_looked_at
def show_link() -> ResponseReturnValue:
    """The link, to be sent or scanned."""
    state = load(g.sheet)
    address = linked_address(state.sheet, state.day)
    code = qr_code(address, error="l") if address and len(address) <= CODE_AT_MOST else None
    page = SheetLinkPage(address, code, address is None or not is_loopback(address))
    return render_template("sheet/link.html", page=page)


@linked.route("/sheet", methods=["GET", "POST"])
@takes_long("text")
def show() -> ResponseReturnValue:
    """What stands in a link: script asks with what stands behind its #, and nothing is stored."""
    if request.method == "GET":
        return _page(LinkedSheetPage())
    text = request.form.get("text", "")
    try:
        sheet = _sheet_in(text.encode())
    except FaultyFileError as refusal:
        problems = [fault.text(current_messages()) for fault in refusal.faults]
        return _page(LinkedSheetPage(problems=problems[:PROBLEMS_SHOWN])), 422
    return _page(LinkedSheetPage(_sheet_page(sheet), text, new_key(), _known_at(sheet)))


def _known_at(sheet: Sheet) -> str | None:
    """Where the same sheet stands; on a server a link is no way to find out what lies there."""
    known = None if current_app.config["SERVES_PHONES"] else known_sheet(sheet)
    return None if known is None else sheet_address(known)


def _sheet_in(text: bytes) -> Sheet:
    """The sheet in a link; raises FaultyFileError, also for a file."""
    if not is_link(text):
        raise FaultyFileError([Fault(Problem("link_foreign"))])
    return read(text)


def _sheet_page(sheet: Sheet) -> SheetPage:
    """The page of a sheet that is stored nowhere, with all its rounds and its curve."""
    g.game = sheet.game.slug
    state, messages = unsaved_state(sheet), current_messages()
    title, token = title_of(state, messages, FIRST_OF_DAY), FormToken("", state.row.revision)
    asked = SheetRequest(title=title, latest=ROUNDS_AT_MOST, token=token, rounds_at="")
    return replace(sheet_page(state, messages, asked), curve=curve_of(state, messages))


def _page(page: LinkedSheetPage) -> str:
    g.access = Access.LOOK  # nobody writes on what is stored nowhere
    return render_template("sheet/linked.html", page=page)
