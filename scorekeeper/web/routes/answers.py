"""How a form that was sent is answered: saved, shown again, or with what others have written.

A form about a group is shown again with what stands against it. Of a sheet's forms those that do
not answer themselves what came too late, came twice or cannot be are answered by the handlers here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from flask import Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services.change_set import ChangePreview, preview_of
from scorekeeper.services.entries import EntryType
from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_state import GroupState, group_state
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.services.lookup import group_by_link, place_in_day, sheet_by_link
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.sheet_writing import MisfitsError, write_on_sheet
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import DamagedDatabaseError, MovedOnError
from scorekeeper.store.rows import EntryRow, SheetRow
from scorekeeper.web.presenters.change_preview import change_page, change_preview_page
from scorekeeper.web.presenters.error_page import ConflictPage, ImpossiblePage, WayOut
from scorekeeper.web.presenters.history import news_since
from scorekeeper.web.presenters.rounds import names_in, problem_texts
from scorekeeper.web.presenters.titles import title_of
from scorekeeper.web.request.addresses import address_here, address_sent_to
from scorekeeper.web.request.change_set import FIELD
from scorekeeper.web.request.form_token import fields_sent, key_sent, revision_sent, token_sent
from scorekeeper.web.request.language import current_messages

SHEET = "sheet"  # the gap of a problem for the number of a sheet

Saved = TypeVar("Saved")


def install(app: Flask) -> None:
    """Answer for every form of a sheet that does not do so itself."""
    app.register_error_handler(AlreadySavedError, ask_already_saved)
    app.register_error_handler(MovedOnError, ask_to_look)
    app.register_error_handler(ImpossibleError, say_impossible)
    app.register_error_handler(MisfitsError, say_misfits)


# ---- Forms with a page of their own -------------------------------------------------------------


class Conflict(Enum):
    """Why a form about a group was not saved though nothing is wrong with it."""

    MOVED_ON = "another phone was faster"
    SAVED_BEFORE = "it was saved before with something else in it"

    @property
    def text(self) -> str:
        """What is said where a page has no words of its own for it."""
        is_late = self is Conflict.MOVED_ON
        return current_messages().text("people.moved_on" if is_late else "people.saved_before")


def saved_or_refused(
    save: Callable[[], Saved],
    there: Callable[[Saved], str],
    again: Callable[[Sequence[Problem]], str],
) -> ResponseReturnValue:
    """Save a form and go *there*, or show it *again* with what is wrong (422)."""
    try:
        return redirect(there(save()), 303)
    except ImpossibleError as refusal:
        return again(refusal.problems), 422


def saved_or_again(
    save: Callable[[], Saved],
    there: Callable[[Saved], str],
    again: Callable[[Sequence[Problem], Conflict | None], str],
) -> ResponseReturnValue:
    """Save a form about the group and go *there*, or show it *again*.

    With what is wrong (422), or with what has happened meanwhile (409): another phone was faster,
    or the form was saved before with something else in it.
    """
    try:
        return saved_or_refused(save, there, lambda found: again(_with_titles(found), None))
    except MovedOnError:
        return again((), Conflict.MOVED_ON), 409
    except AlreadySavedError:
        return again((), Conflict.SAVED_BEFORE), 409


def sheet_address(sheet: SheetRow) -> str:
    """The page of a sheet, whatever group this request is about."""
    return url_for("sheets.show", link=sheet.link, number=sheet.number)


def group_now() -> GroupState:
    """The group of this request as others have left it meanwhile."""
    return group_state(group_by_link(g.group.link) or g.group)


def refusal_texts(problems: Sequence[Problem], conflict: Conflict | None) -> list[str]:
    """All that stands against a form about the group, for a page that has no fields."""
    told = [conflict.text] if conflict else []
    return [*told, *(current_messages().form_problem("", problem) for problem in problems)]


def _with_titles(problems: Sequence[Problem]) -> list[Problem]:
    """The problems with the game and title of a sheet where they have its number."""
    return [
        replace(problem, values={**problem.values, SHEET: _title(number)})
        if isinstance(number := problem.values.get(SHEET), int)
        else problem
        for problem in problems
    ]


def _title(number: int) -> str:
    messages, row = current_messages(), sheet_by_link(g.group.link, number)
    try:
        state = load(row) if row else None
    except DamagedDatabaseError:
        state = None
    if state is None:
        return messages.number(number)
    own = messages.of_game(state.row.game)
    game = own.text(f"{state.row.game}.name")
    return own.text("text.comma", first=game, second=title_of(state, own, place_in_day(state)))


# ---- Changes of rounds --------------------------------------------------------------------------


def preview_answer(preview: ChangePreview, changes: Sequence[Draft], *, late: bool = False) -> str:
    """What the changes would do, how later rounds can be repaired, and the button that saves."""
    page = change_preview_page(preview, changes, current_messages(), token_sent(), late=late)
    return render_template("sheets/change_preview.html", page=page)


def saved_or_previewed(
    state: SheetState,
    changes: Sequence[Draft],
    saved: Callable[[EntryRow], ResponseReturnValue],
    moved_on: Callable[[], ResponseReturnValue],
) -> ResponseReturnValue:
    """Save the changes and answer with *saved*, which gets the first entry.

    They are shown instead where rounds no longer fit; *moved_on* answers where somebody has written
    meanwhile.
    """
    try:
        entry = write_on_sheet(state, changes, token_sent())
    except MisfitsError as refusal:
        return preview_answer(refusal.preview, changes), 422
    except MovedOnError:
        return moved_on()
    return saved(entry)


def previewed_late(changes: Sequence[Draft]) -> ResponseReturnValue:
    """409: the changes on the sheet as others have left it meanwhile."""
    return preview_answer(preview_of(load(g.sheet), changes), changes, late=True), 409


# ---- Forms of a sheet without a page of their own -----------------------------------------------


def ask_already_saved(error: AlreadySavedError[EntryRow]) -> ResponseReturnValue:
    """The back button, something changed, saved again: neither a second deal nor silence."""
    messages, entry, state = current_messages(), error.saved, load(g.sheet)
    number = state.number_of(entry.subject) if entry.type == EntryType.ROUND else None
    if number is None:
        anyway = WayOut(messages.text("conflict.save_anyway"), address_sent_to())
        return _ask("conflict.already_saved", [anyway])
    ways_out = [
        WayOut(messages.text("conflict.correct", number=number), _correcting(entry.subject))
    ]
    if entry.edition == 1:
        ways_out.append(WayOut(messages.text("conflict.another_deal"), address_here()))
    return _ask("conflict.already_saved", ways_out)


def _correcting(round_id: int) -> str:
    """Where the same form corrects a round; a change set does so by saying what it is about."""
    if FIELD in request.form:
        return url_for("repairs.save", subject=round_id)
    word = (request.view_args or {}).get("word")
    return url_for("rounds.correct", round_id=round_id, word=word)


def ask_to_look(_: MovedOnError | None = None) -> ResponseReturnValue:
    """Another phone was faster with something else: look, then say it again."""
    label = current_messages().text("conflict.save_anyway")
    return _ask("conflict.moved_on", [WayOut(label, address_sent_to())])


def _ask(sentences: str, ways_out: Sequence[WayOut]) -> ResponseReturnValue:
    """409: what has happened meanwhile, and what to do with what was typed."""
    state = load(g.sheet)
    page = ConflictPage(
        sentences=sentences,
        ways_out=tuple(ways_out),
        typed=fields_sent(),
        answered=key_sent(),
        key=new_key(),
        based_on=state.row.revision,
        news=news_since(state, revision_sent(), current_messages()),
    )
    return render_template("sheets/conflict.html", page=page), 409


def say_impossible(error: ImpossibleError) -> ResponseReturnValue:
    """422, where a form has no place of its own for what is wrong."""
    state, messages = load(g.sheet), current_messages()
    names = names_in(state, len(state.seated))
    return _impossible(problem_texts(error.problems, g.sheet.game, messages, names))


def say_misfits(error: MisfitsError) -> ResponseReturnValue:
    """422, where later rounds would no longer fit and the page has no way to repair them."""
    messages = current_messages()
    texts, changes = list[str](), change_page(error.preview, messages)
    for misfit in changes.misfits:
        place = messages.text("history.round", number=misfit.number)
        texts += [
            messages.text("text.pair", name=place, value=problem) for problem in misfit.problems
        ]
    if changes.more_misfits:
        texts.append(messages.text("change.more", count=changes.more_misfits))
    return _impossible(tuple(texts))


def _impossible(problems: tuple[str, ...]) -> ResponseReturnValue:
    return render_template("sheets/impossible.html", page=ImpossiblePage(problems)), 422
