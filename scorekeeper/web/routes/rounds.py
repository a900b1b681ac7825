"""Entering rounds, and putting them right."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.game import Problem, Round
from scorekeeper.files.reading import round_of
from scorekeeper.games.round_form import RoundForm
from scorekeeper.services.opening import new_key
from scorekeeper.services.rounds import change_rounds, edition, new_round, save_round
from scorekeeper.services.sheet_state import ROUND, SheetState, read
from scorekeeper.services.writing import Change, ImpossibleError, MisfitsError, preview_of
from scorekeeper.store.db import StoreUnavailableError
from scorekeeper.store.sheet_queries import SheetMovedOnError
from scorekeeper.web.presenters.round_entry import (
    Errand,
    blank,
    entry_page,
    filled,
    next_round,
    renewed,
    score_of,
)
from scorekeeper.web.presenters.rounds import change_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.change_set import confirm_page
from scorekeeper.web.request.guard import SECONDS_TO_RETRY
from scorekeeper.web.request.language import current_messages

bp = Blueprint("rounds", __name__, url_prefix="/g/<link>/<int:number>/rounds")

BUTTONS = ("add", "take")  # inside a form: they change it and save nothing
FRAGMENT = "X-Fragment"  # a script asks for the sum alone
MISSING = "missing"  # how the codes begin of what is only not there yet


@bp.route("/new/<word>", methods=["GET", "POST"])
def save(word: str) -> ResponseReturnValue:
    """The next round; sent again, it is read as it was then, whoever's turn it is now."""
    errand = next_round(read(g.sheet))
    before = errand.state.table_saved_at(form_token.key_sent())
    if before is not None:
        heading = current_messages().text("entry.next", number=before.number)
        errand = replace(errand, table=before, heading=heading)
    return answer(errand, form_or_404(errand.state, word))


@bp.route("/after/<int:round_id>/<word>", methods=["GET", "POST"])
def insert(round_id: int, word: str) -> ResponseReturnValue:
    """A round that was forgotten, put in behind another one (0: before the first)."""
    state = read(g.sheet)
    if round_id and not state.was_written(round_id):
        abort(404)
    table = state.table_behind(round_id)
    errand = Errand(
        state,
        table,
        current_messages().text("entry.insert", number=table.number),
        current_messages().text("entry.save_insert", number=table.number),
        lambda other: url_for("rounds.insert", round_id=round_id, word=other),
        lambda dealt: [new_round(state, dealt, round_id)],
        looked_at_first=True,
    )
    return answer(errand, form_or_404(state, word))


