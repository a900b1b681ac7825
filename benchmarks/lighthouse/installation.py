"""Lighthouse itself: the version that is pinned here, from the registry of npm."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
PINNED = ("package.json", "package-lock.json", ".npmrc")
INSTALLED = HERE.parents[1] / ".venv" / "lighthouse"
PROGRAM = Path("node_modules", "lighthouse", "cli", "index.js")
NEEDED = ("npm", "node")
INSTALL = ("npm", "ci", "--loglevel=error")


class MissingToolError(RuntimeError):
    """Lighthouse is not there and cannot be installed; says what helps."""


def version() -> str:
    """The version of Lighthouse that is pinned."""
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    return str(package["dependencies"]["lighthouse"])


def ensured(installed: Path = INSTALLED) -> Sequence[str]:
    """The command that runs Lighthouse, which is installed where it is missing or another version.

    Raises MissingToolError.
    """
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        raise MissingToolError(
            f"Lighthouse needs {' and '.join(missing)}: please install Node.js 18.16 or newer "
            "with npm, and then try again.\n(On Debian and Ubuntu: sudo apt-get install npm)"
        )
    if not _is_current(installed):
        print(f"Installing Lighthouse {version()}; this happens once.", flush=True)
        _install(installed)
    return ("node", str(installed / PROGRAM))


def _is_current(installed: Path) -> bool:
    """Whether what lies there came from the files that are pinned now."""
    return (installed / PROGRAM).is_file() and all(
        (installed / name).read_bytes() == (HERE / name).read_bytes() for name in PINNED
    )


def _install(installed: Path) -> None:
    """Beside its place first, so that what lies there is whole."""
    installed.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=installed.parent, prefix="lighthouse-") as folder:
        made = Path(folder) / "made"
        made.mkdir()
        for name in PINNED:
            shutil.copy(HERE / name, made)
        if subprocess.run(INSTALL, cwd=made, check=False).returncode:
            raise MissingToolError("npm could not install Lighthouse. Is this machine connected?")
        shutil.rmtree(installed, ignore_errors=True)
        made.rename(installed)
