"""Jobs that wait for the printing process: whoever had the last turn comes behind all others."""

import threading
from collections import OrderedDict, deque
from collections.abc import Hashable

from scorekeeper.printing.job import PrintJob


class Turns:
    """The jobs of every group in their order, the groups in that of their turns."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Hashable, deque[PrintJob]] = OrderedDict()
        self._last: Hashable = None
        self._changed = threading.Condition()

    def put(self, job: PrintJob, group: Hashable) -> None:
        """Have a job wait behind the others of its group."""
        with self._changed:
            self._waiting.setdefault(group, deque()).append(job)
            self._changed.notify()

    def take(self) -> PrintJob:
        """The job whose turn it is; waits for one."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            if self._last in self._waiting:
                self._waiting.move_to_end(self._last)  # behind those who came meanwhile
            self._last, jobs = next(iter(self._waiting.items()))
            job = jobs.popleft()
            if not jobs:
                del self._waiting[self._last]
            return job

    def count_of(self, group: Hashable) -> int:
        """How many jobs of a group wait for their turn."""
        with self._changed:
            return len(self._waiting.get(group, ()))
