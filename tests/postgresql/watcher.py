"""Stops a server of the tests, and removes it, as soon as no process uses it any more.

However those processes ended: each of them shares a lock on a file, which the system gives up for
it. Called with the server's folder, that file, the file that says where the server is, and the
command that stops it.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path


def watch(folder: Path, users: Path, address: Path, stop: list[str]) -> None:
    """Wait for the last process that shares the lock on *users*."""
    with users.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        address.unlink(missing_ok=True)
        owner = folder.stat()
        subprocess.run(
            stop,
            cwd=folder,
            user=owner.st_uid if os.geteuid() == 0 else None,
            capture_output=True,
            check=False,  # nothing to stop where it never started
        )
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if os.fork() == 0:  # nobody waits for the one that goes on
        os.setsid()
        watch(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])
