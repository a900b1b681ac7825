"""The page of a sheet, and what can be done with a sheet as a whole."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.account import Transfer
from scorekeeper.core.days import today
from scorekeeper.services.account.sheet_payments import (
    can_be_ticked,
    paid_so_far,
    settlement_lines,
    tick_off,
)
from scorekeeper.services.account.state import group_account
from scorekeeper.services.group.state import GroupState, group_state
from scorekeeper.services.live.change_watch import current_watch
from scorekeeper.services.sheet import writing as sheets
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import place_in_day, version_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.standing.state import seasons_of
from scorekeeper.store.errors import DamagedDatabaseError
from scorekeeper.summary.result import Settled, Ticked, balances
from scorekeeper.web.history.pages import history_page
from scorekeeper.web.house_rules.pages import rules_page
from scorekeeper.web.live.pages import Writing, writing_of, writing_text
from scorekeeper.web.printing.routes import has_picture
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import is_writing, may_be_looked_at
from scorekeeper.web.request.addresses import (
    address_to_send,
    look_address,
    picture_address,
    qr_code,
)
from scorekeeper.web.request.cookies import holder, phone_id
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import unless_unchanged
from scorekeeper.web.round.entries import next_round
from scorekeeper.web.round.entry_page import EntryNotes, EntryPage, blank_entry_page
from scorekeeper.web.shared.titles import title_of
from scorekeeper.web.sheet.money_page import sheet_money_page
from scorekeeper.web.sheet.pages import (
    LATEST,
    ROUNDS_AT_MOST,
    SheetPage,
    SheetRequest,
    season_texts,
    sheet_page,
)

bp = Blueprint("sheets", __name__, url_prefix="/g/<link>/<int:number>")
sheet_money = Blueprint("sheet_money", __name__, url_prefix="/g/<link>/<int:number>")

FROM = "from"  # the number of the item with which a page of a long list begins
QUIET_ZONE = 4  # modules around a QR code on a dark page


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The sheet: totals, the form for the next deal, the latest deals.

    `?from=` shows the deals from that place on; `?all=1`, which once showed all, more latest ones.
    `?saved=` says what was saved under that revision, as long as it is the latest.
    """
    return _unless_unchanged("sheet/show.html")


@bp.get("/board")
@may_be_looked_at
def board() -> ResponseReturnValue:
    """The parts of the sheet's page that move, for phones that follow it."""
    return _unless_unchanged("sheet/_board.html", is_board=True)


@bp.get("/table")
@may_be_looked_at
def table() -> ResponseReturnValue:
    """The sheet for a tablet or a television in sight of everybody: read, never touched."""
    return _unless_unchanged("sheet/table.html", is_table=True)


def _unless_unchanged(
    template: str, *, is_table: bool = False, is_board: bool = False
) -> ResponseReturnValue:
    """304 for a phone that has seen this revision in this language, without reading a round.

    Behind a dot the tag says who else is writing, if anybody is.
    """
    writing = writing_of(current_watch().presence.writers(g.sheet.id), phone_id())
    look = "" if is_writing() else "-look"
    others = f".{writing.tag}" if writing.others else ""

    @cache
    def place() -> int:
        """Another date of an earlier sheet can change it."""
        return place_in_day(load(g.sheet))

    def html() -> str:
        page = _sheet_page(writing, place(), is_table=is_table, is_board=is_board)
        return render_template(template, page=page)

    def shown() -> Hashable:
        """What is still owed of a settled sheet, any other one can change."""
        return place(), version_of(g.group) if _shows_payments(load(g.sheet)) else ""

    version = f"{g.sheet.revision}-{g.group.revision}"
    return unless_unchanged(version, html, look + others, shown)


def _sheet_page(writing: Writing, place: int, *, is_table: bool, is_board: bool) -> SheetPage:
    """Everything on the page of the sheet of this request."""
    state, messages = load(g.sheet), current_messages()
    look = look_address() if is_table else None
    saved = form_token.revision_saved() if is_writing() else None
    group = _readable_group() if _shows_payments(state) and not is_table else None
    so_far = paid_so_far(state, group)
    lines = _lines(state, so_far, group) if group else {}
    is_shown_in_chats = state.row.is_alone and has_picture(state.sheet)
    asked = SheetRequest(
        title=title_of(state, messages, place),
        wanted=request.args.get(FROM, type=int),
        latest=ROUNDS_AT_MOST if request.args.get("all") == "1" else LATEST,
        token=form_token.fresh_token(state.row),
        rounds_at=url_for("rounds.correct", round_id=0).removesuffix("0") if is_writing() else "",
        writing=writing_text(writing, state, messages),
        saved=saved,
        address=address_to_send(state.sheet, state.day) if state.is_over else None,
        look_code=qr_code(look, border=QUIET_ZONE) if look else None,
        picture=picture_address(messages.language) if is_shown_in_chats else "",
        is_board=is_board,
        is_table=is_table,
        entry=_entry(state) if is_writing() and not (is_table or state.is_over) else None,
        paid_so_far=so_far,
        lines=MappingProxyType(lines),
        pay_at=_pay_at(so_far) if lines else "",
        seasons=_season_texts(state, saved) if saved else (),
    )
    return sheet_page(state, messages, asked)


