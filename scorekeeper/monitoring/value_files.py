"""The files in which the processes of the server keep their figures for the exporter.

Prometheus' own client writes them. A worker has a number, the smallest that no other has, and its
files go by it: one that is started instead of another counts on from where that one was killed.
"""

import os
import shutil
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from prometheus_client import values
from prometheus_client.multiprocess import mark_process_dead

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a full disk would end whoever writes
FOR_THE_OWNER = 0o700
MANAGER = "manager"  # the process that starts the workers


class ValueFiles:
    """To be made once, before any metric is."""

    def __init__(self) -> None:
        where = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
        self.folder = Path(mkdtemp(prefix="scorekeeper-metrics-", dir=where))
        self._owner = MANAGER
        os.environ[FOLDER_VARIABLE] = str(self.folder)
        values.ValueClass = values.MultiProcessValue(lambda: self._owner)  # type: ignore[no-untyped-call]

    def number(self, worker: Any, others: Iterable[Any]) -> None:
        """Give a worker that is about to be started its number."""
        taken = {other.files_number for other in others}
        worker.files_number = next(number for number in count() if number not in taken)

    def become(self, worker: Any) -> None:
        """This process is that worker from now on.

        Somebody may have removed the folder (a system that cleans up behind a user who left): no
        figure is worth an answer, so the worker begins with a new one.
        """
        self.folder.mkdir(mode=FOR_THE_OWNER, exist_ok=True)
        self._owner = str(worker.files_number)

    def end(self, worker: Any) -> None:
        """Take out what was true of a worker only while it ran; what it has counted stays."""
        mark_process_dead(worker.files_number, str(self.folder))  # type: ignore[no-untyped-call]

    def remove(self) -> None:
        """Delete them all."""
        shutil.rmtree(self.folder, ignore_errors=True)
