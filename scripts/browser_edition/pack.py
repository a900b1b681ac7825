"""Run inside Pyodide: put the program and its libraries into archives.

/site has the program and its libraries, /made/library.zip the standard library, both as byte code;
/made/modules.json says what was loaded when the program was used. /made gets `stdlib.zip` and
`program.zip` with all that, and `lazy.zip` with what else there is: it is loaded where something is
asked for that nobody used.

What each visitor needs is not compressed: who sends the archives does that better.
"""

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

SITE, MADE = Path("/site"), Path("/made")
LIBRARY = MADE / "library.zip"
IN_STDLIB = f"/lib/python3{sys.version_info.minor}.zip/"
OLDEST = (1980, 1, 1, 0, 0, 0)  # that an archive can say: every file is as old
# Of the program what only a server or a command needs; and what a browser gets from the folder.
OF_SERVER = ("scorekeeper/server/", "scorekeeper/cli/", "scorekeeper/monitoring/")
OTHER_DATABASES = tuple(f"sqlalchemy/dialects/{each}/" for each in ("mssql", "mysql", "oracle"))
OF_THEIR_TESTS = ("alembic/testing/", "sqlalchemy/testing/")
NEVER = (
    *(*OF_SERVER, *OTHER_DATABASES, *OF_THEIR_TESTS),
    *("scorekeeper/__main__.pyc", "scorekeeper/printing/renderer.pyc"),
)
MIGRATIONS = "scorekeeper/store/migrations/"  # they are listed, and loaded from their sources
NOT_DATA = (".py", ".pyc", ".pyi", ".br", ".gz", ".po", ".so", ".c", ".h", ".pyx", ".typed")
NEEDED_DATA = ("scorekeeper/", "babel/locale-data/root", "babel/global.dat")
LANGUAGES = [path.name for path in (SITE / "scorekeeper/i18n/translations").iterdir()]
LAZY = "lazy_modules.txt"  # which modules are in the archive that is loaded when one is used
METADATA = ("flask", "scorekeeper", "sqlalchemy", "werkzeug")  # whose versions are asked for


class Archive:
    """An archive in which files stand in the order they were put, all equally old."""

    def __init__(self, name: str, compression: int = zipfile.ZIP_STORED) -> None:
        self._zip = zipfile.ZipFile(MADE / name, "w", compression)
        self._compression = compression
        self.modules = list[str]()

    def put(self, name: str, content: bytes) -> None:
        """Add a file."""
        if name.endswith(".pyc"):
            self.modules.append(
                name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            )
        self._zip.writestr(zipfile.ZipInfo(name, OLDEST), content, self._compression)

    def close(self) -> None:
        """Write it."""
        self._zip.close()


def site_files() -> Iterator[str]:
    """Every file of the program and its libraries, by its path."""
    for path in sorted(SITE.rglob("*")):
        name = str(path.relative_to(SITE))
        if path.is_file() and not name.startswith(NEVER) and "/tests/" not in name:
            yield name


def is_data(name: str) -> bool:
    """Whether a file is no module, and is read by one."""
    if name.endswith(NOT_DATA) or "/fonts/" in name:
        return False
    if ".dist-info/" in name:
        return name.endswith("/METADATA") and name.startswith(METADATA)
    if name.startswith("babel/locale-data/"):
        return Path(name).stem.split("_")[0] in (*LANGUAGES, "root")
    return name.startswith(NEEDED_DATA)


def source(path: str) -> str:
    """Of what a module was made, by the path of its byte code; that of a frozen one is its own."""
    return path.removesuffix("c") if path.endswith(".pyc") else path


def main() -> None:
    """Write the archives."""
    used = set(map(source, json.loads((MADE / "modules.json").read_text())))
    program, stdlib = Archive("program.zip"), Archive("stdlib.zip")
    lazy = Archive("lazy.zip", zipfile.ZIP_DEFLATED)  # it is kept, and hardly ever used
    for name in site_files():
        content = (SITE / name).read_bytes()
        if name.endswith("/METADATA"):
            content = content.split(b"\n\n")[0]
        is_ours = name.startswith("scorekeeper/")
        if is_data(name) or name.startswith(MIGRATIONS) or source(str(SITE / name)) in used:
            program.put(name, content)
        elif name.endswith(".pyc"):
            (program if is_ours else lazy).put(name, content)
    with zipfile.ZipFile(LIBRARY) as library:
        for name in sorted(library.namelist()):
            is_used = source(IN_STDLIB + name) in used or not name.endswith(".pyc")
            if not name.endswith("/"):
                (stdlib if is_used else lazy).put(name, library.read(name))
    program.put(LAZY, "\n".join(sorted(lazy.modules)).encode())
    for archive in (program, lazy, stdlib):
        archive.close()


main()
