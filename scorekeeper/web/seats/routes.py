"""Who sits where: putting names and seats right, and substitutes."""

from collections.abc import Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.sheet import writing as seats
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.lookup import people_of
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.request import form_token
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.round.answers import ask_to_look
from scorekeeper.web.seats.forms import SeatsForm, SubstituteForm
from scorekeeper.web.seats.pages import seats_page, seats_preview_page
from scorekeeper.web.shared.answers import saved_or_refused

bp = Blueprint("seats", __name__, url_prefix="/g/<link>/<int:number>/seats")


@bp.get("")
def show() -> ResponseReturnValue:
    """Who sits where, and the forms to change it; `?from=` begins with that substitute."""
    return _page(load(g.sheet))


@bp.post("")
def correct() -> ResponseReturnValue:
    """Other names at the seats from the first round on, or another first dealer."""
    state = load(g.sheet)
    form = SeatsForm(state.sheet.game, len(state.sheet.players), request.form)
    if is_language_choice():
        return _page(state, form)
    if not form.validate():
        return _page(state, form), 422
    names, dealer = form.players, form.first_dealer.value
    if state.round_ids and not form_token.is_pressed("confirmed"):
        if form_token.revision_sent() != state.row.revision:
            return ask_to_look()
        return _preview(state, names, dealer)
    return saved_or_refused(
        lambda: seats.correct_seats(state, names, dealer, form_token.token_sent()),
        lambda _: url_for("sheets.show"),
        lambda problems: _page(state, form, problems),
    )


@bp.post("/substitute")
def substitute() -> ResponseReturnValue:
    """Somebody else sits down, from some round on."""
    state = load(g.sheet)
    last = state.ledger.deals + 1
    form = SubstituteForm(request.form, seats=len(state.sheet.players), last=last)
    if not form.validate():
        return _page(state, form), 422
    wanted, token = form.substitution, form_token.token_sent()
    after = state.round_before_deal(wanted.round)
    return saved_or_refused(
        lambda: seats.substitute(state, wanted.seat, wanted.player, after, token),
        lambda _: url_for("sheets.show"),
        lambda problems: _page(state, form, problems),
    )


@bp.post("/<int:subject>/back")
def remove_substitute(subject: int) -> ResponseReturnValue:
    """The substitute never sat down."""
    state = load(g.sheet)
    wanted = (EntryType.SUBSTITUTE, subject)
    if not any((entry.type, entry.subject) == wanted for entry in state.entries):
        abort(404)
    if subject in state.substitutes:
        seats.remove_substitute(state, subject, form_token.token_sent())
    return redirect(url_for("seats.show"), 303)


def _preview(state: SheetState, names: tuple[str, ...], dealer: int) -> str:
    """Whose column would be whose, before it is saved."""
    page = seats_preview_page(
        state,
        seats.with_names(state, names, dealer),
        current_messages(),
        carried=form_token.fields_sent("confirmed"),
        token=FormToken(form_token.key_sent(), state.row.revision),
    )
    return render_template("seats/confirm.html", page=page)


def _page(
    state: SheetState,
    form: SeatsForm | SubstituteForm | None = None,
    problems: Sequence[Problem] = (),
) -> str:
    """The page, with one of its forms as it was sent, and more *problems* that it has."""
    if form is not None and problems:
        form.refuse(problems)
    page = seats_page(
        state,
        current_messages(),
        known=people_of(g.group).values(),
        token=form_token.fresh_token(state.row),
        wanted=request.args.get("from", type=int),
        form=form,
    )
    return render_template("seats/show.html", page=page)
