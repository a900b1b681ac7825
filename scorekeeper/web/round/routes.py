"""Entering rounds, and putting them right."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from scorekeeper.core.game import Round, Unreadable
from scorekeeper.games.fields import ChoiceField
from scorekeeper.games.round_form import RoundForm
from scorekeeper.services.journal.writing import ImpossibleError
from scorekeeper.services.sheet.change_set import dealer_named
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load, load_latest
from scorekeeper.store.errors import StoreUnavailableError
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.request import form_token
from scorekeeper.web.request.cookies import stop_writing
from scorekeeper.web.request.language import current_messages, is_language_choice
from scorekeeper.web.round.answers import preview_answer, saved_or_previewed
from scorekeeper.web.round.change_preview import settled_notice
from scorekeeper.web.round.entries import (
    UNJUDGED,
    Judgement,
    RoundEntry,
    corrected_round,
    inserted_round,
    next_round,
)
from scorekeeper.web.round.entry_page import NO_NOTES, REFUSED_OFTEN, EntryNotes, entry_page
from scorekeeper.web.shared.errors import SECONDS_TO_RETRY, log_unavailable, may_try_again

bp = Blueprint("rounds", __name__, url_prefix="/g/<link>/<int:number>/rounds")
form_parts = Blueprint("form_parts", __name__, url_prefix="/g/<link>/<int:number>/rounds/parts")

BUTTONS = ("add", "take")  # inside a form: they change it and save nothing
DISCARD = "discard"  # the button that throws away what was typed
DEALER = "dealer:"  # how the value of a button begins that names another dealer
REFUSED = "refused"  # how often this form was refused
FRAGMENT = "X-Fragment"  # a script asks for the sum alone
NO_ANSWER = ('[data-values=""]', '[data-values^=" "]', '[data-values$=" "]', '[data-values*="  "]')


@bp.route("/new/<word>", methods=["GET", "POST"])
def append(word: str) -> ResponseReturnValue:
    """The next round; sent again, it is read as it was then, whoever's turn it is now."""
    state = load(g.sheet)
    return answer(next_round(state, form_token.key_sent()), form_or_404(state, word))


@bp.route("/after/<int:round_id>/<word>", methods=["GET", "POST"])
def insert(round_id: int, word: str) -> ResponseReturnValue:
    """A round that was forgotten, put in after another one (0: before the first)."""
    state = load(g.sheet)
    if round_id and not state.was_written(round_id):
        abort(404)
    return answer(inserted_round(state, round_id), form_or_404(state, word))


@bp.route("/<int:round_id>", methods=["GET", "POST"])
@bp.route("/<int:round_id>/<word>", methods=["GET", "POST"])
def correct(round_id: int, word: str | None = None) -> ResponseReturnValue:
    """A round that was entered wrongly; `?edition=` starts from an earlier version of it."""
    state = load(g.sheet)
    if not state.was_written(round_id):
        abort(404)
    stored = _edition_or_404(state, round_id, request.args.get("edition", type=int))
    entry, form_class = corrected_round(state, round_id), state.plugin.form_for(stored.observation)
    if word is None and request.method != "POST":
        return show(entry, entry.filled_form(form_class, stored))
    return answer(entry, form_class if word is None else form_or_404(state, word))


def form_or_404(state: SheetState, word: str) -> type[RoundForm]:
    """The form of this name among those of the sheet's game."""
    return state.plugin.form_by_slug(word) or abort(404)


def _edition_or_404(state: SheetState, round_id: int, wanted: int | None) -> Round[Any]:
    """A version of a round; its last one for a version that struck it out or cannot be read."""
    if wanted is not None and not state.has_edition(round_id, wanted):
        abort(404)
    last = state.last_edition(round_id)
    dealt = state.editions.get((round_id, wanted or 0), last)
    return last if isinstance(dealt.observation, Unreadable) else dealt


def answer(entry: RoundEntry, form_class: type[RoundForm]) -> ResponseReturnValue:
    """Show the form, what it would give, what is wrong with it, or save it."""
    if request.method == "GET":
        return show(entry, entry.blank_form(form_class))
    form = entry.sent_form(form_class, request.form)
    form.key.data = form_token.key_sent()
    pressed = next((button for button in BUTTONS if button in request.form), None)
    if pressed is not None:
        form.apply_button(pressed, request.form[pressed])
    if pressed is not None or is_language_choice():
        return show(entry, form)
    do = request.form.get("do", "")
    if do == DISCARD:
        return redirect(url_for("sheets.show"), 303)
    if do.startswith(DEALER):
        form.dealer.data = do.removeprefix(DEALER)
    if request.headers.get(FRAGMENT):
        return _fragment(entry, form)
    dealt, problems = entry.dealt_in(form)
    if dealt is None or problems:
        return refuse(entry, form, Judgement(problems=problems))
    if do == "sum" or do.startswith(DEALER):
        judged = entry.judge(dealt)
        return refuse(entry, form, judged) if judged.problems else show(entry, form, judged)
    return _save(entry, form, dealt)


def _save(entry: RoundEntry, form: RoundForm, dealt: Round[Any]) -> ResponseReturnValue:
    try:
        if entry.is_previewed and form_token.token_sent().based_on == entry.state.row.revision:
            judged = entry.judge(dealt)
            if judged.problems or judged.preview is None:
                return refuse(entry, form, Judgement(dealt, judged.problems))
            # A correction with which no other round moves is saved: its form has said all of it.
            is_new = judged.preview.changes[0].subject is None
            if is_new or not judged.preview.leaves_the_others:
                return preview_answer(judged.preview)
        changes = entry.changes(dealt)
        return saved_or_previewed(entry.state, changes, _saved, lambda: _moved_on(entry, form))
    except ImpossibleError as refusal:
        return refuse(entry, form, Judgement(dealt, refusal.problems))
    except StoreUnavailableError as error:
        if may_try_again(error):
            raise
        log_unavailable(error)
        notice = current_messages().text("error.503.form")
        page = show(entry, form, notes=EntryNotes(notice=notice))
        return page, 503, {"Retry-After": str(SECONDS_TO_RETRY)}


