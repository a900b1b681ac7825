"""The page that says how a sheet becomes money."""

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.lookup import place_in_day
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.sheet_money_page import sheet_money_page
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages

bp = Blueprint("sheet_money", __name__, url_prefix="/g/<link>/<int:number>")


@bp.get("/money")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """What every round or pair of sides moves; `?from=` begins a page with that one."""
    state, wanted = load(g.sheet), request.args.get("from", type=int)
    page = sheet_money_page(state, current_messages(), wanted, place_in_day(state))
    return render_template("sheets/money.html", page=page)
