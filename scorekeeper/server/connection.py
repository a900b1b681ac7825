"""One connection of a client: what it waits for, and until when."""

import math
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from waitress.channel import HTTPChannel

from scorekeeper.server.connection_limits import REFUSED_BYTES_AT_MOST, Limits
from scorekeeper.server.request import RequestParser, ResponseTask

APOLOGY = b"The request did not come to its end. Please send it again.\r\n"
UNFINISHED = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(APOLOGY), APOLOGY)
)


class Connection(HTTPChannel):
    """A connection that is at any time in one of four states.

    Idle: between requests. Receiving: part of a request is there. Serving: the application is at
    work. Sending: the network holds up an answer. In the first two it *waits* for its client.
    All methods run in the thread of the server's loop, but for those that the application reaches:
    `service`, `write_soon`, `notice_disconnect`, `ignore_disconnect`.
    """

    parser_class = RequestParser
    task_class = ResponseTask

    server: Any
    requests: list[RequestParser]

    def __init__(self, server: Any, *arguments: Any, **named: Any) -> None:
        self._limits: Limits = server.limits
        self.waits_since = monotonic()  # since the last answer, or since it was opened
        self._received = 0  # bytes since then
        self._begun = math.inf  # when the first byte of the unfinished request came
        self._held_up_since: float | None = None
        self._sent = 0  # bytes since then
        self._ends_here = False  # the request that is answered is the last one
        self._on_disconnect: Callable[[], object] | None = None  # while a long answer lasts
        self._refuses = False  # the answer is out, and what still comes in is thrown away
        super().__init__(server, *arguments, **named)

    @property
    def waits(self) -> bool:
        """Whether the next thing must come from the client."""
        return not self.requests and not self.total_outbufs_len

    @property
    def deadline(self) -> float:
        """When the client's time is up, by the monotonic clock; infinite while we are at work."""
        limits = self._limits
        if self._held_up_since is not None:
            return self._held_up_since + limits.answer_seconds + limits.seconds_for(self._sent)
        if not self.waits:
            return math.inf
        idle_until = self.waits_since + limits.idle_seconds
        if self.request is None and not self._refuses:
            return idle_until
        begun = min(self._begun, idle_until)  # blank lines begin nothing
        return begun + limits.request_seconds + limits.seconds_for(self._received)

    def end(self) -> None:
        """Close it now; a client that has sent part of a request is told."""
        if self.waits and self.request is not None and self.socket is not None:
            with suppress(OSError):
                self.socket.send(UNFINISHED)
        self._refuses = False
        self.will_close = True
        self._close()

    def received(self, data: bytes) -> bool:
        """Take what has come in, and count the time of a request from its first byte."""
        self._received += len(data)
        if self._on_disconnect is not None:  # its answer is not over yet
            self.end()
            return False
        if self._refuses:
            if self._received > REFUSED_BYTES_AT_MOST:
                self.end()
            return False
        unfinished = self.request
        has_come = super().received(data)
        if self.request is not None and self.request is not unfinished:
            self._begun = monotonic()
        return has_come

    def service(self) -> None:
        """Let the application answer; then the client's time begins anew."""
        self._ends_here = self.requests[0].ends_connection
        super().service()
        if self._on_disconnect is not None:  # it has ended before its end
            self._tell_loop()
        self._wait_anew()

    def notice_disconnect(self, callback: Callable[[], object]) -> None:
        """Call back, from the loop, as soon as the client leaves before the answer is over."""
        self._on_disconnect = callback
        self._tell_loop()

    def ignore_disconnect(self) -> None:
        """From the last byte of the answer on the client may ask for something else."""
        self._on_disconnect = None
        self.server.changed.append(self)

    @property
    def only_lasts(self) -> bool:
        """Whether its answer lasts, and there is nothing to be sent or closed."""
        return self._on_disconnect is not None and self.connected and not self.writable()

    def _tell_loop(self) -> None:
        """Have the loop look at this connection in another way, if it lasts or does so no more."""
        self.server.changed.append(self)
        self.server.pull_trigger()

    def _wait_anew(self) -> None:
        self.waits_since = self._begun = monotonic()
        self._received = 0

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what the network takes, and note since when it does not take all."""
        before = self.total_outbufs_len
        try:
            has_sent = bool(super()._flush_some(do_close=do_close))  # type: ignore[misc]
        finally:
            if self._on_disconnect is not None:
                self.server.changed.append(self)
        rest = self.total_outbufs_len
        if not rest:
            self._held_up_since = None
            self._wait_anew()
        elif self._held_up_since is None:
            self._held_up_since, self._sent = monotonic(), 0
        else:
            self._sent += max(0, before - rest)
        return has_sent

    def readable(self) -> bool:
        """Whether to look for what comes in."""
        is_watched = self._on_disconnect is not None and self.connected
        return self._refuses or is_watched or bool(super().readable())

    def handle_write(self) -> None:
        """Send what waits; nothing where the end that was read at the same moment has closed it."""
        if self.socket is not None:
            super().handle_write()

    def handle_close(self) -> None:
        """Close it; after a request that was the last one only once its client has the answer.

        Closed at once, what still comes in would make the client's system throw the answer away.
        """
        is_answered = self._ends_here and self.will_close and not self._refuses
        if is_answered and self.socket is not None:
            self._refuses, self.will_close = True, False
            self._wait_anew()
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        self._close()

    def _close(self) -> None:
        """Close it, and say so to an answer that still lasts."""
        self.server.long_answers.discard(self)
        super().handle_close()
        left, self._on_disconnect = self._on_disconnect, None
        if left is not None:
            left()

    def handle_expt(self) -> None:
        """Nobody has a reason to send urgent data; left alone, they keep the loop awake."""
        self.end()
