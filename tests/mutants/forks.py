"""Work done in forked copies of this process, a few at a time, each with limits."""

import gc
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Task = TypeVar("Task")

MEMORY = 2 << 30  # bytes, for each
WALL = 10  # a machine that does other things may take so many times as long
TOO_LONG = (signal.SIGPROF, signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL)


def forked(
    tasks: Iterable[Task],
    work: Callable[[Task], int],
    seconds: float,
    at_once: int,
) -> Iterator[tuple[Task, int]]:
    """Each task with the exit status of *work* on it; minus a signal where one ended it.

    A task has so many *seconds* of computing.
    """
    gc.collect()
    gc.freeze()  # what is never looked at stays one copy in memory for all
    running: dict[int, Task] = {}
    for task in tasks:
        if len(running) >= at_once:
            yield _ended(running)
        running[_started(task, work, seconds)] = task
    while running:
        yield _ended(running)


def took_too_long(status: int) -> bool:
    """Whether a limit ended the work."""
    return -status in TOO_LONG


def _ended(running: dict[int, Task]) -> tuple[Task, int]:
    pid, status = os.wait()
    return running.pop(pid), os.waitstatus_to_exitcode(status)


def _started(task: Task, work: Callable[[Task], int], seconds: float) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 99
    try:
        _limit(seconds)
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = folder  # where pytest makes its own
            status = work(task)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _limit(seconds: float) -> None:
    signal.alarm(int(seconds * WALL) + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def silent() -> None:
    """Print nothing any more, in this process."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
