"""What the processes of the server use of the machine, read from /proc."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from prometheus_client import ProcessCollector
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

PROC = Path("/proc")
MANAGER, WORKER, PRINTER = "manager", "worker", "printer"
SPAWNED = b"multiprocessing.spawn"  # in the command line of a process that lays out pages
EXPORTER = b"scorekeeper.monitoring.exporter"


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
            yield from ((PRINTER, each) for each in children(worker) if SPAWNED in command_of(each))


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found: list[int] = []
    for task in (PROC / str(pid) / "task").glob("*"):
        with suppress(OSError):  # it has ended meanwhile
            found += [int(each) for each in (task / "children").read_text().split()]
    return found


def command_of(pid: int) -> bytes:
    """The command line of a process, its parts ended by zero bytes; empty where it is gone."""
    with suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes()
    return b""
