"""A process of the server: gunicorn starts it, stops it, and starts it again after a crash."""

import os
import signal
from time import monotonic
from typing import Any

from gunicorn.workers.base import Worker  # type: ignore[import-untyped]

from scorekeeper.server.listener import Listener

SECONDS_TO_FINISH = 2  # for requests under way when the process is stopped
LONGEST_WAIT = 1.0  # seconds between two signs of life
SHORT_WAIT = 0.05  # seconds between two looks whether everything is finished


class WaitressWorker(Worker):  # type: ignore[misc]
    """A worker of gunicorn whose connections are kept by waitress.

    So only whole requests get a thread; to the process that manages it, it is a worker like any
    other. The application of gunicorn that it runs says by `limits` what clients may do, and has
    answers that would last come to their end by `end_streams`.
    """

    _listener: Listener | None = None

    def run(self) -> None:
        """Answer until told to stop, or until the process that started this one is gone."""
        (sock,) = self.sockets
        self._listener = listener = Listener(
            self.wsgi, sock.sock, self.app.limits, self.cfg.threads
        )
        while self.alive and self.ppid == os.getppid():
            self._turn(listener, LONGEST_WAIT)
            listener.end_overdue()
        self._finish(listener)

    def _turn(self, listener: Listener, seconds: float) -> None:
        """Look at all sockets once; waits so long at the most."""
        self.notify()
        listener.turn(seconds)

    def _finish(self, listener: Listener) -> None:
        """Answer what has been asked, within a moment; nothing new is taken."""
        listener.stop_accepting()
        self.app.end_streams()
        until = monotonic() + SECONDS_TO_FINISH
        while listener.is_at_work and monotonic() < until:
            self._turn(listener, SHORT_WAIT)
            listener.end_waiting()
        self._listener = None  # a second signal has nothing to wake any more
        listener.task_dispatcher.shutdown(timeout=0)
        listener.close()

    def init_signals(self) -> None:
        """Listen to signals, but for that of a closed terminal: whoever started us ends us then."""
        super().init_signals()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop, and do not wait for the next request to notice."""
        super().handle_exit(sig, frame)
        if self._listener is not None:
            self._listener.pull_trigger()

    handle_quit = handle_exit  # Ctrl+C reaches every process: it too lets answers leave
