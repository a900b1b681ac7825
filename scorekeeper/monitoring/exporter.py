"""The process that Prometheus asks: it reads the figures that all others have written.

`python -m scorekeeper.monitoring.exporter SOCKET FOLDER` answers at a listening socket by its file
descriptor until the process that has started it is gone; then the folder is deleted.
"""

import logging
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, make_wsgi_app
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from waitress.server import create_server

from scorekeeper import __version__

SECONDS_BETWEEN_LOOKS = 0.5
THREADS = 2
PROC = Path("/proc")
MANAGER, WORKER, PRINTER = "manager", "worker", "printer"
SPAWNED = b"multiprocessing.spawn"  # in the command line of a process that lays out pages
EXPORTER = b"scorekeeper.monitoring.exporter"


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
            if EXPORTER in command_of(worker):
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the manager, which ends this one
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
