"""The print queue: one renderer for all threads, a limit to waiting, a cache of documents."""

import threading
from collections import Counter
from collections.abc import Hashable
from concurrent.futures import Future
from time import perf_counter

from blinker import Namespace
from cachetools import LRUCache

from scorekeeper.printing.job import PrintJob
from scorekeeper.printing.process import JOB_SECONDS, PrintingProcess
from scorekeeper.printing.turns import Turns

REQUEST_SECONDS = 20.0  # that a request waits
WAITING_AT_MOST = 16  # requests, far fewer than the server has threads
DOCUMENTS_OF_ONE = 3  # of one group that are made or wait to be
CACHE_BYTES = 16_000_000

_signals = Namespace()
# Sent with the queue; `waiting_now`: how many requests wait.
waiting_changed = _signals.signal("waiting_changed")
# Sent with the queue; `took`: the seconds of a document, `made`: whether there is one.
job_done = _signals.signal("job_done")


class BusyError(Exception):
    """Too much is waiting, or this took too long: worth another try in a moment."""


class PrintQueue:
    """Renders jobs for all threads of this process, one after the other.

    The rendering process starts with the first job. Groups take turns: nobody waits for more than
    one document of each of the others. A request waits *seconds* at most (None: as long as it
    takes), and at most *waiting_at_most* requests wait, for one group half of what the others leave
    free; a document that is ready too late is kept for the next one who asks. Up to *cache_bytes*
    of documents are kept, those asked for latest.
    """

    def __init__(
        self,
        seconds: float | None = REQUEST_SECONDS,
        waiting_at_most: int = WAITING_AT_MOST,
        cache_bytes: int = CACHE_BYTES,
        job_seconds: float = JOB_SECONDS,
    ) -> None:
        self.seconds = seconds
        self.waiting_at_most = waiting_at_most
        self.made = 0  # documents, those from the cache not counted
        self._cache: LRUCache[str, bytes] = LRUCache(cache_bytes, getsizeof=len)
        self._process = PrintingProcess(job_seconds)
        self._lock = threading.Lock()
        self.waiting = 0  # requests
        self._waiting_for = Counter[Hashable]()  # requests, by group
        self._pending: dict[str, Future[bytes]] = {}
        self._jobs = Turns()
        self._worker: threading.Thread | None = None

    def pdf(self, job: PrintJob, group: Hashable = None) -> bytes:
        """The document; raises BusyError, RendererMissingError or PrintingFailedError.

        *group* says whose turn it takes; whatever is of no group takes turns as one.
        """
        with self._lock:
            known = self._cache.get(job.key)
            if known is not None:
                return known
            future = self._enqueue(job, group)
            self._wait(1, group)
        try:
            return future.result(self.seconds)
        except TimeoutError:
            raise BusyError from None
        finally:
            with self._lock:
                self._wait(-1, group)

    def _wait(self, more: int, group: Hashable) -> None:
        self.waiting += more
        self._waiting_for += Counter({group: more})  # those at 0 go
        waiting_changed.send(self, waiting_now=self.waiting)

    def _enqueue(self, job: PrintJob, group: Hashable) -> "Future[bytes]":
        """Queue a job once, however many ask for the same document; raises BusyError."""
        if not self._has_room(group):
            raise BusyError
        known = self._pending.get(job.key)
        if known is not None:
            return known
        if len(self._pending) >= self.waiting_at_most:
            raise BusyError
        if self._jobs.count_of(group) >= DOCUMENTS_OF_ONE:
            raise BusyError
        future = self._pending[job.key] = Future()
        self._jobs.put(job, group)
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="printing", daemon=True)
            self._worker.start()
        return future

    def _has_room(self, group: Hashable) -> bool:
        """Whether one more request for a group may wait: some room is left for the next group."""
        own = self._waiting_for[group]
        free = self.waiting_at_most - (self.waiting - own)
        return self.waiting < self.waiting_at_most and own < max(1, free // 2)

    def _work(self) -> None:
        while True:
            job, began = self._jobs.take(), perf_counter()
            try:
                made = self._process.pdf(job)
            except Exception as error:
                job_done.send(self, took=perf_counter() - began, made=False)
                with self._lock:
                    self._pending.pop(job.key).set_exception(error)
            else:
                job_done.send(self, took=perf_counter() - began, made=True)
                with self._lock:
                    self.made += 1
                    if len(made) <= self._cache.maxsize:
                        self._cache[job.key] = made
                    self._pending.pop(job.key).set_result(made)

    def close(self) -> None:
        """Stop the rendering process; the next job would start another one."""
        self._process.end()

    @property
    def process_id(self) -> int | None:
        """The process id of the renderer; None while there is none."""
        return self._process.id
