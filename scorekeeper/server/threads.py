"""The threads in which the application answers."""

from typing import Any

from waitress.task import ThreadedTaskDispatcher


class ThreadPool(ThreadedTaskDispatcher):
    """Starts a thread when all others are at work, up to *threads_at_most*.

    Waitress gives every request to the thread that has rested the longest; with all threads there
    from the beginning, each would answer once in a while, and find nothing of its own in memory.
    """

    def __init__(self, threads_at_most: int) -> None:
        super().__init__()
        self._threads_at_most = threads_at_most

    def add_task(self, task: Any) -> None:
        """Have a request answered as soon as there is a thread for it."""
        with self.lock:
            started, busy = len(self.threads), self.active_count + len(self.queue)
        if busy >= started and started < self._threads_at_most:
            self.set_thread_count(started + 1)
        super().add_task(task)
