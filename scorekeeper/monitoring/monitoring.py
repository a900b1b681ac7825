"""The log and the metrics of a server with workers, begun before these are started."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from flask import Flask
from prometheus_client import values
from prometheus_client.multiprocess import mark_process_dead

from scorekeeper.monitoring import json_log, metrics
from scorekeeper.monitoring.answers import Observer, observe

EXPORTER = "scorekeeper.monitoring.exporter"
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a full disk would end whoever writes
FOR_THE_OWNER = 0o700
MANAGER = "manager"  # the process that starts the workers


class Monitoring:
    """To be made once, by the process that starts the workers.

    *log* is `json` or `json,addresses`, None for the usual one; *metrics_socket* listens for those
    who ask for metrics, None for nobody.
    """

    def __init__(self, log: str | None, metrics_socket: socket.socket | None) -> None:
        self._log, self._socket = log, metrics_socket
        if log is not None:
            json_log.configure()

    def watch(self, app: Flask) -> "Exporter | None":
        """Log and count what the application does from now on; returns what tells the metrics."""
        exporter = None
        observers: list[Observer] = []
        if self._log is not None:
            observers.append(json_log.RequestLog(addresses="addresses" in self._log))
        if self._socket is not None:
            exporter = Exporter(self._socket)  # before any metric is made
            observers.append(metrics.watch(app))
        observe(app, observers)
        return exporter


class Exporter:
    """The process that answers Prometheus, and the files in which all others keep their figures.

    Prometheus' own client writes them. A worker has a number, the smallest that no other has, and
    its files go by it: one that is started instead of another counts on from where that one was
    killed. To be made once, before any metric is.
    """

    def __init__(self, sock: socket.socket) -> None:
        where = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
        self.folder = Path(mkdtemp(prefix="scorekeeper-metrics-", dir=where))
        self._sock, self._owner = sock, MANAGER
        self._process: subprocess.Popen[bytes] | None = None
        os.environ[FOLDER_VARIABLE] = str(self.folder)
        values.ValueClass = values.MultiProcessValue(lambda: self._owner)  # type: ignore[no-untyped-call]

    @property
    def hooks(self) -> Mapping[str, Callable[..., None]]:
        """What gunicorn is to call, by the names of its settings."""
        return {"pre_fork": self.number, "post_fork": self.become, "child_exit": self.end}

    def number(self, manager: Any, worker: Any) -> None:
        """Give a worker that is about to be started its number."""
        taken = {other.files_number for other in manager.WORKERS.values()}
        worker.files_number = next(number for number in count() if number not in taken)

    def become(self, _: Any, worker: Any) -> None:
        """This process is that worker from now on.

        Somebody may have removed the folder (a system that cleans up behind a user who left): no
        figure is worth an answer, so the worker begins with a new one.
        """
        self.folder.mkdir(mode=FOR_THE_OWNER, exist_ok=True)
        self._owner = str(worker.files_number)

    def end(self, _: Any, worker: Any) -> None:
        """Take out what was true of a worker only while it ran; what it has counted stays."""
        mark_process_dead(worker.files_number, str(self.folder))  # type: ignore[no-untyped-call]

    def keep_running(self) -> None:
        """Start the process if it does not run, also where it has ended by itself."""
        if self._process is None or self._process.poll() is not None:
            descriptor = self._sock.fileno()
            others = {name: value for name, value in os.environ.items() if name != FOLDER_VARIABLE}
            self._process = subprocess.Popen(  # noqa: S603 - nothing that anybody has typed
                [sys.executable, "-m", EXPORTER, str(descriptor), str(self.folder)],
                env=others,  # it reads the files of all others, and has none of its own
                pass_fds=[descriptor],
            )

    def stop(self) -> None:
        """Tell nothing any more, and keep no figures."""
        if self._process is not None:
            self._process.terminate()
        shutil.rmtree(self.folder, ignore_errors=True)
