"""The program in a process of its own that need not load it: a copy of one that has.

It has its own environment, folder and output, as if it had been started from a terminal. What a
start itself does is tried by tests that start Python.
"""

import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

CHECKOUT = Path(__file__).resolve().parents[1]
PRELOADED = "tests.preloaded"
ONE_AT_A_TIME = Lock()


class LoadedProgram:
    """Like `subprocess.Popen` of the command with these arguments, its two outputs one.

    One *in_a_group* leads all processes that it starts, and can be ended or stopped with them.
    """

    def __init__(
        self,
        arguments: Sequence[str | Path],
        cwd: Path,
        env: Mapping[str, str],
        in_a_group: bool = False,
    ) -> None:
        with ONE_AT_A_TIME:
            _preload()
        reader, writer = os.pipe()
        words = [str(each) for each in arguments]
        with Connection(writer, readable=False) as output:
            self._process = get_context("forkserver").Process(
                target=_run, args=(words, str(cwd), dict(env), output, in_a_group)
            )
            self._process.start()
        self.stdout: TextIOWrapper = open(reader, encoding="utf-8")  # noqa: SIM115

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired(PRELOADED, timeout or 0)
        return status

    def send_signal(self, signum: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stdout.close()
        self.wait()


def ran(
    arguments: Sequence[str | Path], cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end; what it says is its *stdout*, of whichever output."""
    with LoadedProgram(arguments, cwd, env) as program:
        said = program.stdout.read()
        return subprocess.CompletedProcess(arguments, program.wait(), said)


def _preload() -> None:
    """The process that loads everything, if it is not there yet, finds the tests."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(CHECKOUT), before)))
    try:
        get_context("forkserver").set_forkserver_preload([PRELOADED])
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


def _run(
    words: Sequence[str], cwd: str, env: Mapping[str, str], output: Connection, in_a_group: bool
) -> None:
    assert PRELOADED in sys.modules
    if in_a_group:
        os.setsid()
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    output.close()
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(cwd)
    sys.argv = ["scorekeeper", *words]
    from scorekeeper.cli.main import main  # noqa: PLC0415

    try:
        status = main()
    finally:
        atexit._run_exitfuncs()
    sys.exit(status)
