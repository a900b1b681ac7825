"""Run inside Pyodide, and nothing before it: put the program and its libraries into archives.

/site has the program and its libraries, /pyodide the standard library; /made/modules.json says what
was loaded when the program was used. /made gets `stdlib.zip` and `program.zip` with all that, and
`lazy.zip` with what else there is: it is loaded where something is asked for that nobody used.

Modules are in them as byte code without docstrings and line numbers: that halves what a phone has
to fetch. What each visitor needs is not compressed: who sends the archives does that better.
"""

import json
import sys
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType

SITE, MADE = Path("/site"), Path("/made")
STDLIB = Path("/pyodide/python_stdlib.zip")
IN_STDLIB = f"/lib/python3{sys.version_info.minor}.zip/"
OLDEST = (1980, 1, 1, 0, 0, 0)  # that an archive can say: every file is as old
WITHOUT_HASH = bytes(8)  # of a source that is not there
# Of the program what only a server or a command needs; and what a browser gets from the folder.
OF_SERVER = ("scorekeeper/server/", "scorekeeper/cli/", "scorekeeper/monitoring/")
OTHER_DATABASES = tuple(f"sqlalchemy/dialects/{each}/" for each in ("mssql", "mysql", "oracle"))
OF_THEIR_TESTS = ("alembic/testing/", "sqlalchemy/testing/")
NEVER = (
    *(*OF_SERVER, *OTHER_DATABASES, *OF_THEIR_TESTS),
    *("scorekeeper/__main__.py", "scorekeeper/printing/renderer.py"),
)
MIGRATIONS = "scorekeeper/store/migrations/"  # they are listed, and loaded from their sources
NOT_DATA = (".py", ".pyc", ".pyi", ".br", ".gz", ".po", ".so", ".c", ".h", ".pyx", ".typed")
NEEDED_DATA = ("scorekeeper/", "babel/locale-data/root", "babel/global.dat")
LANGUAGES = [path.name for path in (SITE / "scorekeeper/i18n/translations").iterdir()]
LAZY = "lazy_modules.txt"  # which modules are in the archive that is loaded when one is used
METADATA = ("flask", "scorekeeper", "sqlalchemy", "werkzeug")  # whose versions are asked for


def without_lines(code: CodeType) -> CodeType:
    """The code without the numbers of its lines, and that of all functions in it.

    Its table says of every eight instructions, and of the rest, that they stand nowhere
    (InternalDocs/code_objects.md of CPython): a traceback wants to know of each.
    """
    full, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * full + bytes([0xF8 | rest - 1] if rest else ())
    constants = (without_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def compiled(source: bytes, name: str) -> bytes:
    """The byte code of a module, that nobody compares with a source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(without_lines(code), WITHOUT_HASH, False))


class Archive:
    """An archive in which files stand in the order they were put, all equally old."""

    def __init__(self, name: str, compression: int = zipfile.ZIP_STORED) -> None:
        self._zip = zipfile.ZipFile(MADE / name, "w", compression)
        self._compression = compression
        self.modules = list[str]()

    def put(self, name: str, content: bytes) -> None:
        """Add a file; a module as byte code, unless it belongs to a migration."""
        if name.endswith(".py") and not name.startswith(MIGRATIONS):
            self.modules.append(
                name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            )
            name, content = f"{name}c", compiled(content, name)
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


def main() -> None:
    """Write the archives."""
    used = set(json.loads((MADE / "modules.json").read_text()))
    program, stdlib = Archive("program.zip"), Archive("stdlib.zip")
    lazy = Archive("lazy.zip", zipfile.ZIP_DEFLATED)  # it is kept, and hardly ever used
    for name in site_files():
        content = (SITE / name).read_bytes()
        if name.endswith("/METADATA"):
            content = content.split(b"\n\n")[0]
        is_ours = name.startswith("scorekeeper/")
        if is_data(name) or name.startswith(MIGRATIONS) or str(SITE / name) in used:
            program.put(name, content)
        elif name.endswith(".py"):
            (program if is_ours else lazy).put(name, content)
    with zipfile.ZipFile(STDLIB) as library:
        for name in sorted(library.namelist()):
            is_used = IN_STDLIB + name in used or not name.endswith(".py")
            if not name.endswith("/"):
                (stdlib if is_used else lazy).put(name, library.read(name))
    program.put(LAZY, "\n".join(sorted(lazy.modules)).encode())
    for archive in (program, lazy, stdlib):
        archive.close()


main()
