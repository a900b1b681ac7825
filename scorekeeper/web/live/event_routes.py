"""Streams of events that tell phones at once what was saved, and who is writing.

https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from collections.abc import Iterator, Mapping, Set
from functools import partial
from time import monotonic

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.services.live.change_watch import current_watch, listen
from scorekeeper.services.live.streams import (
    Event,
    Stream,
    message_sent,
    stream_of_group,
    stream_of_sheet,
)
from scorekeeper.web.request.access import may_be_looked_at

bp = Blueprint("events", __name__, url_prefix="/g/<link>")

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


@bp.get("/<int:number>/events")
@may_be_looked_at
def of_sheet() -> ResponseReturnValue:
    """What happens to a sheet: every message is the revision that it stands at now.

    `writing` without data says that somebody begins or stops to write, `heartbeat` that nothing
    happened. 204 where there is no room: the phone is to ask from time to time.
    """
    return _stream(stream_of_sheet(g.sheet, g.sheet.link))


@bp.get("/events")
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
