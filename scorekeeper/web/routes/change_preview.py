"""The page on which a change set is looked at before it is saved, and the saving itself."""

from collections.abc import Callable, Sequence

from flask import g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.services.change_set import ChangePreview, preview_of
from scorekeeper.services.journal.entries import Draft
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.services.sheet_writing import MisfitsError, write_on_sheet
from scorekeeper.services.state_cache import load
from scorekeeper.store.errors import MovedOnError
from scorekeeper.store.rows import EntryRow
from scorekeeper.web.presenters.change_preview import change_preview_page
from scorekeeper.web.request.form_token import token_sent
from scorekeeper.web.request.language import current_messages


def preview_answer(preview: ChangePreview, changes: Sequence[Draft], *, late: bool = False) -> str:
    """What the changes would do, how later rounds can be repaired, and the button that saves."""
    page = change_preview_page(preview, changes, current_messages(), token_sent(), late=late)
    return render_template("sheets/change_preview.html", page=page)


def save_or_show(
    state: SheetState,
    changes: Sequence[Draft],
    saved: Callable[[EntryRow], ResponseReturnValue],
) -> ResponseReturnValue:
    """Save the changes and answer with *saved*, which gets the first entry.

    They are shown instead where rounds no longer fit, and where somebody has written meanwhile.
    """
    try:
        entry = write_on_sheet(state, changes, token_sent())
    except MisfitsError as refusal:
        return preview_answer(refusal.preview, changes), 422
    except MovedOnError:
        now = load(g.sheet)
        return preview_answer(preview_of(now, changes), changes, late=True), 409
    return saved(entry)
