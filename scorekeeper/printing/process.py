"""The process that lays out pages, started beside the server so that no phone waits for it."""

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from scorekeeper.printing.job import PrintingFailedError, PrintJob, RendererMissingError

START_SECONDS = 60.0  # for a slow machine to load what lays out pages
JOB_SECONDS = 60.0  # after them a document is given up, and the process with it: others wait
TRIES = 2  # a process that dies may have died of something else


class PrintingProcess:
    """The rendering process, started with the first job; to be used by one thread alone."""

    def __init__(self, job_seconds: float) -> None:
        self._job_seconds = job_seconds
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    @property
    def id(self) -> int | None:
        """Its number on this machine."""
        return None if self._process is None else self._process.pid

    def pdf(self, job: PrintJob) -> bytes:
        """The document; raises RendererMissingError or PrintingFailedError."""
        for _ in range(TRIES):
            try:
                return self._render_once(job)
            except (EOFError, OSError):  # it has died, as processes may
                self.end()
        raise PrintingFailedError("the printing process dies")

    def _render_once(self, job: PrintJob) -> bytes:
        connection = self._connection or self._start()
        connection.send(job)
        made, trouble = self._receive(self._job_seconds)
        if made is None:
            raise PrintingFailedError(trouble)
        return bytes(made)

    def _start(self) -> Connection:
        spawn = multiprocessing.get_context("spawn")
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_render, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()  # or else we would not notice its end
        lacking = self._receive(START_SECONDS)
        if lacking is not None:
            self.end()
            raise RendererMissingError(lacking)
        return self._connection

    def _receive(self, seconds: float) -> Any:
        connection = self._connection
        if connection is None or not connection.poll(seconds):
            self.end()
            raise PrintingFailedError("the printing process hangs")
        return connection.recv()

    def end(self) -> None:
        """Stop the process, in whatever state it is."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _render(connection: Connection) -> None:
    """What the process runs; WeasyPrint is imported there and nowhere else."""
    try:
        from scorekeeper.printing.renderer import serve  # noqa: PLC0415
    except OSError as error:  # a library of the system, not of Python
        connection.send(str(error))
        return
    connection.send(None)
    serve(connection)
