"""The print queue: one renderer for all threads, a limit to waiting, a cache of documents."""

import multiprocessing
import os
import signal
import tempfile
import threading
from collections import Counter
from collections.abc import Hashable
from concurrent.futures import Future
from contextlib import ExitStack
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from shutil import rmtree
from time import perf_counter
from typing import NoReturn

from blinker import Signal
from cachetools import LRUCache

from scorekeeper.printing.job import PrintingFailedError, PrintJob, RendererMissingError

REQUEST_SECONDS = 20.0  # that a request waits
WAITING_AT_MOST = 8  # requests, half of the threads that are kept for pages
DOCUMENTS_OF_ONE = 3  # of one group that are made or wait to be
CACHE_BYTES = 16_000_000
START_SECONDS = 60.0  # more for the first document: a slow machine loads what lays out pages
JOB_SECONDS = 60.0  # after them a document is given up, and the process with it: others wait
PREFIX = "scorekeeper-"  # of the names of temporary folders
TRIES = 2  # a process that dies may have died of something else

# Sent with the queue; `waiting_now`: how many requests wait.
waiting_changed = Signal()
# Sent with the queue; `took`: the seconds of a document, `made`: whether there is one.
job_done = Signal()


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
        self.process = PrintingProcess(job_seconds)
        self._changed = threading.Condition()
        self.waiting = 0  # requests
        self._waiting_for = Counter[Hashable]()  # requests, by group
        self._pending: dict[str, Future[bytes]] = {}
        self._jobs: list[tuple[Hashable, PrintJob]] = []  # that wait for their turn, by group
        self._last: Hashable = None  # the group that had a turn
        self._worker: threading.Thread | None = None

    def document(self, job: PrintJob, group: Hashable = None) -> bytes:
        """The document; raises BusyError, RendererMissingError or PrintingFailedError.

        *group* says whose turn it takes; whatever is of no group takes turns as one.
        """
        with self._changed:
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
            with self._changed:
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
        has_too_many = sum(of == group for of, _ in self._jobs) >= DOCUMENTS_OF_ONE
        if has_too_many or len(self._pending) >= self.waiting_at_most:
            raise BusyError
        if self._worker is None:
            worker = threading.Thread(target=self._work, name="printing", daemon=True)
            try:
                worker.start()
            except RuntimeError:  # this machine has no thread left
                raise BusyError from None
            self._worker = worker
        future = self._pending[job.key] = Future()
        self._jobs.append((group, job))
        self._changed.notify()
        return future

    def _has_room(self, group: Hashable) -> bool:
        """Whether one more request for a group may wait: some room is left for the next group."""
        own = self._waiting_for[group]
        free = self.waiting_at_most - (self.waiting - own)
        return self.waiting < self.waiting_at_most and own < max(1, free // 2)

    def _work(self) -> None:
        while True:
            job, began = self._take(), perf_counter()
            try:
                made = self.process.document(job)
            except Exception as error:
                job_done.send(self, took=perf_counter() - began, made=False)
                with self._changed:
                    self._pending.pop(job.key).set_exception(error)
            else:
                job_done.send(self, took=perf_counter() - began, made=True)
                with self._changed:
                    self.made += 1
                    if len(made) <= self._cache.maxsize:
                        self._cache[job.key] = made
                    self._pending.pop(job.key).set_result(made)

    def _take(self) -> PrintJob:
        """The job whose turn it is; waits for one. The group of the last one comes behind all."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs)
            self._jobs.sort(key=lambda waiting: waiting[0] == self._last)
            self._last, job = self._jobs.pop(0)
            return job

    def close(self) -> None:
        """Stop the rendering process; the next job would start another one."""
        self.process.end()


class PrintingProcess:
    """The process that lays out pages, beside the server so that no phone waits for it.

    It starts with the first job. One thread prints; any thread may end the process.
    """

    def __init__(self, job_seconds: float) -> None:
        self._job_seconds = job_seconds
        self._lock = threading.Lock()  # held while the process starts or ends, not while it prints
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._ending = ExitStack()  # what is left to do when it ends, the last first

    @property
    def id(self) -> int | None:
        """Its number on this machine."""
        return None if self._process is None else self._process.pid

    def document(self, job: PrintJob) -> bytes:
        """The document; raises RendererMissingError or PrintingFailedError."""
        cause: Exception | None = None
        for _ in range(TRIES):
            try:
                seconds = self._job_seconds + (START_SECONDS if self._connection is None else 0)
                connection = self._connection or self._start()
                connection.send(job)
                return self._received(seconds)
            except (EOFError, OSError) as error:  # it has died, as processes may
                self.end()
                cause = error
        raise PrintingFailedError("the printing process dies") from cause

    def _start(self) -> Connection:
        spawn = multiprocessing.get_context("spawn")
        connection, theirs = spawn.Pipe()
        # WeasyPrint writes fonts into a folder that a process that is killed leaves behind.
        folder = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
        with theirs, self._lock:  # theirs is closed, or else we would not notice its end
            of_process = theirs, self._ending.enter_context(folder)
            self._ending.callback(connection.close)
            self._process = spawn.Process(target=_render, args=of_process, daemon=True)
            self._process.start()
            self._ending.callback(self._process.join)
            self._ending.callback(self._process.kill)
            self._connection = connection
        return connection

    def _received(self, seconds: float) -> bytes:
        """What the process sends; raises what it sends in place of a document."""
        connection = self._connection
        if connection is None or not connection.poll(seconds):
            self.end()
            raise PrintingFailedError("the printing process hangs")
        sent = connection.recv()
        if isinstance(sent, Exception):
            raise sent
        return bytes(sent)

    def end(self) -> None:
        """Stop the process, in whatever state it is."""
        with self._lock:
            self._process = self._connection = None
            ending = self._ending.pop_all()
        ending.close()


def _render(connection: Connection, folder: str) -> None:
    """What the process runs, with a folder for its files; WeasyPrint is imported nowhere else."""
    tempfile.tempdir = folder
    # Not by SystemExit: that is lost where a finalizer happens to run.
    signal.signal(signal.SIGTERM, lambda *_: _end(folder))
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()
    try:
        from scorekeeper.printing.renderer import serve  # noqa: PLC0415
    except OSError as error:  # a library of the system, not of Python
        connection.recv()
        connection.send(RendererMissingError(str(error)))
    else:
        serve(connection)
    finally:
        rmtree(folder, ignore_errors=True)


def _end_with_parent(folder: str) -> None:
    """Also in the middle of a page: nobody waits for it any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _end(folder)


def _end(folder: str) -> NoReturn:
    """End this process at once, without its folder."""
    rmtree(folder, ignore_errors=True)
    os._exit(0)
