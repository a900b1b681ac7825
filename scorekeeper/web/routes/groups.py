"""The page of a group: its sheets and its players."""

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.lookup import people_of, readable_states_of, some_sheets_of
from scorekeeper.web.presenters.group_page import group_page
from scorekeeper.web.request.guard import BIGGEST_NUMBER
from scorekeeper.web.request.language import current_messages

bp = Blueprint("groups", __name__, url_prefix="/g/<link>")

SHOWN = 20  # sheets at once, and fewer where they are long


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheets of a group, latest first; those put away on request (`?away=1`).

    `?from=` skips as many; `?brought=` says how many a file has just brought.
    """
    away = request.args.get("away") == "1"
    start = min(max(0, request.args.get("from", 0, type=int)), BIGGEST_NUMBER)
    rows, is_more = some_sheets_of(g.group, put_away=away, start=start, at_most=SHOWN)
    people = people_of(g.group)
    states = readable_states_of(rows, people)
    page = group_page(
        states,
        people.values(),
        current_messages(),
        unreadable=len(rows) - len(states),
        away=away,
        more=start + len(rows) if is_more else None,
        imported=request.args.get("brought", type=int),
    )
    return render_template("groups/show.html", page=page)
