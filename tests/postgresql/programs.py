"""Where PostgreSQL's server is on this machine; as a command, it fails where there is none."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
UNPACKED = CHECKOUT / ".venv" / "postgresql"  # by scripts/setup, which installs nothing
NEEDED = ("initdb", "postgres", "pg_ctl", "psql", "pg_dump", "pg_restore")
FOLDERS = (
    (UNPACKED / "usr/lib/postgresql", "*/bin"),
    (Path("/usr/lib/postgresql"), "*/bin"),  # Debian and Ubuntu
    (Path("/opt/homebrew/opt"), "postgresql*/bin"),
    (Path("/usr/local/opt"), "postgresql*/bin"),
)


@dataclass(frozen=True)
class Programs:
    """A folder of programs, and those of the libraries that were unpacked with them."""

    folder: Path
    libraries: tuple[Path, ...] = ()

    def environment(self) -> dict[str, str]:
        """Our environment, without what it says of other servers and languages."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PG", "LC_", "LANG"))
        }
        if self.libraries:
            kept["LD_LIBRARY_PATH"] = os.pathsep.join(map(str, self.libraries))
        return kept

    def __getitem__(self, name: str) -> str:
        return str(self.folder / name)


def unpacked(root: Path, folder: Path) -> Programs:
    """The programs in *folder*, with the libraries below *root* that they were unpacked with."""
    found = {each.parent for each in root.rglob("lib*.so.*")}
    return Programs(folder, tuple(sorted(found)))


@cache
def find() -> Programs:
    """The newest server of this machine; raises `LookupError` where there is none."""
    for folder in _folders():
        if all((folder / name).is_file() for name in NEEDED):
            if folder.is_relative_to(UNPACKED):
                return unpacked(UNPACKED, folder)
            return Programs(folder)
    raise LookupError("PostgreSQL's server is not installed on this machine")


def _folders() -> Iterator[Path]:
    for root, pattern in FOLDERS:
        yield from sorted(root.glob(pattern), key=_version, reverse=True)
    if config := shutil.which("pg_config"):
        said = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        yield Path(said.stdout.strip())
    if server := shutil.which("postgres"):
        yield Path(server).resolve().parent


def _version(folder: Path) -> int:
    found = re.search(r"\d+", folder.parent.name)
    return int(found[0]) if found else 0


if __name__ == "__main__":
    try:
        programs = find()
    except LookupError as missing:
        sys.exit(str(missing))
    for name in NEEDED:  # also the libraries that they need are there
        subprocess.run([programs[name], "--version"], env=programs.environment(), check=True)
