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

from prometheus_client import CollectorRegistry, Gauge, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector
from waitress.server import create_server

from scorekeeper import __version__
from scorekeeper.monitoring.processes import ProcessesCollector

SECONDS_BETWEEN_LOOKS = 0.5
THREADS = 2


def registry(folder: str, manager: int) -> CollectorRegistry:
    """All that is told: the files of the folder, the manager and the processes below it."""
    found = CollectorRegistry()
    MultiProcessCollector(found, folder)  # type: ignore[no-untyped-call]
    found.register(ProcessesCollector(manager))
    info = Gauge("scorekeeper_info", "Always 1, with the version.", ["version"], registry=found)
    info.labels(__version__).set(1)
    return found


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
