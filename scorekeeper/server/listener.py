"""The socket that takes connections: who is let in, who has had time enough, who answers."""

import select
import socket
from collections import defaultdict, deque
from collections.abc import Iterable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from scorekeeper.server.connection import Connection
from scorekeeper.server.connection_limits import (
    FILES_OF_A_CONNECTION,
    HEADER_BYTES_AT_MOST,
    Limits,
    connections_at_most,
)

NEVER = 2**31  # seconds
HAS_EPOLL = hasattr(select, "epoll")


class ThreadPool(ThreadedTaskDispatcher):
    """Starts a thread when all others are at work, up to *threads_at_most*.

    Waitress gives every request to the thread that has rested the longest; with all threads there
    from the beginning, each would answer once in a while, and find nothing of its own in memory.
    """

    def __init__(self, threads_at_most: int) -> None:
        super().__init__()
        self._threads_at_most = threads_at_most

    def add_task(self, task: Any) -> None:
        """Have a request answered as soon as there is a thread for it."""
        with self.lock:
            started, busy = len(self.threads), self.active_count + len(self.queue)
        if busy >= started and started < self._threads_at_most:
            try:
                self.set_thread_count(started + 1)
            except RuntimeError:  # the machine gives none now: the next request asks for it again
                if not started:
                    raise  # who would answer? the connection is closed
        super().add_task(task)

    def start_new_thread(self, target: Any, thread_no: int) -> None:
        """Start a thread; one that cannot be started is not counted as one that rests."""
        try:
            super().start_new_thread(target, thread_no)
        except RuntimeError:
            self.threads.discard(thread_no)
            raise


class LongAnswers(wasyncore.dispatcher):
    """The connections whose answers last: for the loop they are all together one file.

    Waitress asks each of its connections at every turn what it waits for, and has the system look
    at each: two milliseconds for a thousand phones that listen. These wait for nothing but their
    clients. Where there is no epoll (on a Mac), they stay where they are.
    """

    def __init__(self, sockets: dict[int, Any]) -> None:
        super().__init__(map=sockets)
        self._sockets = sockets
        self._files: dict[Connection, int] = {}
        self._selector = DefaultSelector()
        if HAS_EPOLL:
            self.connected = True
            self.set_socket(self._selector, sockets)  # type: ignore[arg-type]  # a file is enough

    def add(self, connection: Connection) -> None:
        """Take a connection over from the loop; harmless if that has happened."""
        if not HAS_EPOLL or connection in self._files or connection.socket is None:
            return
        file = connection.socket.fileno()
        with suppress(OSError):  # the system has no room for it: the loop goes on asking it
            self._selector.register(file, EVENT_READ, connection)
            self._files[connection] = file
            del self._sockets[file]

    def discard(self, connection: Connection) -> None:
        """Give a connection back to the loop; harmless if that has happened."""
        file = self._files.pop(connection, None)
        if file is not None:
            self._selector.unregister(file)
            self._sockets[file] = connection

    def writable(self) -> bool:
        """Never: whatever has something to send is looked at by itself."""
        return False

    def handle_read(self) -> None:
        """Let those take what came in of which anything was heard."""
        for key, _ in self._selector.select(0):
            wasyncore.read(key.data)

    def close(self) -> None:
        """Close it, and the connections; harmless where that has happened."""
        for connection in list(self._files):
            connection.end()
        self._selector.close()
        super().close()


class Listener(TcpWSGIServer):
    """Takes connections, and closes those whose clients have had time enough.

    No connection is refused: where an address keeps too many waiting, its oldest makes room. Behind
    a proxy all have the same address, so there only the sum of all is bounded.
    """

    channel_class = Connection
    active_channels: dict[int, Connection]  # type: ignore[assignment]

    def __init__(self, application: Any, sock: socket.socket, limits: Limits, threads: int) -> None:
        self.limits = limits
        self.sockets: dict[int, Any] = {}  # all that the loop looks at, by file descriptor
        self.changed: deque[Connection] = deque()  # whose answers begin or cease to last
        self.long_answers = LongAnswers(self.sockets)
        self._look_again = 0.0
        self.connections_at_most = connections_at_most(limits.waiting_at_most)
        super().__init__(
            application,
            map=self.sockets,
            _sock=sock,
            dispatcher=ThreadPool(threads),
            sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
            bind_socket=False,
            max_request_body_size=limits.body_at_most,
            max_request_header_size=HEADER_BYTES_AT_MOST,
            connection_limit=self.connections_at_most + FILES_OF_A_CONNECTION,  # then they wait
            channel_timeout=NEVER,  # every connection has its own deadlines
            clear_untrusted_proxy_headers=not limits.behind_proxy,
            log_socket_errors=False,  # a client that left is no trouble
            ident="Scorekeeper",
            server_name="localhost",  # for a client that names no host
        )

    @property
    def is_at_work(self) -> bool:
        """Whether a client is connected, or a thread still answers one that has left."""
        return bool(self.active_channels) or self.task_dispatcher.active_count > 0

    @property
    def connections(self) -> list[Connection]:
        """All that are open."""
        return list(self.active_channels.values())

    def turn(self, seconds: float) -> None:
        """Look at all sockets once; waits so long at the most."""
        while self.changed:
            connection = self.changed.popleft()
            if connection.only_lasts:
                self.long_answers.add(connection)
            else:
                self.long_answers.discard(connection)
        wasyncore.loop(seconds, use_poll=True, map=self.sockets, count=1)

    def end_overdue(self) -> None:
        """Close what is beyond its deadline; looks once a second, however often it is asked."""
        now = monotonic()
        if now < self._look_again:
            return
        self._look_again = now + self.limits.look_every_seconds
        for connection in self.connections:
            if connection.deadline < now:
                connection.end()

    def handle_accept(self) -> None:
        """Let a connection in, and another one go where there are too many."""
        known = len(self.active_channels)
        super().handle_accept()
        if len(self.active_channels) > known:
            self._make_room(self.connections[-1].addr[0])

    def _make_room(self, address: str) -> None:
        waiting = defaultdict[str, list[Connection]](list)
        for connection in self.connections:
            if connection.waits:
                waiting[connection.addr[0]].append(connection)
        if len(waiting[address]) > self.limits.waiting_at_most and not self.limits.behind_proxy:
            _oldest(waiting[address]).end()
        elif len(self.active_channels) >= self.connections_at_most:
            busiest = max(waiting.values(), key=len)
            if busiest:
                _oldest(busiest).end()

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
        for connection in self.connections:
            if connection.waits:
                connection.end()

    def close(self) -> None:
        """Close every connection, and take no further one.

        What wakes the loop stays open: a thread still at work wakes it when it has its answer, and
        would write into whatever file had been given the same number meanwhile.
        """
        for connection in self.connections:
            connection.end()
        self.long_answers.close()
        wasyncore.dispatcher.close(self)


def _oldest(connections: Iterable[Connection]) -> Connection:
    return min(connections, key=lambda connection: connection.waits_since)
