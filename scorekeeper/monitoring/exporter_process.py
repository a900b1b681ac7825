"""The exporter, started beside the workers and started again whenever it has ended."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from scorekeeper.monitoring.value_files import FOLDER_VARIABLE

MODULE = "scorekeeper.monitoring.exporter"


class ExporterProcess:
    """Runs from `keep_running` to `stop`."""

    def __init__(self, sock: socket.socket, folder: Path) -> None:
        self._sock, self._folder = sock, folder
        self._process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> None:
        """Start it if it does not run."""
        if self._process is None or self._process.poll() is not None:
            descriptor = self._sock.fileno()
            others = {name: value for name, value in os.environ.items() if name != FOLDER_VARIABLE}
            self._process = subprocess.Popen(  # noqa: S603 - nothing that anybody has typed
                [sys.executable, "-m", MODULE, str(descriptor), str(self._folder)],
                env=others,  # it reads the files of all others, and has none of its own
                pass_fds=[descriptor],
            )

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
