"""A Chromium of its own, with a profile that outlives it, for tests that end it or look at it."""

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.browser.serving import FLAGS

SECONDS_TO_START = 60
PSS = re.compile(r"^Pss: +(\d+) kB", re.MULTILINE)  # proc(5): memory, what is shared in parts
RENDERER = b"--type=renderer"


@dataclass(frozen=True, slots=True)
class BrowserProcess:
    """A browser that runs, and the *port* and the *path* at which it can be driven."""

    process: subprocess.Popen[bytes]
    port: int
    path: str

    @property
    def endpoint(self) -> str:
        """Where whoever drives it connects."""
        return f"ws://127.0.0.1:{self.port}{self.path}"

    def kill(self) -> None:
        """End it at once, with all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def memory(self) -> int:
        """The bytes in memory of the process that shows the page, its workers among them.

        What it shares with other processes counts in parts. Only Linux tells: OSError elsewhere.
        """
        return max(1024 * int(PSS.findall(each)[0]) for each in self._renderers("smaps_rollup"))

    def seconds_of_work(self) -> float:
        """How long processors worked for what is shown. Only Linux tells: OSError elsewhere."""
        statuses = [each.rpartition(")")[2] for each in self._renderers("stat")]
        ticks = [int(each) for status in statuses for each in status.split()[11:13]]
        return sum(ticks) / os.sysconf("SC_CLK_TCK")

    def _renderers(self, name: str) -> list[str]:
        """The file *name* of every process of it that shows a page, as /proc has it.

        A process that ends while it is looked at is left out.
        """
        texts = []
        for folder in Path("/proc").iterdir():
            with suppress(ProcessLookupError, FileNotFoundError):
                if (
                    folder.name.isdecimal()
                    and os.getsid(int(folder.name)) == self.process.pid
                    and RENDERER in (folder / "cmdline").read_bytes()
                ):
                    texts.append((folder / name).read_text())
        return texts


def started(chromium: str, profile: Path, *arguments: str) -> BrowserProcess:
    """A browser with a *profile*, which may be that of one before, once it can be driven."""
    told = profile / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    command = [chromium, "--headless=new", "--no-sandbox", "--remote-debugging-port=0"]
    command += ["--lang=de", f"--user-data-dir={profile}", *FLAGS, *arguments]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    give_up = time.monotonic() + SECONDS_TO_START
    while not (told.exists() and told.read_text().count("\n")):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    port, path = told.read_text().splitlines()
    return BrowserProcess(process, int(port), path)
