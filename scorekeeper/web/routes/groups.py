"""The page of a group: its sheets and its players."""

from dataclasses import dataclass

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.lookup import people_of, sheets_of, states_of
from scorekeeper.services.sheet_state import SheetState
from scorekeeper.web.presenters.page_values import SideTotal
from scorekeeper.web.presenters.rounds import side_totals
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.routes.sheets import result_of, title_of
from scorekeeper.web.routes.start import menu

bp = Blueprint("groups", __name__, url_prefix="/g/<link>")

SHOWN = 20  # sheets at once


@dataclass(frozen=True, slots=True)
class SheetListing:
    """A sheet in the list of its group."""

    number: int
    title: str
    game: str
    sides: tuple[SideTotal, ...]
    deals: int
    result: str
    put_away: bool


@bp.get("/")
def show() -> ResponseReturnValue:
    """The sheets of a group, latest first; those put away on request."""
    away = request.args.get("away") == "1"
    rows = sheets_of(g.group, put_away=away)
    start = max(0, request.args.get("from", 0, type=int))
    states = states_of(rows[start : start + SHOWN], g.group)
    return render_template(
        "groups/show.html",
        sheets=[_row(state) for state in states],
        away=away,
        more=start + SHOWN if len(rows) > start + SHOWN else None,
        games=menu(),
        people=list(people_of(g.group).values()),
        brought=request.args.get("brought", type=int),
    )


def _row(state: SheetState) -> SheetListing:
    return SheetListing(
        state.row.number,
        title_of(state),
        current_messages().text(f"{state.row.game}.name"),
        side_totals(state, current_messages()),
        len(state.round_ids),
        result_of(state) if state.is_over else "",
        state.row.put_away,
    )
