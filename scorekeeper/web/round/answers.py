"""How forms of a sheet are answered: with a preview, or with what others have written meanwhile.

Those that do not answer themselves what came too late, came twice or cannot be are answered by the
handlers here.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flask import Flask, g, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.form_token import FormToken
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.sheet.change_set import ChangePreview, preview_of
from scorekeeper.services.sheet.entries import EntryType
from scorekeeper.services.sheet.state import SheetState
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.services.sheet.writing import MisfitsError, write_on_sheet
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.history.pages import News, news_since
from scorekeeper.web.request import form_token
from scorekeeper.web.request.addresses import address_here, address_sent_to
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.round.change_preview import (
    ChangePreviewPage,
    change_page,
    save_label,
    settled_notice,
)
from scorekeeper.web.round.change_set_fields import FIELD, ITEM, packed
from scorekeeper.web.shared.rounds import names_in, problem_texts


def install(app: Flask) -> None:
    """Answer for every form of a sheet that does not do so itself."""
    app.register_error_handler(AlreadySavedError, ask_already_saved)
    app.register_error_handler(MovedOnError, ask_to_look)
    app.register_error_handler(ImpossibleError, say_impossible)
    app.register_error_handler(MisfitsError, say_misfits)


# ---- Changes of rounds --------------------------------------------------------------------------


def preview_answer(preview: ChangePreview, *, late: bool = False, refused: bool = False) -> str:
    """What the changes would do, how later rounds can be repaired, and the button that saves.

    Where the form came *late*, what another phone has written meanwhile is said first; where it was
    *refused*, what no longer fits is read out.
    """
    state, first, itself = preview.before, preview.changes[0], preview.itself
    sent, messages = form_token.token_sent(), current_messages()
    changed = itself[0].after if itself else None
    names = names_in(preview.after, changed.number) if changed else names_in(state, 1)
    page = ChangePreviewPage(
        changes=change_page(preview, messages),
        save=save_label(preview, messages),
        packed=packed(preview.changes),
        token=sent._replace(based_on=state.row.revision),
        first=first.subject or 0,
        from_form=first.data is not None,
        problems=problem_texts(preview.problems, state.sheet.game.slug, messages, names),
        refused=refused,
        settled=settled_notice(state, messages),
        notice=messages.text("entry.moved_on") if late else "",
        news=news_since(state, sent.based_on, messages) if late else None,
    )
    return render_template("round/change_preview.html", page=page)


def saved_or_previewed(
    state: SheetState,
    changes: Sequence[Draft],
    saved: Callable[[EntryRow], ResponseReturnValue],
    moved_on: Callable[[], ResponseReturnValue] | None = None,
) -> ResponseReturnValue:
    """Save the changes and answer with *saved*, which gets the first entry.

    They are shown instead where rounds no longer fit, and where somebody has written meanwhile, on
    the sheet as it stands since, unless *moved_on* answers that; without it also where they cannot
    be.
    """
    try:
        entry = write_on_sheet(state, changes, form_token.token_sent())
    except MisfitsError as refusal:
        return preview_answer(refusal.preview, refused=True), 422
    except ImpossibleError:
        preview = preview_of(load(g.sheet), changes)
        if moved_on is not None or not preview.problems:
            raise
        return preview_answer(preview), 422
    except MovedOnError:
        if moved_on is not None:
            return moved_on()
        return preview_answer(preview_of(load(g.sheet), changes), late=True), 409
    return saved(entry)


# ---- Forms of a sheet without a page of their own -----------------------------------------------


class ConflictPage(NamedTuple):
    """What has happened meanwhile, and what can be done with the form that was sent.

    *sentences* is the key of its heading and text; *answered* is the key of that form; each of the
    *ways_out* is the label of a button that sends all that was *typed* again, and where to.
    """

    sentences: str
    ways_out: Sequence[tuple[str, str]]
    typed: tuple[tuple[str, str], ...]
    answered: str
    token: FormToken
    news: News | None


def ask_already_saved(error: AlreadySavedError[EntryRow]) -> ResponseReturnValue:
    """The back button, something changed, saved again: neither a second deal nor silence.

    A script is told what it is; a browser gets the page that asks.
    """
    if form_token.is_for_script():
        return jsonify(conflict="already_saved"), 409
    messages, entry, state = current_messages(), error.saved, load(g.sheet)
    round_id = request.form.get(ITEM, 0, type=int) or entry.subject
    label = state.label_of(round_id) if entry.type == EntryType.ROUND else None
    if label is None:
        return _ask("conflict.already_saved")
    ways_out = [(messages.text("conflict.correct", number=label), _correcting(round_id))]
    if entry.edition == 1 and round_id == entry.subject:
        ways_out.append((messages.text("conflict.another_deal"), address_here()))
    return _ask("conflict.already_saved", *ways_out)


def _correcting(round_id: int) -> str:
    """Where the same form corrects a round; a change set does so by saying what it is about.

    The form of a round of a change set says that round alone.
    """
    if FIELD in request.form and ITEM not in request.form:
        return url_for("repairs.save", subject=round_id)
    word = (request.view_args or {}).get("word")
    return url_for("rounds.correct", round_id=round_id, word=word)


def ask_to_look(_: MovedOnError | None = None) -> ResponseReturnValue:
    """Another phone was faster with something else: look, then say it again."""
    return _ask("conflict.moved_on")


def _ask(sentences: str, *ways_out: tuple[str, str]) -> ResponseReturnValue:
    """409: what has happened, and how to save what was typed: anyway, or by these ways out."""
    state, messages = load(g.sheet), current_messages()
    page = ConflictPage(
        sentences=sentences,
        ways_out=ways_out or [(messages.text("conflict.save_anyway"), address_sent_to())],
        typed=form_token.fields_sent(),
        answered=form_token.key_sent(),
        token=form_token.fresh_token(state.row),
        news=news_since(state, form_token.revision_sent(), messages),
    )
    return render_template("round/conflict.html", page=page), 409


def say_impossible(error: ImpossibleError) -> ResponseReturnValue:
    """422, where a form has no place of its own for what is wrong."""
    state, messages = load(g.sheet), current_messages()
    names = names_in(state, len(state.seated))
    return _impossible(problem_texts(error.problems, g.sheet.game, messages, names))


def say_misfits(error: MisfitsError) -> ResponseReturnValue:
    """422, where later rounds would no longer fit and the page has no way to repair them."""
    return _impossible(misfit_texts(error.preview))


def misfit_texts(preview: ChangePreview) -> tuple[str, ...]:
    """The later rounds that would no longer fit, and why."""
    messages = current_messages()
    texts, changes = list[str](), change_page(preview, messages)
    for misfit in changes.misfits:
        place = messages.text("history.round", number=misfit.number)
        texts += [messages.text("text.pair", name=place, value=each) for each in misfit.problems]
    if changes.more_misfits:
        texts.append(messages.text("change.more", count=changes.more_misfits))
    return tuple(texts)


def _impossible(problems: tuple[str, ...]) -> ResponseReturnValue:
    return render_template("round/impossible.html", problems=problems), 422
