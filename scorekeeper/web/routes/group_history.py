"""The history of a group, and undoing what stands in it."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.form_token import new_key
from scorekeeper.services.group_state import group_state
from scorekeeper.services.group_writing import undo as undo_revision
from scorekeeper.services.journal.writing import AlreadySavedError, ImpossibleError
from scorekeeper.store.errors import MovedOnError
from scorekeeper.web.presenters.conflict_page import ImpossiblePage
from scorekeeper.web.presenters.group_history import group_history_page
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.group_refusals import with_titles

bp = Blueprint("group_history", __name__, url_prefix="/g/<link>")

FROM = "from"  # the number of the change with which a page of the history begins


@bp.get("/history")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """What was written about the group; `?from=` begins a page with that change.

    `?saved=` says what was just undone.
    """
    page = group_history_page(
        group_state(g.group),
        current_messages(),
        request.args.get(FROM, type=int),
        key=new_key(),
        saved=form_token.revision_saved(),
    )
    return render_template("groups/history.html", page=page)


@bp.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo what was written under the revision that the form names, whatever else came since."""
    messages = current_messages()
    try:
        saved = undo_revision(g.group, form_token.revision_undone(), form_token.token_sent())
    except ImpossibleError as refusal:
        problems = with_titles(refusal.problems)
        return _refused(422, *(messages.form_problem("", each) for each in problems))
    except MovedOnError:
        return _refused(409, messages.text("people.moved_on"))
    except AlreadySavedError:
        return _refused(409, messages.text("people.saved_before"))
    return redirect(url_for("group_history.show", saved=saved.revision), 303)


def _refused(status: int, *texts: str) -> ResponseReturnValue:
    return render_template("groups/impossible.html", page=ImpossiblePage(texts)), status
