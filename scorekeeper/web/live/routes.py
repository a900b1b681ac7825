"""What phones say of themselves, and streams of events that tell the others at once.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from collections.abc import Iterator, Mapping, Set
from functools import partial
from time import monotonic

from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.live.change_watch import current_watch, listen
from scorekeeper.services.live.presence import Writer
from scorekeeper.services.live.streams import (
    Event,
    Stream,
    message_sent,
    stream_of_group,
    stream_of_sheet,
)
from scorekeeper.services.sheet.state_cache import load
from scorekeeper.web.live.pages import holder_page
from scorekeeper.web.request.access import may_be_looked_at
from scorekeeper.web.request.cookies import holder, phone_id, remember_holder, stop_writing
from scorekeeper.web.request.form_token import number_sent, revision_sent
from scorekeeper.web.request.language import is_language_choice

phone_holder = Blueprint("phone_holder", __name__, url_prefix="/g/<link>/<int:number>/holder")
phone_writing = Blueprint("phone_writing", __name__, url_prefix="/g/<link>/<int:number>")
events = Blueprint("events", __name__, url_prefix="/g/<link>")

NEXT = "new"  # the next round, of which somebody says to write it
ON_DISCONNECT = "scorekeeper.on_disconnect"  # the server's: calls back when the client has left
RETRY_MILLISECONDS = 2000
HEARTBEAT_SECONDS = 25.0
LIFE_SECONDS = 600.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
NOTHING: Set[Event | None] = frozenset({None})  # has happened for so long that a heartbeat is due
MESSAGES: Mapping[Event | None, tuple[str, str]] = {  # how each is counted, and what it says
    Event.MOVED: ("revision", "data: {}\n\n"),
    Event.WRITING: ("writing", "event: writing\ndata:\n\n"),
    None: ("heartbeat", "event: heartbeat\ndata: {}\n\n"),
}


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


@events.get("/<int:number>/events")
@may_be_looked_at
def of_sheet() -> ResponseReturnValue:
    """What happens to a sheet: every message is the revision that it stands at now.

    `writing` without data says that somebody begins or stops to write, `heartbeat` that nothing
    happened. 204 where there is no room: the phone is to ask from time to time.
    """
    return _stream(stream_of_sheet(g.sheet, g.sheet.link))


@events.get("/events")
@may_be_looked_at
def of_group() -> ResponseReturnValue:
    """What happens to a group and its sheets: every message is the revision of the group."""
    return _stream(stream_of_group(g.group, g.group.link))


def _stream(stream: Stream) -> ResponseReturnValue:
    if not listen(stream):
        return Response(status=204, headers=HEADERS)
    notice_disconnect = request.environ.get(ON_DISCONNECT)
    if notice_disconnect is not None:
        notice_disconnect(lambda: stream.put(Event.ENDED))
    response = Response(_messages(stream), headers=HEADERS, mimetype="text/event-stream")
    response.call_on_close(partial(current_watch().hub.close, stream))
    return response


def _messages(stream: Stream) -> Iterator[str]:
    """What goes over the line, until the time of the stream is up: then the phone opens another."""
    until = monotonic() + LIFE_SECONDS
    yield f"retry: {RETRY_MILLISECONDS}\ndata: {stream.revision}\n\n"
    while (left := until - monotonic()) > 0:
        events = stream.wait(min(HEARTBEAT_SECONDS, left)) or NOTHING
        if Event.ENDED in events:
            return
        for event, (kind, message) in MESSAGES.items():
            if event in events:
                message_sent.send(None, kind=kind)
                yield message.format(stream.revision)
