"""The least program that could serve: a bare Flask page behind our worker, in a process of its own.

`python -m benchmarks.bare_server PORT`; what it imports is nothing of ours but the worker.
"""

import sys
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from scorekeeper.server.connection_limits import Limits
from scorekeeper.server.worker import WaitressWorker

THREADS = 64
BODY_AT_MOST = 1_000_000  # bytes


class BareServer(BaseApplication):  # type: ignore[misc]
    """Gunicorn with one process of our worker."""

    def __init__(self, port: int) -> None:
        self.limits, self.end_streams = Limits(body_at_most=BODY_AT_MOST), list
        self._options = {
            "bind": f"127.0.0.1:{port}",
            "worker_class": WaitressWorker,
            "threads": THREADS,
            "loglevel": "warning",
            "control_socket_disable": True,
        }
        super().__init__()

    def load_config(self) -> None:
        """Take our settings over."""
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The page."""
        app = Flask("bare")
        app.add_url_rule("/", "hello", lambda: "Hello")
        return app


if __name__ == "__main__":
    BareServer(int(sys.argv[1])).run()