@bp.route("/<int:round_id>", methods=["GET", "POST"])
@bp.route("/<int:round_id>/<word>", methods=["GET", "POST"])
def correct(round_id: int, word: str | None = None) -> ResponseReturnValue:
    """A round that was entered wrongly; `?edition=` starts from an earlier version of it."""
    state = read(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    # One that was struck out meanwhile comes back with its correction, looked at first.
    table = state.table_of(round_id) or state.table_behind(round_id)
    stored = _edition_or_404(state, round_id, request.args.get("edition", type=int))
    messages = current_messages()
    errand = Errand(
        state,
        table,
        messages.text("entry.correct", number=table.number),
        messages.text("entry.save_correct", number=table.number),
        lambda other: url_for("rounds.correct", round_id=round_id, word=other),
        lambda dealt: [edition(state, round_id, dealt)],
        looked_at_first=round_id != (state.round_ids or (0,))[-1],
    )
    if word is not None:
        return answer(errand, form_or_404(state, word))
    form_class = state.plugin.form_for(stored.observation)
    if request.method == "POST":
        return answer(errand, form_class)
    return entry_answer(errand, filled(errand, form_class, stored))


def form_or_404(state: SheetState, word: str) -> type[RoundForm]:
    """The form of this name in the room of this sheet."""
    form_class = state.plugin.form_by_slug(word)
    if form_class is None:
        abort(404)
    return form_class


def _edition_or_404(state: SheetState, round_id: int, wanted: int | None) -> Round[Any]:
    standing = state.last_seen(round_id)
    if wanted is None:
        return standing
    for each in state.entries:
        if (each.type, each.subject, each.edition) == (ROUND, round_id, wanted):
            game = state.sheet.game
            return round_of(each.data, game, len(state.sheet.players), []) or standing
    abort(404)


def answer(errand: Errand, form_class: type[RoundForm]) -> ResponseReturnValue:
    """Show the form, what it would give, what is wrong with it, or save it."""
    if request.method == "GET":
        return entry_answer(errand, blank(errand, form_class))
    form = form_class(errand.table, request.form)
    form.key.data = form_token.key_sent()
    problems: list[Problem] = []
    for button in BUTTONS:
        if button in request.form:
            form.apply_button(button, request.form[button])
            return entry_answer(errand, form)
    state = errand.state
    dealt = round_of(form.round_data(), state.sheet.game, len(state.sheet.players), problems)
    problems += form.contradictions()
    if request.headers.get(FRAGMENT):
        return _fragment(errand, form, dealt, problems)
    if dealt is None or problems:
        return entry_answer(errand, form, problems), 422
    if request.form.get("do") == "sum":
        total, refused = score_of(errand, dealt)
        return entry_answer(errand, form, refused, sum=total), 422 if refused else 200
    return _save(errand, form, dealt)


def _save(errand: Errand, form: RoundForm, dealt: Round[Any]) -> ResponseReturnValue:
    drafts, slip = errand.drafts(dealt), form_token.slip()
    try:
        if errand.looked_at_first and slip.based_on == errand.state.row.revision:
            return _look_first(errand, form, dealt, drafts)
        if errand.appends:
            save_round(errand.state, dealt, slip)
        else:
            change_rounds(errand.state, drafts, slip)
    except ImpossibleError as refusal:
        return entry_answer(errand, form, refusal.problems), 422
    except MisfitsError as refusal:
        return confirm_page(refusal.consequence, drafts), 422
    except SheetMovedOnError:
        return _moved_on(errand, form)
    except StoreUnavailableError:
        notice = current_messages().text("error.503.form")
        page = entry_answer(errand, form, notice=notice)
        return page, 503, {"Retry-After": str(SECONDS_TO_RETRY)}
    return form_token.saved(slip.key)


def _look_first(
    errand: Errand, form: RoundForm, dealt: Round[Any], drafts: Sequence[Change]
) -> ResponseReturnValue:
    _, refused = score_of(errand, dealt)
    if refused:
        return entry_answer(errand, form, refused), 422
    return confirm_page(preview_of(errand.state, drafts), drafts)


def _moved_on(errand: Errand, form: RoundForm) -> ResponseReturnValue:
    """409: the form again, filled in, with what the faster phone has entered."""
    news = form_token.news(read(g.sheet))
    notice = current_messages().text("entry.moved_on")
    page = entry_answer(errand, renewed(form, errand), notice=notice, news=tuple(news))
    return page, 409


def _fragment(
    errand: Errand, form: RoundForm, dealt: Round[Any] | None, problems: Sequence[Problem]
) -> ResponseReturnValue:
    """What the form would give so far, for a script; what is still missing is no fault yet."""
    total, changes = None, None
    if dealt is not None and not problems:
        total, problems = score_of(errand, dealt)
        if total and errand.looked_at_first:
            consequence = preview_of(errand.state, errand.drafts(dealt))
            changes = change_page(consequence, current_messages())
    faults = [problem for problem in problems if not problem.code.startswith(MISSING)]
    entry = entry_page(errand, form, faults, sum=total, changes=changes)
    return render_template("sheets/_sum.html", entry=entry, live=True)


def entry_answer(
    errand: Errand, form: RoundForm, problems: Sequence[Problem] = (), **more: Any
) -> str:
    """The page with the form, every problem at its field."""
    if not form.key.data:
        form.key.data = new_key()
    entry = entry_page(errand, form, problems, **more)
    return render_template("sheets/entry.html", entry=entry, heading=errand.heading)
