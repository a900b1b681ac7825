"""The server for a house: one process, many threads, and its address to be read off the screen."""

import errno
import gc
import socket
from typing import Any

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from scorekeeper.cli.errors import CommandError
from scorekeeper.cli.startup import create_ready_app, database_path
from scorekeeper.settings import Settings
from scorekeeper.store.db import close
from scorekeeper.web.request.addresses import is_loopback, machine_url, phones_url
from scorekeeper.web.request.guard import Redaction

SECONDS_TO_STOP = 2
BACKLOG = 256


def serve(settings: Settings) -> int:
    """Answer phones until somebody stops it; raises CommandError if it cannot begin."""
    with listening_socket(settings.host, settings.port) as listener:
        app = create_ready_app(settings.database)
        app.config["HOST"] = settings.host
        with app.app_context():
            print_addresses(settings.host, listener.getsockname()[1], database_path())
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


def print_addresses(host: str, port: int, database: str) -> None:
    """Say in the terminal where the phones find us, also as a QR code."""
    phones = phones_url(host, port)
    alone = "\n  (no phone can reach it: no network was found, or --host is this machine alone)"
    print(
        f"\n  For the phones in this house:  {phones}{alone if is_loopback(phones) else ''}"
        f"\n  On this machine:               {machine_url(host, port)}"
        f"\n  The database:                  {database}\n"
    )
    segno.make(phones, micro=False).terminal(compact=True)
    print("\n  Stop with Ctrl+C.\n", flush=True)


class ServerLog(Logger):  # type: ignore[misc]
    """The server's own log: troubles only, and no secret links."""

    def setup(self, cfg: Any) -> None:
        """Set up as configured, with the redaction in front."""
        super().setup(cfg)
        self.error_log.addFilter(Redaction())


def freeze_garbage(_: Any) -> None:
    """Keep what the program has loaded out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our settings and no others."""

    def __init__(self, app: Flask, listener: socket.socket, settings: Settings) -> None:
        self._app = app
        self._options = {
            "bind": f"fd://{listener.detach()}",
            "worker_class": "gthread",
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
