"""Streams of server-sent events: a phone hears at once that there is something to fetch.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from collections.abc import Iterator
from time import monotonic

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.services import live
from scorekeeper.services.change_watch import listen
from scorekeeper.services.live import Event, Stream, message_sent
from scorekeeper.web.request.access import may_be_looked_at

bp = Blueprint("events", __name__, url_prefix="/g/<link>")

ON_DISCONNECT = "scorekeeper.on_disconnect"  # the server's: calls back when the client has left
RETRY_MILLISECONDS = 2000
HEARTBEAT_SECONDS = 25.0
LIFE_SECONDS = 600.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@bp.get("/<int:number>/events")
@may_be_looked_at
def of_sheet() -> ResponseReturnValue:
    """What happens to a sheet: every message is the revision that it stands at now.

    `writing` without data says that somebody begins or stops to write, `heartbeat` that nothing
    happened. 204 where there is no room: the phone is to ask from time to time.
    """
    return _stream(live.stream_of_sheet(g.sheet, g.sheet.link))


@bp.get("/events")
@may_be_looked_at
def of_group() -> ResponseReturnValue:
    """What happens to a group and its sheets: every message is the revision of the group."""
    return _stream(live.stream_of_group(g.group, g.group.link))


def _stream(stream: Stream) -> ResponseReturnValue:
    if not listen(stream):
        return Response(status=204, headers=HEADERS)
    hub = live.hub()
    notice_disconnect = request.environ.get(ON_DISCONNECT)
    if notice_disconnect is not None:
        notice_disconnect(lambda: stream.put(Event.ENDED))
    response = Response(_messages(stream), headers=HEADERS, mimetype="text/event-stream")
    response.call_on_close(lambda: hub.close(stream))
    return response


def _messages(stream: Stream) -> Iterator[str]:
    """What goes over the line, until the time of the stream is up: then the phone opens another."""
    until = monotonic() + LIFE_SECONDS
    yield f"retry: {RETRY_MILLISECONDS}\n{_message(stream)}"
    while (left := until - monotonic()) > 0:
        events = stream.wait(min(HEARTBEAT_SECONDS, left))
        if Event.ENDED in events:
            return
        if Event.MOVED in events:
            message_sent.send(None, kind="revision")
            yield _message(stream)
        if Event.WRITING in events:
            message_sent.send(None, kind="writing")
            yield "event: writing\ndata:\n\n"
        if not events:
            message_sent.send(None, kind="heartbeat")
            yield f"event: heartbeat\n{_message(stream)}"


def _message(stream: Stream) -> str:
    return f"data: {stream.revision}\n\n"
