"""The page of a group: its sheets and its players."""

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.lookup import people_of, readable_states_of, sheets_of
from scorekeeper.web.presenters.group_page import group_page
from scorekeeper.web.request.language import current_messages

bp = Blueprint("groups", __name__, url_prefix="/g/<link>")

SHOWN = 20  # sheets at once


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheets of a group, latest first; those put away on request (`?away=1`).

    `?from=` skips as many; `?brought=` says how many a file has just brought.
    """
    away = request.args.get("away") == "1"
    rows = sheets_of(g.group, put_away=away)
    start = max(0, request.args.get("from", 0, type=int))
    end = start + SHOWN
    states = readable_states_of(rows[start:end], g.group)
    page = group_page(
        states,
        people_of(g.group).values(),
        current_messages(),
        unreadable=len(rows[start:end]) - len(states),
        away=away,
        more=end if len(rows) > end else None,
        imported=request.args.get("brought", type=int),
    )
    return render_template("groups/show.html", page=page)
