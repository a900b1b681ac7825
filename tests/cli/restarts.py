"""A server that is stopped, killed and started again, at the same port on the same database."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.cli.caddy import free_ports
from tests.cli.server_process import LOADED, Server, environment, server
from tests.server.listening import eventually

SECONDS = 30  # to stop on a busy machine


class Restarting:
    """Starts at once, on *database* unless what it is told (*more*) names another one."""

    def __init__(self, folder: Path, workers: int, **more: str) -> None:
        self.database = folder / "evening.sqlite"
        (self.port,) = free_ports(1)
        self._folder = folder
        self._workers = workers
        told = {"SCOREKEEPER_DATABASE": f"sqlite:///{self.database}"} | more
        self._env = environment(SCOREKEEPER_WORKERS=str(workers), **told)
        self._stack = ExitStack()
        self.start()

    def start(self) -> None:
        """Start it, and wait until its processes are there."""
        assert eventually(self._port_is_free)
        options = ("--host", "127.0.0.1", "--port", str(self.port))
        self._server: Server = self._stack.enter_context(
            server(LOADED, self._folder, self._env, options)
        )
        assert eventually(lambda: len(self.workers) == self._workers)

    def stop(self) -> None:
        """Let it finish what it was asked."""
        self._server.process.terminate()
        assert self._server.process.wait(SECONDS) == 0
        self._stack.close()

    def kill(self) -> None:
        """End all of its processes at once, as a power cut would."""
        for each in (self._server.process.pid, *self.workers):
            os.kill(each, signal.SIGKILL)
        self._server.process.wait()
        self._stack.close()

    def kill_worker(self) -> None:
        """End the process that answers; the other one starts it again."""
        os.kill(self.workers[0], signal.SIGKILL)

    def close(self) -> None:
        """Stop it if it still runs."""
        if self._server.process.poll() is None:
            self.stop()
        self._stack.close()

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        pid = self._server.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def _port_is_free(self) -> bool:
        try:
            socket.create_server(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True


@contextmanager
def restarting(folder: Path, workers: int = 1, **more: str) -> Iterator[Restarting]:
    """A server that may be restarted, up until the end of the block; *more* is its environment."""
    started = Restarting(folder, workers, **more)
    try:
        yield started
    finally:
        started.close()
