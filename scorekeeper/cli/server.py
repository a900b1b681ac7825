"""The server for a house: its processes, and its address to be read off the screen."""

import errno
import gc
import logging
import socket
from typing import Any

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.startup import create_ready_app, database_path
from scorekeeper.files import archive
from scorekeeper.server.limits import Limits
from scorekeeper.server.listener import Serving
from scorekeeper.server.worker import SECONDS_TO_FINISH, WaitressWorker
from scorekeeper.settings import Settings
from scorekeeper.store.db import close
from scorekeeper.web.request.addresses import is_loopback, machine_url, phones_url
from scorekeeper.web.request.guard import Redaction

SECONDS_TO_STOP = 2 * SECONDS_TO_FINISH  # for a worker, before it is killed
BODY_AT_MOST = archive.SIZE_AT_MOST + 1_000_000  # bytes: no page of ours takes more
BACKLOG = 256


def serve(settings: Settings) -> int:
    """Answer phones until somebody stops it; raises CommandError if it cannot begin."""
    with listening_socket(settings.host, settings.port) as listener:
        app = create_ready_app(settings.database)
        app.config["HOST"] = settings.host
        with app.app_context():
            port, names = listener.getsockname()[1], app.config["HOSTS"]
            print_addresses(phones_url(settings.host, port, names), settings.host, port)
        Server(app, listener, settings).run()
    return 0


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that takes calls there; raises CommandError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        # No connection is refused while the database is brought up to date: they wait here.
        sock = socket.create_server(
            (host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both
        )
        # Connections inherit it: without it a phone that calls early waits 40 ms for every answer.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            words = f"port {port} is in use by another program; choose another one with --port"
        elif error.errno in (errno.EACCES, errno.EPERM):
            words = f"port {port} may not be used; choose another one with --port (above 1023)"
        else:
            reason = str(error.strerror).partition(" (while")[0]
            words = f"cannot listen at {host}: {reason}; choose another --host"
        raise CommandError(words) from error


def print_addresses(phones: str, host: str, port: int) -> None:
    """Say in the terminal where the phones find us, also as a QR code."""
    alone = "\n  (no phone can reach it: no network was found, or --host is this machine alone)"
    print(
        f"\n  For the phones in this house:  {phones}{alone if is_loopback(phones) else ''}"
        f"\n  On this machine:               {machine_url(host, port)}"
        f"\n  The database:                  {database_path()}\n"
    )
    segno.make(phones, micro=False).terminal(compact=True)
    print("\n  Stop with Ctrl+C.\n", flush=True)


class ServerLog(Logger):  # type: ignore[misc]
    """The server's own log: troubles only, and no secret links."""

    def setup(self, cfg: Any) -> None:
        """Set up as configured, with the redaction in front; waitress writes into it too."""
        super().setup(cfg)
        connections = logging.getLogger("waitress")
        connections.setLevel(logging.ERROR)
        connections.handlers = self.error_log.handlers
        connections.propagate = False
        for handler in self.error_log.handlers:
            handler.addFilter(Redaction())


def freeze_garbage(_: Any) -> None:
    """Keep what the program has loaded out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our settings and no others, its workers with waitress inside."""

    def __init__(self, app: Flask, listener: socket.socket, settings: Settings) -> None:
        self._app = app
        limits = Limits(body_at_most=BODY_AT_MOST)
        self.serving = Serving(settings.threads, bool(app.config["PROXIES"]), limits)
        self._options = {
            "bind": f"fd://{listener.detach()}",
            "worker_class": WaitressWorker,
            "workers": settings.workers,
            "threads": settings.threads,
            "graceful_timeout": SECONDS_TO_STOP,
            "loglevel": "warning",
            "logger_class": ServerLog,
            "control_socket_disable": True,
            "post_worker_init": freeze_garbage,
            "worker_exit": lambda _, __: close(app),
            "on_exit": lambda _: close(app),
        }
        super().__init__()

    def load_config(self) -> None:
        """Take our settings over."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """What answers the requests."""
        return self._app
