"""The style sheet of a form, for browsers that run no script."""

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.state_cache import load
from scorekeeper.web.presenters.form_parts import parts_style
from scorekeeper.web.routes.rounds import form_or_404

bp = Blueprint("form_parts", __name__, url_prefix="/g/<link>/<int:number>/rounds/parts")


@bp.get("/<word>.css")
def style(word: str) -> ResponseReturnValue:
    """Which parts of a form of the sheet are there for which answers, whatever round it is for."""
    state = load(g.sheet)
    form = form_or_404(state, word)(state.ledger.table)
    response = Response(parts_style(form), mimetype="text/css")
    response.add_etag(weak=True)
    return response.make_conditional(request)
