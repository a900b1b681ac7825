"""The page of a sheet, and what can be done with a sheet as a whole."""

from collections.abc import Sequence

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Head
from scorekeeper.services import sheets
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import place_in_day
from scorekeeper.services.presence import presence
from scorekeeper.services.sheet_results import settled_on
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.forms.buttons import PutAwayForm, StopForm
from scorekeeper.web.forms.title import TitleForm
from scorekeeper.web.presenters.history import history_page
from scorekeeper.web.presenters.page_values import EntryPage
from scorekeeper.web.presenters.presence import Writing, writing_of, writing_text
from scorekeeper.web.presenters.round_entry import blank_form, entry_page
from scorekeeper.web.presenters.rounds import LATEST, ROUNDS_AT_MOST
from scorekeeper.web.presenters.rules_page import rules_page
from scorekeeper.web.presenters.sheet_page import SheetPage, curve_page, sheet_page
from scorekeeper.web.presenters.title_page import title_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import is_writing, may_be_looked_at
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.request.look_address import look_address
from scorekeeper.web.request.page_tag import tag_of, unless_unchanged
from scorekeeper.web.request.phone import holder, phone_id
from scorekeeper.web.routes.round_entries import NextRound

bp = Blueprint("sheets", __name__, url_prefix="/g/<link>/<int:number>")

FROM = "from"  # the number of the item with which a page of a long list begins


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The sheet: totals, the form for the next deal, the latest deals.

    `?from=` shows the deals from that place on; `?all=1`, which once showed all, more latest ones.
    `?saved=` says what was saved under that revision, as long as it is the latest.
    """
    return _unless_unchanged("sheets/show.html")


@bp.get("/board")
@may_be_looked_at
def board() -> ResponseReturnValue:
    """The parts of the sheet's page that move, for phones that follow it."""
    return _unless_unchanged("sheets/_board.html", is_board=True)


@bp.get("/table")
@may_be_looked_at
def table() -> ResponseReturnValue:
    """The sheet for a tablet or a television in sight of everybody: read, never touched."""
    return _unless_unchanged("sheets/table.html", is_table=True)


@bp.get("/curve")
@may_be_looked_at
def curve() -> ResponseReturnValue:
    """The totals over the evening as lines."""

    def html() -> str:
        page = curve_page(load(g.sheet), current_messages())
        return render_template("sheets/curve.html", page=page)

    return unless_unchanged(f"{g.sheet.revision}-{g.group.revision}", html)


def _unless_unchanged(
    template: str, *, is_table: bool = False, is_board: bool = False
) -> ResponseReturnValue:
    """304 for a phone that has seen this revision in this language, without reading a round.

    Behind a dot the tag says who else is writing, if anybody is.
    """
    tag = tag_of(str(g.sheet.revision), str(g.group.revision))
    if not is_writing():
        tag += "-look"
    writing = writing_of(presence().writers(g.sheet.id), phone_id())
    if writing.others:
        tag = f"{tag}.{writing.tag}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        page = _sheet_page(tag, writing, is_table=is_table, is_board=is_board)
        html = render_template(template, page=page)
        response = Response(html, mimetype="text/html")
    response.set_etag(tag, weak=True)
    return response


def _sheet_page(tag: str, writing: Writing, *, is_table: bool, is_board: bool) -> SheetPage:
    """Everything on the page of the sheet of this request."""
    state = load(g.sheet)
    return sheet_page(
        state,
        current_messages(),
        entry=_entry(state) if is_writing() and not (is_table or state.is_over) else None,
        wanted=request.args.get(FROM, type=int),
        latest=ROUNDS_AT_MOST if request.args.get("all") == "1" else LATEST,
        key=new_key(),
        rounds_at=url_for("rounds.correct", round_id=0).removesuffix("0") if is_writing() else "",
        tag=tag,
        writing=writing_text(writing, state, current_messages()),
        saved=form_token.revision_saved() if is_writing() else None,
        place_in_day=place_in_day(state),
        address=look_address() if is_table or state.is_over else None,
        with_code=is_table,
        is_board=is_board,
        settled=settled_on(state) if state.is_over else None,
    )


def _entry(state: SheetState) -> EntryPage | None:
    entry = NextRound(state)
    wanted = request.args.get("form")
    offered = [each for each in state.plugin.forms if each.is_available(entry.table)]
    chosen = next((each for each in offered if each.slug == wanted), None)
    if not offered:
        return None
    form = blank_form(entry, chosen or offered[0])
    return entry_page(entry, form, current_messages(), opened=request.args.get("open", ""))


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
    return render_template("sheets/history.html", page=page)


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
    closed, state = StopForm(request.form).closed.yes, load(g.sheet)
    if state.sheet.head.closed != closed:
        sheets.set_closed(state, closed, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


@bp.post("/away")
def put_away() -> ResponseReturnValue:
    """Put the sheet away, or fetch it back."""
    away = PutAwayForm(request.form).away.yes
    sheets.put_away(load(g.sheet), away, form_token.token_sent())
    group = url_for("groups.show", put_away=g.sheet.number)
    return redirect(group if away else url_for("sheets.show"), 303)


@bp.route("/title", methods=["GET", "POST"])
def title() -> ResponseReturnValue:
    """What the sheet is called, and its day."""
    state, problems = load(g.sheet), list[Problem]()
    if request.method == "GET":
        return _title_page(state, TitleForm(data=record_of(Head).write(state.sheet.head)))
    form = TitleForm(request.form)
    if is_language_choice():
        return _title_page(state, form)
    head = record_of(Head).collect(form.head_data, len(state.sheet.players), problems)
    if head is None:
        return _title_page(state, form, problems), 422
    sheets.rename(state, head, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


def _title_page(state: SheetState, form: TitleForm, problems: Sequence[Problem] = ()) -> str:
    key, based_on = new_key(), state.row.revision
    page = title_page(form, current_messages(), problems, key=key, based_on=based_on)
    return render_template("sheets/title.html", page=page)
