"""Keys and revisions in forms, and what to ask when a form came too late or twice."""

import re
from collections.abc import Iterable

from flask import Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.opening import new_key
from scorekeeper.services.sheet_state import ROUND, SheetState, read
from scorekeeper.services.writing import AlreadySavedError, FormToken, ImpossibleError, MisfitsError
from scorekeeper.store.sheet_queries import SheetMovedOnError
from scorekeeper.web.presenters.history import history
from scorekeeper.web.presenters.page_values import HistoryLine
from scorekeeper.web.presenters.rounds import change_page, names_in, problem_texts
from scorekeeper.web.request.language import current_messages

KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
NOT_KEPT = ("key", "based_on")
BATCH = "batch"  # a form that carries changes of several rounds
SUBJECT = "subject"  # in its address: the round that it corrects, instead of adding one
HOLDER = "holder"
HOLDER_LENGTH = 40
SAVED = "saved"
SAVED_SECONDS = 600


def key_sent() -> str:
    """The key of the form that was sent; a new one where a script sent none."""
    key = request.form.get("key", "")
    return key if KEY.fullmatch(key) else new_key()


def revision_sent() -> int:
    """The revision the form was printed for; -1, which no sheet has, for anything else."""
    text = request.form.get("based_on", "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else -1


def slip() -> FormToken:
    """What every form carries."""
    return FormToken(key_sent(), revision_sent(), holder() or None)


def holder() -> str:
    """Who says to hold this phone: a claim that the history repeats, never an authority."""
    claimed = request.cookies.get(HOLDER, "").strip()
    return claimed[:HOLDER_LENGTH] if claimed.isprintable() else ""


def typed(*without: str) -> list[tuple[str, str]]:
    """Everything that was sent, to be carried along by the next form."""
    left_out = {*NOT_KEPT, *without}
    return [pair for pair in request.form.items(multi=True) if pair[0] not in left_out]


def saved(key: str, there: str | None = None) -> ResponseReturnValue:
    """To the sheet; the cookie tells a script which of its drafts has arrived."""
    response = redirect(there or url_for("sheets.show"), 303)
    response.set_cookie(SAVED, key, max_age=SAVED_SECONDS, samesite="Lax")
    return response


def news(state: SheetState) -> list[HistoryLine]:
    """What was written since the form was printed, latest first."""
    return history(state, current_messages(), since=max(0, revision_sent()))


def ask(key: str, buttons: Iterable[tuple[str, str]]) -> ResponseReturnValue:
    """409: what has happened meanwhile, and what to do with what was typed."""
    state = read(g.sheet)
    page = render_template(
        "sheets/ask.html",
        key=key,
        buttons=list(buttons),
        typed=typed(),
        answered=key_sent(),
        fresh=new_key(),
        based_on=state.row.revision,
        news=news(state),
    )
    return page, 409


def ask_already_saved(error: AlreadySavedError) -> ResponseReturnValue:
    """The back button, something changed, saved again: neither a second deal nor silence."""
    messages = current_messages()
    buttons = [(messages.text("ask.save_anyway"), request.path)]
    if error.entry.type == ROUND:
        state = read(g.sheet)
        if error.entry.subject in state.round_ids:
            number = state.round_ids.index(error.entry.subject) + 1
            correct = _correcting(error.entry.subject)
            buttons = [(messages.text("ask.correct", number=number), correct)]
            if error.entry.edition == 1:
                buttons.append((messages.text("ask.another_deal"), request.path))
    return ask("ask.already_saved", buttons)


def _correcting(round_id: int) -> str:
    """Where the same form corrects a round; a batch does so by saying which one it is about."""
    if BATCH in request.form:
        return url_for("repairs.save", subject=round_id)
    word = (request.view_args or {}).get("word")
    return url_for("rounds.correct", round_id=round_id, word=word)


def ask_to_look(_: SheetMovedOnError) -> ResponseReturnValue:
    """Another phone was faster with something else: look, then say it again."""
    return ask("ask.moved_on", [(current_messages().text("ask.save_anyway"), request.path)])


def say_impossible(error: ImpossibleError) -> ResponseReturnValue:
    """422, where a form has no place of its own for what is wrong."""
    state, messages = read(g.sheet), current_messages()
    names = names_in(state, len(state.seated))
    problems = problem_texts(error.problems, g.sheet.game, messages, names)
    return render_template("sheets/impossible.html", problems=problems), 422


def say_misfits(error: MisfitsError) -> ResponseReturnValue:
    """422, where later rounds would no longer fit and the page has no way to mend them."""
    messages = current_messages()
    texts = []
    for misfit in change_page(error.consequence, messages).misfits:
        place = messages.text("history.round", number=misfit.number)
        texts += [f"{place}: {text}" for text in misfit.problems]
    return render_template("sheets/impossible.html", problems=texts), 422


def install(app: Flask) -> None:
    """Answer for every form that does not do so itself."""
    app.register_error_handler(AlreadySavedError, ask_already_saved)
    app.register_error_handler(SheetMovedOnError, ask_to_look)
    app.register_error_handler(ImpossibleError, say_impossible)
    app.register_error_handler(MisfitsError, say_misfits)
