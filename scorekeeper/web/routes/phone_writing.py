"""A phone says that somebody writes with it, or has stopped: nothing of it is stored."""

import re

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.presence import Writer, presence
from scorekeeper.web.request.form_token import revision_sent
from scorekeeper.web.request.phone import holder, phone_id, stop_writing

bp = Blueprint("phone_writing", __name__, url_prefix="/g/<link>/<int:number>")

NEXT = "new"  # the next round
ROUND_ID = re.compile(r"[0-9]{1,9}")


@bp.post("/writing")
def note() -> ResponseReturnValue:
    """`round` is the id of the round that is corrected, or `new` with the form's `based_on`.

    `done` says that it is over. Without the cookie that tells phones apart nothing is noted.
    """
    phone = phone_id()
    if "done" in request.form:
        stop_writing()
    elif phone is not None:
        presence().note(g.sheet, phone, _writer())
    return Response(status=204)


def _writer() -> Writer:
    written, name = request.form.get("round", ""), holder() or None
    if written == NEXT:
        return Writer(name, based_on=revision_sent())
    return Writer(name, int(written) if ROUND_ID.fullmatch(written) else None)
