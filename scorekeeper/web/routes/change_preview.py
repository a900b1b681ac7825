"""The page on which a change set is looked at before it is saved."""

from collections.abc import Sequence

from flask import render_template

from scorekeeper.services.change_set import Change, ChangePreview
from scorekeeper.web.presenters.change_preview import change_preview_page
from scorekeeper.web.request.form_token import token_sent
from scorekeeper.web.request.language import current_messages


def preview_answer(preview: ChangePreview, changes: Sequence[Change], *, late: bool = False) -> str:
    """What the changes would do, how later rounds can be repaired, and the button that saves."""
    page = change_preview_page(preview, changes, current_messages(), token_sent(), late=late)
    return render_template("sheets/change_preview.html", page=page)