def _pay_at(so_far: Settled | Ticked | None) -> str:
    if isinstance(so_far, Settled):
        return url_for("account.pay", settlement=so_far.settlement, sheet=g.sheet.number)
    return url_for("sheet_money.pay")


def _season_texts(state: SheetState, saved: int) -> tuple[str, ...]:
    """What was changed in seasons by what was just saved; nothing where there are none."""
    with suppress(DamagedDatabaseError):
        group = group_state(g.group)
        if seasons_of(group):
            return season_texts(state, lambda: group_account(group), saved, current_messages())
    return ()


def _shows_payments(state: SheetState) -> bool:
    """Whether the page of a sheet has what is paid of it, to be ticked off."""
    return is_writing() and state.is_over and balances(state.sheet) is not None


def _readable_group() -> GroupState | None:
    """The group of the sheet; None where it is damaged, which closes none of its sheets."""
    with suppress(DamagedDatabaseError):
        return group_state(g.group)
    return None


def _lines(
    state: SheetState, so_far: Settled | Ticked | None, group: GroupState
) -> Mapping[str, Transfer[str]]:
    """What can be ticked off; nothing where the money of the group is damaged."""
    if not isinstance(so_far, Settled):
        return so_far.lines if so_far and can_be_ticked(so_far.lines.values()) else {}
    with suppress(DamagedDatabaseError):
        # What the account owes otherwise by now is ticked off there, where that is said.
        if not group_account(group).is_list_outdated:
            return settlement_lines(state, group, so_far)
    return {}


def _entry(state: SheetState) -> EntryPage:
    entry, wanted, offered = next_round(state), request.args.get("form"), state.plugin.forms
    chosen = next((form for form in offered if form.slug == wanted), offered[0])
    blank = entry.blank_form(chosen)
    notes = EntryNotes(opened=request.args.get("open", ""))
    return blank_entry_page(entry, blank, current_messages(), notes, url_for("sheets.show"))


@bp.get("/saved/<key>")
@may_be_looked_at
def saved(key: str) -> ResponseReturnValue:
    """Whether a form with this key has been saved: asked by a phone that got no answer.

    And under which revision; null where it was not.
    """
    entry = load(g.sheet).entry_with_key(key)
    return {"saved": entry is not None, "revision": None if entry is None else entry.revision}


@bp.get("/history")
@may_be_looked_at
def show_history() -> ResponseReturnValue:
    """What was written when, from what to what; `?from=` begins a page with that entry."""
    wanted = request.args.get(FROM, type=int)
    page = history_page(load(g.sheet), current_messages(), holder(), wanted)
    return render_template("history/sheet.html", page=page)


@bp.get("/rules")
@may_be_looked_at
def rules() -> ResponseReturnValue:
    """The rules as this program counts them, with the house rules of this sheet marked."""
    state, back = load(g.sheet), url_for("sheets.show")
    sheet, messages = state.sheet, current_messages()
    seats, stake = len(sheet.players), sheet.head.stake
    page = rules_page(state.plugin, sheet.house, seats, messages, back, stake)
    return render_template(f"games/{state.row.game}/rules.html", page=page)


@bp.post("/stop")
def stop() -> ResponseReturnValue:
    """We stop here, or we go on after all."""
    closed, state = request.form.get("closed") == "1", load(g.sheet)
    if state.sheet.head.closed != closed:
        sheets.write_value(state, EntryType.CLOSED, closed, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


@bp.post("/away")
def put_away() -> ResponseReturnValue:
    """Put the sheet away, or fetch it back."""
    away = request.form.get("away") == "1"
    if g.sheet.put_away != away:
        sheets.put_away(load(g.sheet), away, form_token.token_sent())
    group = url_for("groups.show", put_away=g.sheet.number)
    return redirect(group if away else url_for("sheets.show"), 303)


@sheet_money.post("/money/paid")
def pay() -> ResponseReturnValue:
    """Tick off that somebody has paid somebody else for the sheet, or take that back.

    Where others have changed what is due since, or ticked it off, the sheet says so.
    """
    state = load(g.sheet)
    if isinstance(paid_so_far(state), Ticked):
        line, is_paid = request.form.get("line", ""), request.form.get("do") != "back"
        tick_off(g.group, state, line, form_token.token_sent(), today(), is_paid=is_paid)
    return redirect(url_for("sheets.show"), 303)


@sheet_money.get("/money", endpoint="show")
@may_be_looked_at
def show_money() -> ResponseReturnValue:
    """What every round or pair of sides moves; `?from=` begins a page with that one."""
    state, wanted = load(g.sheet), request.args.get(FROM, type=int)
    page = sheet_money_page(state, current_messages(), wanted)
    return render_template("sheet/money.html", page=page)
