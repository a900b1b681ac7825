"""The log and the metrics of a server with workers, begun before these are started."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask

from scorekeeper.monitoring import json_log, metrics
from scorekeeper.monitoring.answers import Observer, observe
from scorekeeper.monitoring.value_files import FOLDER_VARIABLE, ValueFiles
from scorekeeper.store.db import db

EXPORTER = "scorekeeper.monitoring.exporter"


class Monitoring:
    """To be made once, by the process that starts the workers.

    *log* is `json` or `json,addresses`, None for the usual one; *metrics_socket* listens for those
    who ask for metrics, None for nobody.
    """

    def __init__(self, log: str | None, metrics_socket: socket.socket | None) -> None:
        self._log, self._socket = log, metrics_socket
        self._exporter: ExporterProcess | None = None
        if log is not None:
            json_log.configure()

    def watch(self, app: Flask) -> None:
        """Log and count what the application does from now on."""
        observers: list[Observer] = []
        if self._log is not None:
            observers.append(json_log.RequestLog(addresses="addresses" in self._log))
        if self._socket is not None:
            self._files = ValueFiles()
            self._exporter = ExporterProcess(self._socket, self._files.folder)
            with app.app_context():
                metrics.watch_database(db.engine)
            metrics.count_saves(app)
            metrics.count_messages()
            metrics.watch_printer()
            observers.append(metrics.RequestMetrics())
        observe(app, observers)

    @property
    def hooks(self) -> Mapping[str, Callable[..., None]]:
        """What gunicorn is to call, by the names of its settings."""
        if self._exporter is None:
            return {}
        files = self._files
        return {
            "pre_fork": lambda manager, worker: files.number(worker, manager.WORKERS.values()),
            "post_fork": lambda _, worker: files.become(worker),
            "child_exit": lambda _, worker: files.end(worker),
        }

    def keep_running(self) -> None:
        """Have the metrics told, if they are not."""
        if self._exporter is not None:
            self._exporter.keep_running()

    def stop(self) -> None:
        """Tell nothing any more, and keep no figures."""
        if self._exporter is not None:
            self._exporter.stop()
            self._files.remove()


class ExporterProcess:
    """What answers Prometheus, in a process beside the workers, from `keep_running` to `stop`."""

    def __init__(self, sock: socket.socket, folder: Path) -> None:
        self._sock, self._folder = sock, folder
        self._process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> None:
        """Start it if it does not run, also where it has ended by itself."""
        if self._process is None or self._process.poll() is not None:
            descriptor = self._sock.fileno()
            others = {name: value for name, value in os.environ.items() if name != FOLDER_VARIABLE}
            self._process = subprocess.Popen(  # noqa: S603 - nothing that anybody has typed
                [sys.executable, "-m", EXPORTER, str(descriptor), str(self._folder)],
                env=others,  # it reads the files of all others, and has none of its own
                pass_fds=[descriptor],
            )

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
