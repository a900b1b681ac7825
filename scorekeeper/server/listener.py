"""The socket that takes connections: who is let in, and who has had time enough."""

import resource
import socket
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from scorekeeper.server.connection import Connection
from scorekeeper.server.limits import (
    HEADER_BYTES_AT_MOST,
    PROBE_AFTER_SECONDS,
    PROBE_EVERY_SECONDS,
    PROBES,
    Limits,
)
from scorekeeper.server.threads import ThreadPool

FILES_AT_MOST = 8_192  # as many as the system allows, up to this
OTHER_FILES = 256  # the database, templates, printing
FILES_OF_A_CONNECTION = 2  # the socket, and a large body or answer that lies in a file meanwhile


@dataclass(frozen=True, slots=True)
class Serving:
    """How to serve: with how many threads, whether proxies stand in front, what clients may do.

    *end_streams* is called when the server stops: it has answers that would last come to their end.
    """

    threads: int
    behind_proxy: bool
    limits: Limits
    end_streams: Callable[[], object]


class Listener(TcpWSGIServer):
    """Takes connections, and closes those whose clients have had time enough.

    No connection is refused: where an address keeps too many waiting, its oldest makes room. Behind
    a proxy all have the same address, so there only the sum of all is bounded.
    """

    channel_class = Connection
    active_channels: dict[int, Connection]  # type: ignore[assignment]
    _map: dict[int, Any]

    def __init__(self, application: Any, sock: socket.socket, serving: Serving) -> None:
        self._behind_proxy = serving.behind_proxy
        self.limits = serving.limits
        self._look_again = 0.0
        self.connections_at_most = connections_at_most(serving.limits.waiting_at_most)
        super().__init__(
            application,
            map={},
            _sock=sock,
            dispatcher=ThreadPool(serving.threads),
            adj=_adjustments(serving, self.connections_at_most),
            sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
            bind_socket=False,
        )

    @property
    def sockets(self) -> dict[int, Any]:
        """Everything that the loop looks at, by file descriptor."""
        return self._map

    @property
    def is_at_work(self) -> bool:
        """Whether a client is connected, or a thread still answers one that has left."""
        return bool(self.active_channels) or self.task_dispatcher.active_count > 0

    @property
    def connections(self) -> list[Connection]:
        """All that are open."""
        return list(self.active_channels.values())

    def maintenance(self, now: float) -> None:
        """Nothing: the loop asks for `end_overdue` itself, between two looks at the sockets."""

    def end_overdue(self) -> None:
        """Close what is beyond its deadline; looks once a second, however often it is asked."""
        now = monotonic()
        if now < self._look_again:
            return
        self._look_again = now + self.limits.look_every_seconds
        for each in self.connections:
            if each.deadline < now:
                each.end()

    def handle_accept(self) -> None:
        """Let a connection in, and another one go where there are too many."""
        known = len(self.active_channels)
        super().handle_accept()
        if len(self.active_channels) > known:
            self._make_room(self.connections[-1].addr[0])

    def _make_room(self, address: str) -> None:
        waiting = [each for each in self.connections if each.waits]
        of_address = [each for each in waiting if each.addr[0] == address]
        if len(of_address) > self.limits.waiting_at_most and not self._behind_proxy:
            _oldest(of_address).end()
        elif waiting and len(self.active_channels) >= self.connections_at_most:
            ((busiest, _),) = Counter(each.addr[0] for each in waiting).most_common(1)
            _oldest(each for each in waiting if each.addr[0] == busiest).end()

    def stop_accepting(self) -> None:
        """Take those that have called already, and have the system refuse whoever calls now.

        Left open, the socket would take calls that nobody answers; a proxy that is refused asks
        another server.
        """
        taken = -1
        while taken < len(self.active_channels):
            taken = len(self.active_channels)
            self.handle_accept()
        wasyncore.dispatcher.close(self)

    def end_waiting(self) -> None:
        """Close the connections that wait for their clients."""
        for each in self.connections:
            if each.waits:
                each.end()

    def close(self) -> None:
        """Close every connection, and take no further one.

        What wakes the loop stays open: a thread still at work wakes it when it has its answer, and
        would write into whatever file had been given the same number meanwhile.
        """
        for each in self.connections:
            each.end()
        wasyncore.dispatcher.close(self)


def _oldest(connections: Iterable[Connection]) -> Connection:
    return min(connections, key=lambda each: each.waits_since)


def connections_at_most(at_least: int) -> int:
    """How many connections there is room for; raises this process's limit of open files first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES_AT_MOST if hard == resource.RLIM_INFINITY else min(hard, FILES_AT_MOST)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(at_least, (most - OTHER_FILES) // FILES_OF_A_CONNECTION)


def _adjustments(serving: Serving, connections: int) -> Adjustments:
    adjustments = Adjustments(
        max_request_body_size=serving.limits.body_at_most,
        max_request_header_size=HEADER_BYTES_AT_MOST,
        connection_limit=connections + FILES_OF_A_CONNECTION,  # then they wait
        clear_untrusted_proxy_headers=not serving.behind_proxy,
        log_socket_errors=False,  # a client that left is no trouble
        ident="Scorekeeper",
        server_name="localhost",  # for a client that names no host
    )
    adjustments.socket_options = _socket_options()
    return adjustments


def _socket_options() -> list[tuple[int, int, int]]:
    """Answers leave at once, and silent connections are probed as far as the system can."""
    probing = {
        "TCP_KEEPIDLE": PROBE_AFTER_SECONDS,
        "TCP_KEEPINTVL": PROBE_EVERY_SECONDS,
        "TCP_KEEPCNT": PROBES,
    }
    tcp = [
        (socket.IPPROTO_TCP, getattr(socket, name), value)
        for name, value in probing.items()
        if hasattr(socket, name)
    ]
    return [
        (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
        *tcp,
    ]
