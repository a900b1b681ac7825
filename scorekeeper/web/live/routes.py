"""What phones say of themselves: who holds one, and that somebody is writing with it."""

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.live.change_watch import current_watch
from scorekeeper.services.live.presence import Writer
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.live.pages import holder_page
from scorekeeper.web.request.cookies import holder, phone_id, remember_holder, stop_writing
from scorekeeper.web.request.form_token import number_sent, revision_sent
from scorekeeper.web.request.language import is_language_choice

phone_holder = Blueprint("phone_holder", __name__, url_prefix="/g/<link>/<int:number>/holder")
phone_writing = Blueprint("phone_writing", __name__, url_prefix="/g/<link>/<int:number>")

NEXT = "new"  # the next round, of which somebody says to write it


@phone_holder.get("")
def show() -> ResponseReturnValue:
    """A button for everybody at the table, a field for somebody else, a button for nobody."""
    return _holder_page(holder())


@phone_holder.post("")
def choose() -> ResponseReturnValue:
    """Say who holds this phone: what is written with it carries the name from then on."""
    chosen = request.form.get("holder", "")
    if is_language_choice():
        return _holder_page(chosen)
    response = redirect(url_for("sheets.show"), 303)
    remember_holder(response, chosen)
    return response


def _holder_page(named: str) -> str:
    return render_template("live/holder.html", page=holder_page(load(g.sheet), named))


@phone_writing.post("/writing")
def note() -> ResponseReturnValue:
    """Somebody writes with this phone, or has stopped: nothing of it is stored.

    `round` is the id of the round that is corrected, or `new` with the form's `based_on`.

    `done` says that it is over. Without the cookie that tells phones apart nothing is noted.
    """
    phone, round_id = phone_id(), number_sent("round")
    if "done" in request.form:
        stop_writing()
    elif phone is not None:
        based_on = revision_sent() if request.form.get("round") == NEXT else None
        writer = Writer(holder() or None, round_id if round_id >= 0 else None, based_on)
        current_watch().presence.note(g.sheet, phone, writer)
    return Response(status=204)
