"""The page of a sheet, and what can be done with a sheet as a whole."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Head
from scorekeeper.services import sheets
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import places_in_day, was_saved
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.web.forms.buttons import HolderForm, PutAwayForm, StopForm
from scorekeeper.web.forms.title import TitleForm
from scorekeeper.web.presenters.history import history_page
from scorekeeper.web.presenters.page_values import EntryPage
from scorekeeper.web.presenters.round_entry import blank_form, entry_page
from scorekeeper.web.presenters.rounds import LATEST, ROUNDS_AT_MOST
from scorekeeper.web.presenters.rules_page import rules_page
from scorekeeper.web.presenters.share_page import share_page
from scorekeeper.web.presenters.sheet_page import SheetPage, curve_page, sheet_page
from scorekeeper.web.presenters.title_page import title_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.addresses import is_loopback, link_for_phones
from scorekeeper.web.request.assets import pages_version
from scorekeeper.web.request.cookies import remember
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.round_entries import NextRound

bp = Blueprint("sheets", __name__, url_prefix="/g/<link>/<int:number>")

FROM = "from"  # the number of the item with which a page of a long list begins


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheet: totals, the form for the next deal, the latest deals.

    `?from=` shows the deals from that place on; `?all=1`, which once showed all, more latest ones.
    `?saved=` says what was saved under that revision, as long as it is the latest.
    """
    return _unless_unchanged("sheets/show.html")


@bp.get("/board")
def board() -> ResponseReturnValue:
    """The parts of the sheet's page that move, for phones that follow it."""
    return _unless_unchanged("sheets/_board.html")


@bp.get("/table")
def table() -> ResponseReturnValue:
    """The sheet for a tablet or a television in sight of everybody: read, never touched."""
    return _unless_unchanged("sheets/table.html", with_form=False)


@bp.get("/curve")
def curve() -> ResponseReturnValue:
    """The totals over the evening as lines."""
    page = curve_page(load(g.sheet), current_messages())
    return render_template("sheets/curve.html", page=page)


def _unless_unchanged(template: str, *, with_form: bool = True) -> ResponseReturnValue:
    """304 for a phone that has seen this revision in this language, without reading a round."""
    tag = "-".join(
        (pages_version(), str(g.sheet.revision), str(g.group.revision), current_messages().language)
    )
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        html = render_template(template, page=_sheet_page(tag, with_form=with_form))
        response = Response(html, mimetype="text/html")
    response.set_etag(tag, weak=True)
    return response


def _sheet_page(tag: str, *, with_form: bool) -> SheetPage:
    """Everything on the page of the sheet of this request."""
    state = load(g.sheet)
    return sheet_page(
        state,
        current_messages(),
        entry=_entry(state) if with_form and not state.is_over else None,
        wanted=request.args.get(FROM, type=int),
        latest=ROUNDS_AT_MOST if request.args.get("all") == "1" else LATEST,
        key=new_key(),
        rounds_at=url_for("rounds.correct", round_id=0).removesuffix("0"),
        tag=tag,
        saved=form_token.revision_saved(),
        place_in_day=places_in_day([state]).get(state.row.number, 1),
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
def saved(key: str) -> ResponseReturnValue:
    """Whether a form with this key has been saved: asked by a phone that got no answer."""
    return {"saved": was_saved(g.sheet, key)}


@bp.get("/history")
def show_history() -> ResponseReturnValue:
    """What was written when, from what to what; `?from=` begins a page with that entry."""
    wanted = request.args.get(FROM, type=int)
    page = history_page(load(g.sheet), current_messages(), form_token.holder(), wanted)
    return render_template("sheets/history.html", page=page)


@bp.post("/holder")
def set_holder() -> ResponseReturnValue:
    """Say who holds this phone; its changes carry the name from now on."""
    page: dict[str, Any] = {FROM: request.args.get(FROM, type=int)}
    response = redirect(url_for("sheets.show_history", **page), 303)
    name = (HolderForm(request.form).holder.data or "")[: form_token.HOLDER_LENGTH]
    remember(response, form_token.HOLDER, name)
    return response


@bp.get("/rules")
def rules() -> ResponseReturnValue:
    """The rules as this program counts them, with the house rules of this sheet marked."""
    state, back = load(g.sheet), url_for("sheets.show")
    sheet, messages = state.sheet, current_messages()
    seats, stake = len(sheet.players), sheet.head.stake
    page = rules_page(state.plugin, sheet.house, seats, messages, back, stake)
    return render_template(f"games/{state.row.game}/rules.html", page=page)


@bp.get("/share")
def share() -> ResponseReturnValue:
    """The link of this sheet as a QR code, and as text."""
    link = link_for_phones("sheets.show")
    page = share_page(link, reachable=not is_loopback(link))
    return render_template("sheets/share.html", page=page)


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
    head = record_of(Head).collect(form.head_data, len(state.sheet.players), problems)
    if head is None:
        return _title_page(state, form, problems), 422
    sheets.rename(state, head, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


def _title_page(state: SheetState, form: TitleForm, problems: Sequence[Problem] = ()) -> str:
    key, based_on = new_key(), state.row.revision
    page = title_page(form, current_messages(), problems, key=key, based_on=based_on)
    return render_template("sheets/title.html", page=page)
