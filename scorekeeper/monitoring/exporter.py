"""The process that Prometheus asks: it reads the figures that all others have written.

`python -m scorekeeper.monitoring.exporter SOCKET FOLDER` answers at a listening socket by its file
descriptor until the process that has started it is gone; then the folder is deleted.
"""

import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, make_wsgi_app, values
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from waitress.server import create_server

from scorekeeper import __version__

SECONDS_BETWEEN_LOOKS = 0.5
THREADS = 2
PROC = Path("/proc")
MANAGER, WORKER, PRINTER = "manager", "worker", "printer"
SPAWNED = b"multiprocessing.spawn"  # in the command line of a process that lays out pages
EXPORTER = "scorekeeper.monitoring.exporter"
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a full disk would end whoever writes
FOR_THE_OWNER = 0o700


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
                process_group=0,  # Ctrl+C is for the manager, which ends this one
            )

    def stop(self) -> None:
        """Tell nothing any more, and keep no figures."""
        if self._process is not None:
            self._process.terminate()
        shutil.rmtree(self.folder, ignore_errors=True)


# ---- The process itself --------------------------------------------------------------------------


# prometheus_client tells of one process by its number; which ones there are it cannot know.
class ProcessesCollector(Collector):
    """Memory, time and files of the manager, its workers and their printers; nothing without /proc.

    The label `pid` has as many values as there are processes.
    """

    def __init__(self, manager: int) -> None:
        self._manager = manager

    def collect(self) -> Iterable[Metric]:
        """What they use at this moment."""
        families: dict[str, Metric] = {}
        for role, pid in self._processes():
            for metric in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                empty = Metric(metric.name, metric.documentation, metric.type)
                family = families.setdefault(metric.name, empty)
                for sample in metric.samples:
                    family.add_sample(sample.name, {"role": role, "pid": str(pid)}, sample.value)
        return families.values()

    def _processes(self) -> Iterator[tuple[str, int]]:
        yield MANAGER, self._manager
        for worker in children(self._manager):
            if EXPORTER.encode() in command_of(worker):
                continue
            yield WORKER, worker
            for child in children(worker):
                if SPAWNED in command_of(child):
                    yield PRINTER, child


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    started: list[int] = []
    for task in (PROC / str(pid) / "task").glob("*"):
        with suppress(OSError):  # it has ended meanwhile
            started += map(int, (task / "children").read_text().split())
    return started


def command_of(pid: int) -> bytes:
    """The command line of a process, its parts ended by zero bytes; empty where it is gone."""
    with suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes()
    return b""


def registry(folder: str, manager: int) -> CollectorRegistry:
    """All that is told: the files of the folder, the manager and the processes below it."""
    told = CollectorRegistry()
    MultiProcessCollector(told, folder)  # type: ignore[no-untyped-call]
    told.register(ProcessesCollector(manager))
    info = Gauge("scorekeeper_info", "Always 1, with the version.", ["version"], registry=told)
    info.labels(__version__).set(1)
    return told


def main(descriptor: int, folder: str) -> None:
    """Answer until the manager is gone."""
    manager = os.getppid()
    logging.getLogger("waitress").setLevel(logging.ERROR)  # a log of lines of JSON is beside it
    sock = socket.socket(fileno=descriptor)
    server = create_server(
        make_wsgi_app(registry(folder, manager)), sockets=[sock], threads=THREADS, ident=None
    )
    threading.Thread(target=server.run, daemon=True).start()
    while os.getppid() == manager:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)  # nobody waits for an answer under way


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
