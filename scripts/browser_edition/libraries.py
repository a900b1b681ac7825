"""What the program uses of others, as byte code: compiled once, and kept beside Pyodide."""

import hashlib
import shutil
import time
from contextlib import suppress
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.browser_edition.tools import HERE, INSTALLED, pyodide, run_in_pyodide

# What the program uses of others, where there is no server.
LIBRARIES = (
    *("alembic", "babel", "blinker", "cachetools", "click", "flask", "flask-sqlalchemy"),
    *("itsdangerous", "jinja2", "mako", "markupsafe", "platformdirs", "pypdf", "segno"),
    *("sqlalchemy", "typing-extensions", "werkzeug", "wtforms"),
)
COMPILER = "compile_modules.py"
MADE_BY = ("libraries.py", COMPILER, "run.mjs")
KEPT = "libraries-"
A_WEEK = 7 * 24 * 3600  # seconds


def libraries() -> Path:
    """A folder with `site`, all of them, and `library.zip`, the standard library."""
    python = pyodide()
    kept = INSTALLED / f"{KEPT}{_digest()}"
    if not kept.exists():
        for earlier in INSTALLED.glob(f"{KEPT}*"):
            if time.time() - earlier.stat().st_mtime > A_WEEK:  # another checkout may use it
                shutil.rmtree(earlier, ignore_errors=True)
        with TemporaryDirectory(dir=INSTALLED) as name:
            made = Path(name) / "made"
            for library in LIBRARIES:
                _copy_library(library, made / "site")
            run_in_pyodide(COMPILER, site=made / "site", made=made, pyodide=python)
            with suppress(OSError):  # somebody else was faster
                made.rename(kept)
    return kept


def _digest() -> str:
    """Another one for other libraries, and where they are copied or compiled in another way."""
    parts = [(HERE / each).read_text(encoding="utf-8") for each in MADE_BY]
    parts += [distribution(each).read_text("RECORD") or "" for each in LIBRARIES]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:10]


def _copy_library(name: str, site: Path) -> None:
    """The files of an installed library, but for those of this machine."""
    for file in distribution(name).files or ():
        if ".." not in file.parts and "__pycache__" not in file.parts and file.suffix != ".so":
            copy = site / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), copy)
