"""The result of a sheet as a text, to be sent to a chat."""

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.services.sheet_results import settled_on
from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.result_page import result_page
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.language import current_messages
from scorekeeper.web.request.look_address import look_address

bp = Blueprint("results", __name__, url_prefix="/g/<link>/<int:number>")


@bp.get("/result")
@may_be_looked_at
def show() -> ResponseReturnValue:
    """The result, or how the sheet stands, with the link that looks at this sheet alone."""
    state = load(g.sheet)
    page = result_page(state, current_messages(), look_address(), settled_on(state))
    return render_template("sheets/result.html", page=page)
