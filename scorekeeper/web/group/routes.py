"""The page of a group with its sheets, and its history."""

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.phrases import Problem
from scorekeeper.services.account.state import group_account
from scorekeeper.services.group.state import group_state
from scorekeeper.services.group.writing import undo as undo_revision
from scorekeeper.services.sheet.lookup import group_version, sheets_of, shown_states_of, some_of
from scorekeeper.services.sheet.opening import latest_states
from scorekeeper.store.rows import SheetRow
from scorekeeper.web.group.pages import (
    PutAwaySheet,
    SheetsShown,
    group_page,
    imported_text,
    listings,
)
from scorekeeper.web.history.group_pages import group_history_page, group_saved
from scorekeeper.web.request import form_token
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.guard import BIGGEST_NUMBER
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.page_cache import mark_partial, unless_unchanged
from scorekeeper.web.shared.answers import Conflict, refusal_texts, saved_or_again

bp = Blueprint("groups", __name__, url_prefix="/g/<link>")
history = Blueprint("group_history", __name__, url_prefix="/g/<link>")

SHOWN = 20  # sheets at once, and fewer where they are long


@bp.get("/")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The sheets of a group, that of the latest day first; those put away on request (`?away=1`).

    `?from=` skips as many; `?brought=` says how many a file has just brought, `?continued=` how
    many went on by it, `?put_away=` which sheet was just put away, `?saved=` the revision under
    which something was just saved.
    """
    sheets = sheets_of(g.group)
    return unless_unchanged(group_version(g.group, sheets), lambda: _group_page(sheets))


def _group_page(sheets: Sequence[SheetRow]) -> str:
    away = request.args.get("away") == "1"
    start = min(max(0, request.args.get("from", 0, type=int)), BIGGEST_NUMBER)
    listed = [sheet for sheet in sheets if sheet.put_away == away]
    listed.sort(key=lambda sheet: (sheet.day, sheet.number), reverse=True)
    rows, is_more = some_of(listed, start=start, at_most=SHOWN)
    group, messages = group_state(g.group), current_messages()
    token = form_token.fresh_token(g.group)
    states = shown_states_of(rows, group.names)
    last = next(latest_states(sheets), None)  # mostly one of those
    # Standing and account are on the first of the two pages.
    account = group_account(group, [] if away else sheets)
    if not account.are_all:
        mark_partial()
    shown = SheetsShown(
        sheets=tuple(listings(states, sheets, messages)),
        away=away,
        more=start + len(rows) if is_more else None,
        unreadable=len(rows) - len(states),
    )
    page = replace(
        group_page(account, messages, shown, last),
        imported=imported_text(
            request.args.get("brought", type=int), request.args.get("continued", 0, int), messages
        ),
        put_away=_just_put_away(sheets),
        saved=group_saved(group, form_token.revision_saved(), messages, token),
    )
    return render_template("group/show.html", page=page)


def _just_put_away(sheets: Sequence[SheetRow]) -> PutAwaySheet | None:
    """The one of the sheets that the address names, if it is put away."""
    number = request.args.get("put_away", type=int)
    named = (sheet for sheet in sheets if sheet.put_away and sheet.number == number)
    sheet = next(named, None)
    return sheet and PutAwaySheet(sheet.number, form_token.fresh_token(sheet))


@history.get("/history", endpoint="show")
@may_be_looked_at
def show_history() -> ResponseReturnValue:
    """What was written about the group; `?from=` begins a page with that change.

    `?saved=` says what was just undone.
    """
    page = group_history_page(
        group_state(g.group),
        current_messages(),
        request.args.get("from", type=int),
        form_token.fresh_token(g.group),
        form_token.revision_saved(),
    )
    return render_template("history/group.html", page=page)


@history.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo what was written under the revision that the form names, whatever else came since."""

    def refused(problems: Sequence[Problem], conflict: Conflict | None) -> str:
        texts = tuple(refusal_texts(problems, conflict))
        return render_template("history/impossible.html", problems=texts)

    return saved_or_again(
        lambda: undo_revision(g.group, form_token.number_sent("undone"), form_token.token_sent()),
        lambda saved: url_for("group_history.show", saved=saved.revision),
        refused,
    )
