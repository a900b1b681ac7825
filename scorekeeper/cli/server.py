"""Gunicorn as the server for a house: its processes, their log, and how they end."""

import gc
import logging
import signal
import socket
from typing import TYPE_CHECKING, Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from scorekeeper.addresses.redaction import Redaction
from scorekeeper.files import archive
from scorekeeper.server.limits import Limits
from scorekeeper.server.listener import Serving
from scorekeeper.server.worker import SECONDS_TO_FINISH, WaitressWorker
from scorekeeper.services.live import change_watch
from scorekeeper.settings import Settings
from scorekeeper.store.db import close

if TYPE_CHECKING:
    from scorekeeper.monitoring.monitoring import Exporter

SECONDS_TO_STOP = 2 * SECONDS_TO_FINISH  # for a worker, before it is killed
BODY_AT_MOST = archive.SIZE_AT_MOST + 1_000_000  # bytes: no page of ours takes more


class ServerLog(Logger):  # type: ignore[misc]
    """The server's own log: troubles only, and no secret links."""

    def setup(self, cfg: Any) -> None:
        """Set up as configured, with the redaction in front; waitress writes into it too."""
        super().setup(cfg)
        connections = logging.getLogger("waitress")
        connections.setLevel(logging.ERROR)
        self.error_log.handlers = logging.getLogger().handlers or self.error_log.handlers
        connections.handlers = self.error_log.handlers
        connections.propagate = False
        for handler in self.error_log.handlers:
            handler.addFilter(Redaction())


def leave(app: Flask) -> None:
    """End the work of a process that answers; whoever still asks it to end changes nothing.

    Python gives signals their usual meaning back before it is gone: one more would kill it then.
    """
    for asks_to_end in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(asks_to_end, signal.SIG_IGN)
    close(app)


class Manager(Arbiter):  # type: ignore[misc]
    """Gunicorn's manager of the workers; what tells the metrics runs beside them."""

    def manage_workers(self) -> None:
        """Start what does not run; called every second at least."""
        super().manage_workers()
        if self.app.exporter is not None:
            self.app.exporter.keep_running()


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our settings and no others, its workers with waitress inside."""

    def __init__(
        self,
        app: Flask,
        listener: socket.socket,
        settings: Settings,
        exporter: "Exporter | None" = None,
    ) -> None:
        self._app = app
        self.exporter = exporter
        limits = Limits(body_at_most=BODY_AT_MOST)
        self.serving = Serving(
            settings.threads, bool(app.config["PROXIES"]), limits, lambda: change_watch.stop(app)
        )
        self._options = {
            "bind": f"fd://{listener.detach()}",
            "worker_class": WaitressWorker,
            "workers": settings.workers,
            "threads": settings.threads,
            "graceful_timeout": SECONDS_TO_STOP,
            "loglevel": "warning",
            "logger_class": ServerLog,
            "control_socket_disable": True,
            "worker_exit": lambda _, __: leave(app),
            "on_exit": lambda _: self._end(),
            **(exporter.hooks if exporter is not None else {}),
        }
        super().__init__()

    def load_config(self) -> None:
        """Take our settings over."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Start the workers, and look after them until somebody stops the server.

        What is loaded by now is kept out of every later collection of garbage, in the workers and
        at the end: each lasts as long as a tenth of all loading and finds next to nothing.
        """
        gc.freeze()
        Manager(self).run()

    def _end(self) -> None:
        if self.exporter is not None:
            self.exporter.stop()
        close(self._app)

    def load(self) -> Flask:
        """What answers the requests."""
        return self._app
