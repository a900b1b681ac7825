"""`serve`: start the server for a house, and show its address until somebody stops it."""

import argparse
import errno
import gc
import logging
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from scorekeeper.addresses.redaction import Redaction
from scorekeeper.addresses.urls import is_everywhere, is_loopback, machine_url, phones_url
from scorekeeper.cli.mend import name_sheets_to_mend
from scorekeeper.cli.sentences import CommandError, messages_here, sentence
from scorekeeper.cli.startup import create_ready_app
from scorekeeper.files import archive
from scorekeeper.server.connection_limits import (
    Limits,
    connections_at_most,
    have_silent_probed,
)
from scorekeeper.server.worker import SECONDS_TO_FINISH, WaitressWorker
from scorekeeper.services.live import change_watch
from scorekeeper.services.live.change_watch import STREAMS_AT_MOST
from scorekeeper.settings import Settings, settings
from scorekeeper.store.db import backend, close

if TYPE_CHECKING:
    from scorekeeper.monitoring.exporter import Exporter

BACKLOG = 256
COUNTED_BY_ADDRESS = {"address", "groups"}  # limits
SECONDS_TO_STOP = 2 * SECONDS_TO_FINISH  # for a worker, before it is killed
BODY_AT_MOST = archive.SIZE_AT_MOST + 1_000_000  # bytes: no page of ours takes more


def run(arguments: argparse.Namespace) -> None:
    """Answer phones until somebody stops it.

    Raises CommandError and UnusablePrefixError if it cannot begin.
    """
    chosen = settings(vars(arguments))
    with ExitStack() as sockets:
        listener = sockets.enter_context(listening_socket(chosen.host, chosen.port))
        watch = begun_monitoring(chosen, sockets)
        app = create_ready_app(arguments.database, vars(arguments))
        with app.app_context():
            name_sheets_to_mend()
            port, prefix = listener.getsockname()[1], app.config["PREFIX_PATH"]
            print_addresses(replace(chosen, port=port, prefix_path=prefix))
        Server(app, listener, watch(app)).run()


def begun_monitoring(
    settings: Settings, sockets: ExitStack
) -> Callable[[Flask], "Exporter | None"]:
    """What watches the application as far as a log or metrics are asked for.

    Their libraries are loaded only then. Raises CommandError where the metrics cannot be told at
    the place asked for.
    """
    if settings.log is None and settings.metrics is None:
        return lambda _: None
    from scorekeeper.monitoring import metrics, request_log  # noqa: PLC0415
    from scorekeeper.monitoring.request_measurement import observe  # noqa: PLC0415

    def watch(app: Flask) -> "Exporter | None":
        observe(app)
        if settings.log is not None:
            request_log.watch(addresses="addresses" in settings.log)
        return metrics.watch(app, sock) if sock else None

    sock = None
    if settings.metrics is not None:
        sock = sockets.enter_context(listening_socket(*settings.metrics, "--metrics"))
        address = f"{machine_url(settings.metrics[0], sock.getsockname()[1])}metrics"
        print(f"\n  {sentence('cli.serve.metrics_at')}  {address}")
    if settings.log is not None:
        request_log.configure_log()
    return watch


def listening_socket(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket that takes calls there; raises CommandError where that cannot be.

    Its words name the option by which another port is chosen.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = ":" in host and is_everywhere(host) and socket.has_dualstack_ipv6()
    try:
        # No connection is refused while the database is brought up to date: they wait here.
        sock = socket.create_server(
            (host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both
        )
        # Connections inherit it: without it a phone that calls early waits 40 ms for every answer.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        have_silent_probed(sock)
        return sock
    except TypeError as error:  # a name that is too long for that of a host
        raise CommandError(_host_refused(host, error, option)) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = sentence("cli.serve.port_in_use", port=port, option=option)
        elif error.errno in (errno.EACCES, errno.EPERM):
            why = sentence("cli.serve.port_refused", port=port, option=option)
        else:
            reason = str(error.strerror).partition(" (while")[0]
            why = _host_refused(host, reason, option)
        raise CommandError(why) from error


def _host_refused(host: str, reason: object, option: str) -> str:
    other = "--host" if option == "--port" else option
    return sentence("cli.serve.host_refused", host=host, reason=reason, option=other)


def phones_address(settings: Settings) -> str | None:
    """Where the phones find us; None behind a proxy whose name is not among those we know."""
    address = phones_url(settings)
    is_unknown = settings.proxies > 0 and (not settings.hosts or is_loopback(address))
    return None if is_unknown else address


def print_addresses(settings: Settings) -> None:
    """Say in the terminal where the phones find us, also as a QR code where that is known."""
    phones = phones_address(settings)
    text = messages_here().text
    unreachable = why_unreachable(phones, settings)
    places = {} if unreachable else {text("cli.serve.phones"): phones or text("cli.serve.at_proxy")}
    places |= {
        text("cli.serve.machine"): machine_url(settings.host, settings.port, settings.prefix_path),
        text("cli.serve.database_at"): backend().place,
    }
    width = max(map(len, places))
    print("", *(f"  {label:<{width}}  {place}" for label, place in places.items()), sep="\n")
    if unreachable:
        print(f"\n  {unreachable}")
    if not settings.proxies and settings.limits.keys() & COUNTED_BY_ADDRESS:
        print(f"\n  {text('cli.serve.limits_without_proxy')}")
    if phones and not unreachable:
        print()
        segno.make(phones, micro=False).terminal(compact=True)
    print(f"\n  {text('cli.serve.stop')}\n", flush=True)


def why_unreachable(phones: str | None, settings: Settings) -> str | None:
    """Why no phone can reach us; None where one can."""
    if settings.proxies:
        return None
    if not is_everywhere(settings.host) and is_loopback(machine_url(settings.host, 0)):
        return sentence("cli.serve.alone", host=settings.host)
    return sentence("cli.serve.no_network") if phones and is_loopback(phones) else None


# ---- Gunicorn: its processes, their log, and how they end ----------------------------------------


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

    def init_signals(self) -> None:
        """Listen to signals; a closed terminal ends us, unless we were begun to outlive it."""
        outlives = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        super().init_signals()
        if outlives:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def handle_hup(self) -> None:
        """End: there is nothing to be read anew."""
        self.handle_term()

    def manage_workers(self) -> None:
        """Start what does not run; called every second at least."""
        super().manage_workers()
        if self.app.exporter is not None:
            self.app.exporter.keep_running()


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our settings and no others, its workers with waitress inside."""

    def __init__(
        self, app: Flask, listener: socket.socket, exporter: "Exporter | None" = None
    ) -> None:
        self._app, self.exporter = app, exporter
        self.limits = Limits(body_at_most=BODY_AT_MOST, behind_proxy=bool(app.config["PROXIES"]))
        self.end_streams = partial(change_watch.stop, app)
        kept_for_pages = self.limits.waiting_at_most  # else those that listen keep all others out
        room = connections_at_most(self.limits.waiting_at_most) - kept_for_pages
        app.config[STREAMS_AT_MOST] = min(app.config[STREAMS_AT_MOST], room)
        self._options = {
            "bind": f"fd://{listener.detach()}",
            "worker_class": WaitressWorker,
            "workers": app.config["WORKERS"],
            "threads": app.config["THREADS"],
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
