"""Threads are started as they are needed, also behind a moment in which there were none."""

import threading

import pytest

from scorekeeper.printing.queue import WAITING_AT_MOST
from scorekeeper.server.listener import ThreadPool
from scorekeeper.settings import THREADS_FOR_PAGES


class Task:
    """A request that is answered."""

    def __init__(self) -> None:
        self.is_done = threading.Event()

    def service(self) -> None:
        """Answer it."""
        self.is_done.set()

    def cancel(self) -> None:
        """Give it up."""


def test_a_thread_that_could_not_be_started_is_started_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = ThreadPool(2)

    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", none_left)
        for _ in range(3):
            with pytest.raises(RuntimeError):
                pool.add_task(Task())
    later = Task()
    pool.add_task(later)
    assert later.is_done.wait(10)
    pool.shutdown(timeout=5)


def test_whoever_waits_for_paper_leaves_threads_for_pages() -> None:
    assert WAITING_AT_MOST <= THREADS_FOR_PAGES / 2