def _saved(entry: EntryRow) -> ResponseReturnValue:
    stop_writing()  # the phone may have had no network to say so itself
    return to_saved(entry)


def to_saved(entry: EntryRow) -> ResponseReturnValue:
    """To the sheet, with what a script is told of the form that has arrived."""
    address = form_token.address_saved(entry)
    return form_token.redirect_saved(entry.key or "", address, entry.revision)


def _moved_on(entry: RoundEntry, form: RoundForm) -> ResponseReturnValue:
    """409: the form again, filled in, with what the faster phone has entered."""
    state = load_latest(g.sheet)
    meanwhile = entry.written_meanwhile(form, state)
    if meanwhile.seen is None:
        form.based_on.data = str(state.row.revision)
    if not form.dealer.data and state.is_struck_out(entry.corrected):
        form.dealer.process_data(dealer_named(state, entry.corrected))
    return show(entry, form, notes=EntryNotes(meanwhile=meanwhile)), 409


def _fragment(entry: RoundEntry, form: RoundForm) -> ResponseReturnValue:
    """What the form would give so far, for a script; what is still missing is no fault yet."""
    dealt, problems = entry.dealt_in(form)
    judged = Judgement(problems=problems) if dealt is None or problems else entry.judge(dealt)
    faults = tuple(problem for problem in judged.problems if not problem.incomplete)
    page = entry_page(entry, form, current_messages(), judged._replace(problems=faults))
    return render_template("round/live_sum.html", page=page)


def refuse(entry: RoundEntry, form: RoundForm, judged: Judgement) -> ResponseReturnValue:
    """422: the form again with what is wrong, and how often that was so by now.

    Where only the dealer may be wrong of the round, it asks for the dealer, unless the form has a
    question of its own about what is wrong.
    """
    times = min(request.form.get(REFUSED, 0, type=int) + 1, REFUSED_OFTEN)
    is_asked = any(problem.code in form.problem_folds for problem in judged.problems)
    dealers = entry.dealer_question(judged.dealt) if judged.dealt and not is_asked else None
    return show(entry, form, judged, EntryNotes(refused=times, dealers=dealers)), 422


def show(
    entry: RoundEntry, form: RoundForm, judged: Judgement = UNJUDGED, notes: EntryNotes = NO_NOTES
) -> str:
    """The page with the form alone."""
    messages = current_messages()
    is_late = entry.state.is_over or not entry.is_next
    settled = settled_notice(entry.state, messages) if is_late else ""
    meanwhile, opened = notes.meanwhile or entry.shown_late(form), request.args.get("open", "")
    notes = replace(notes, meanwhile=meanwhile, opened=opened, settled=settled)
    page = entry_page(entry, form, messages, judged, notes)
    return render_template("round/entry.html", page=page)


# ---- The parts of a form, where no script shows and hides them ----------------------------------
# A part (macro `part` of templates/_fields.html) names the field it hangs on and the answers it
# belongs to, parted by blanks. What is chosen decides at once, by `:has()`; a number cannot be read
# by a style sheet, so there it stays as the server has drawn it.


@form_parts.get("/<word>.css")
def style(word: str) -> ResponseReturnValue:
    """Which parts of a form of the sheet are there for which answers, whatever round it is for.

    It is for browsers that run no script.
    """
    state = load(g.sheet)
    form = form_or_404(state, word)(state.ledger.table)
    response = Response(parts_style(form), mimetype="text/css")
    response.add_etag(weak=True)
    return response.make_conditional(request)


def parts_style(form: Form) -> str:
    """The style sheet for a form: a part is there while its answer is chosen.

    A part with a problem in it is always there, and so is every part of a field with an answer that
    the form does not offer. A browser that does not know `:has()` shows them all.
    """
    rules = [
        "[data-when][data-off]{display:none}",
        "html:not(.script) .withscript:has(>[data-when]){display:block}",
        "form [data-when]:has(.problem){display:block!important}",
    ]
    for field in form:
        if isinstance(field, ChoiceField):
            rules += _rules(field.name, [each.value for each in field.options if each.value])
    return "\n".join(("@supports selector(:has(*)){", *rules, "}\n"))


def _rules(name: str, answers: Iterable[str]) -> Iterator[str]:
    """What is shown by each answer to a field, by none, and by one that is not among *answers*."""
    chosen, part = f"[name={quoted(name)}]:checked", f"[data-when={quoted(name)}]"
    yield f"{part}{{display:none}}"
    answered = unknown = f'{chosen}:not([value=""])'
    for answer in map(quoted, answers):
        yield f"form:has({chosen}[value={answer}]) {part}[data-values~={answer}]{{display:block}}"
        unknown += f":not([value={answer}])"
    yield f"form:has({unknown}) {part}{{display:block}}"
    yield f"form:not(:has({answered})) {part}:is({','.join(NO_ANSWER)}){{display:block}}"


def quoted(text: str) -> str:
    """A text as a string of a style sheet: all but letters, digits, _ and - are escaped."""
    plain = (char if char.isalnum() or char in "_-" else f"\\{ord(char):x} " for char in text)
    return f'"{"".join(plain)}"'
