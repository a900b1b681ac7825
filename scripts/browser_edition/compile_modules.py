"""Run inside Pyodide, and nothing before it: make byte code of modules.

/site has the program or its libraries, /pyodide the standard library. In /site byte code takes the
place of every module; /made gets `library.zip`, the standard library with byte code, once.

It has no docstrings and line numbers: that halves what a phone has to fetch.
"""

import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType

SITE = Path("/site")
STDLIB = Path("/pyodide/python_stdlib.zip")
LIBRARY = Path("/made/library.zip")
WITHOUT_HASH = bytes(8)  # of a source that is not there
MIGRATIONS = "scorekeeper/store/migrations/"  # they are listed, and loaded from their sources


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


def compile_site() -> None:
    """Put byte code in the place of every module that is not compiled yet."""
    for path in sorted(SITE.rglob("*.py")):
        name = str(path.relative_to(SITE))
        if not name.startswith(MIGRATIONS):
            path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), name))
            path.unlink()


def compile_library() -> None:
    """Write the standard library, with byte code in the place of every module."""
    with zipfile.ZipFile(STDLIB) as sources, zipfile.ZipFile(LIBRARY, "w") as library:
        for name in sorted(sources.namelist()):
            content = sources.read(name)
            if name.endswith(".py"):
                library.writestr(f"{name}c", compiled(content, name))
            else:
                library.writestr(name, content)


def main() -> None:
    """Compile what is not compiled yet."""
    compile_site()
    if not LIBRARY.exists():
        compile_library()


main()
