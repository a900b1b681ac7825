"""The page of a sheet, and what can be done with a sheet as a whole."""

import segno
from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import record_of
from scorekeeper.core.phrases import Problem
from scorekeeper.files.sheet import Head
from scorekeeper.i18n.house_rule_messages import switch_words
from scorekeeper.services import sheets
from scorekeeper.services.form_token import new_key
from scorekeeper.services.lookup import was_saved
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.state_cache import load
from scorekeeper.summary import result
from scorekeeper.summary.chart import chart_of
from scorekeeper.web.presenters.history import history
from scorekeeper.web.presenters.page_values import EntryPage, SheetPage
from scorekeeper.web.presenters.round_entries import NextRound
from scorekeeper.web.presenters.round_entry import blank_form, entry_page
from scorekeeper.web.presenters.rounds import LATEST, round_rows, side_totals
from scorekeeper.web.presenters.rules_page import rules_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.assets import pages_version
from scorekeeper.web.request.language import A_YEAR, current_messages

bp = Blueprint("sheets", __name__, url_prefix="/g/<link>/<int:number>")


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheet: totals, the form for the next deal, the deals so far."""
    return _unless_unchanged("sheets/show.html")


@bp.get("/board")
def board() -> ResponseReturnValue:
    """The parts of the sheet's page that move, for phones that follow it."""
    return _unless_unchanged("sheets/_board.html")


def _unless_unchanged(template: str) -> ResponseReturnValue:
    """304 for a phone that has seen this revision in this language, without reading a round."""
    tag = "-".join(
        (pages_version(), str(g.sheet.revision), str(g.group.revision), current_messages().language)
    )
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        page = render_template(template, page=sheet_page(), tag=tag)
        response = Response(page, mimetype="text/html")
    response.set_etag(tag, weak=True)
    return response


def sheet_page() -> SheetPage:
    """Everything on the page of the sheet of this request."""
    state, messages = load(g.sheet), current_messages()
    game, ledger = state.sheet.game, state.ledger
    everything = request.args.get("all") == "1"
    return SheetPage(
        number=g.sheet.number,
        revision=g.sheet.revision,
        title=title_of(state),
        game=messages.text(f"{game.slug}.name"),
        slug=game.slug,
        progress=_progress(state),
        sides=side_totals(state, messages),
        players=state.seated[-1],
        dealer=state.seated[-1][ledger.table.dealer],
        rounds=round_rows(state, messages, everything=everything),
        earlier=0 if everything else max(0, len(ledger.rounds) - LATEST),
        entry=None if state.is_over else _entry(state),
        finished=ledger.finished,
        result=result_of(state) if state.is_over else "",
        transfers=result.payments(state.sheet, ledger, messages) if state.is_over else None,
        put_away=g.sheet.put_away,
        sections=state.plugin.sections(ledger),
        house=switch_words(game, record_of(game.house).write(state.sheet.house), messages),
        key=new_key(),
        first_form=state.plugin.forms[0].slug,
        rounds_at=url_for("rounds.correct", round_id=0).removesuffix("0"),
        latest=state.round_ids[-1] if state.round_ids else None,
        curve=chart_of(ledger, state.side_names, state.sheet.unit, messages),
    )


def title_of(state: SheetState) -> str:
    """The title people gave, or the day the sheet was opened."""
    head, messages = state.sheet.head, current_messages()
    day = messages.day(state.day)
    return head.title or messages.text("sheet.untitled", day=day)


def result_of(state: SheetState) -> str:
    """Who has won, in words."""
    return result.result(state.sheet, state.ledger, current_messages())


def _progress(state: SheetState) -> str:
    """Which deal comes next; how many there were once the table has stopped."""
    messages = current_messages()
    if state.is_over:
        return messages.text("group.deals", count=len(state.round_ids))
    progress = state.sheet.game.progress(state.ledger.table)
    if progress.of is None:
        return messages.text("sheet.deal", deal=progress.deal)
    return messages.text("sheet.deal_of", deal=progress.deal, of=progress.of)


def _entry(state: SheetState) -> EntryPage | None:
    entry = NextRound(state)
    wanted = request.args.get("form")
    offered = [each for each in state.plugin.forms if each.is_available(entry.table)]
    chosen = next((each for each in offered if each.slug == wanted), None)
    if not offered:
        return None
    return entry_page(entry, blank_form(entry, chosen or offered[0]))


@bp.get("/saved/<key>")
def saved(key: str) -> ResponseReturnValue:
    """Whether a form with this key has been saved: asked by a phone that got no answer."""
    return {"saved": was_saved(g.sheet, key)}


@bp.get("/history")
def show_history() -> ResponseReturnValue:
    """What was written when, from what to what."""
    state = load(g.sheet)
    people = sorted(set(state.players.values()), key=str.casefold)
    lines = history(state, current_messages())
    return render_template(
        "sheets/history.html", lines=lines, people=people, holder=form_token.holder()
    )


@bp.post("/holder")
def hold() -> ResponseReturnValue:
    """Say who holds this phone; its changes carry the name from now on."""
    response = redirect(url_for("sheets.show_history"), 303)
    name = request.form.get("holder", "")[: form_token.HOLDER_LENGTH]
    response.set_cookie(form_token.HOLDER, name, max_age=A_YEAR, samesite="Lax", httponly=True)
    return response


@bp.get("/rules")
def rules() -> ResponseReturnValue:
    """The rules as this program counts them, with the house rules of this sheet marked."""
    state = load(g.sheet)
    seats = len(state.sheet.players)
    return rules_page(state.plugin, state.sheet.house, seats, url_for("sheets.show"))


@bp.get("/share")
def share() -> ResponseReturnValue:
    """The link of this sheet as a QR code."""
    link = url_for("sheets.show", _external=True)
    code = segno.make(link, error="m").svg_data_uri(border=2, dark="#000", light="#fff")
    return render_template("sheets/share.html", link=link, code=code)


@bp.post("/stop")
def stop() -> ResponseReturnValue:
    """We stop here, or we go on after all."""
    closed = request.form.get("closed") == "1"
    state = load(g.sheet)
    if state.sheet.head.closed != closed:
        sheets.set_closed(state, closed, form_token.token_sent())
    return redirect(url_for("sheets.show"), 303)


@bp.post("/away")
def away() -> ResponseReturnValue:
    """Put the sheet away, or fetch it back."""
    taken = request.form.get("away") == "1"
    state = load(g.sheet)
    token = form_token.token_sent()
    sheets.put_away(state, taken, token)
    return redirect(url_for("groups.show") if taken else url_for("sheets.show"), 303)


@bp.route("/title", methods=["GET", "POST"])
def title() -> ResponseReturnValue:
    """What the sheet is called, and its day."""
    state = load(g.sheet)
    head = state.sheet.head
    values = {"title": head.title or "", "date": head.date.isoformat() if head.date else ""}
    problems: list[Problem] = []
    if request.method == "POST":
        values = {name: request.form.get(name, "") for name in values}
        data = {name: value for name, value in values.items() if value.strip()}
        wanted = record_of(Head).collect(data, len(state.sheet.players), problems)
        if wanted is not None:
            sheets.rename(state, wanted, form_token.token_sent())
            return redirect(url_for("sheets.show"), 303)
    page = render_template(
        "sheets/title.html",
        values=values,
        problems={each.field: current_messages().problem("", each) for each in problems},
        key=new_key(),
        based_on=state.row.revision,
    )
    return page, 422 if problems else 200
