"""A server as people start it: a process of its own, its terminal read."""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from tests.loaded_program import LoadedProgram

LOADED: Sequence[str] = ()  # no command: this program, copied from a process that has loaded it
SECONDS_TO_STOP = 5
SECONDS_TO_CLEAN_UP = 60  # on a busy machine, where no test asks how soon it stops


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[str] | LoadedProgram
    terminal: str

    @property
    def url(self) -> str:
        """Its address on this machine, as the terminal shows it."""
        found = re.search(r"On this machine: +(http://\S+/)", self.terminal)
        assert found, self.terminal
        return found[1]

    def page(self, path: str = "") -> tuple[int, str]:
        with urlopen(self.url + path, timeout=10) as answer:
            return answer.status, answer.read().decode()


def environment(**more: str) -> dict[str, str]:
    """Our environment in English, without anything that is said to Scorekeeper, with *more*."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER")}
    return kept | {"LC_ALL": "C.UTF-8"} | more


@contextmanager
def server(
    command: Sequence[str | Path],
    cwd: Path,
    env: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> Iterator[Server]:
    """The server at any free port, up until the end of the block if nobody stops it before."""
    with _started(
        command, ("serve", "--port", "0", *options), cwd, env or environment()
    ) as process:
        try:
            yield Server(process, terminal_of(process))
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(SECONDS_TO_CLEAN_UP)


def _started(
    command: Sequence[str | Path], arguments: Sequence[str], cwd: Path, env: Mapping[str, str]
) -> subprocess.Popen[str] | LoadedProgram:
    if not command:
        return LoadedProgram(arguments, cwd, env)
    return subprocess.Popen(
        [*command, *arguments],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def terminal_of(process: subprocess.Popen[str] | LoadedProgram) -> str:
    """What the server shows until it is ready, or until it gives up."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Stop with" in line:
            break
    return "".join(lines)
