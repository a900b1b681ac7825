"""Mutants put in place of the real module, inside this process; no file is changed."""

import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.noticing import Function, all_objects, key_of

IN_FUNCTION = 0x3  # flags of a code object: it has fast local names, as functions alone have


class PlantedLoader(SourceFileLoader):
    """Loads a module from another text than its file holds, and never from a compiled one."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        super().__init__(name, str(path))
        self._text = text

    def get_data(self, path: str) -> bytes:
        """The other text."""
        return self._text.encode()

    def path_stats(self, path: str) -> Any:
        """Nobody knows how old it is, so that nothing compiled can be as old."""
        raise OSError(path)


class PlantedFinder(MetaPathFinder):
    """Finds one module, for another loader than the usual one."""

    def __init__(self, loader: PlantedLoader) -> None:
        self._loader = loader

    def find_spec(
        self, name: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """That of the one module, none for others."""
        found = name == self._loader.name
        return spec_from_loader(name, self._loader) if found else None


def import_instead(path: Path, module: str, text: str) -> None:
    """From now on importing *module*, whose file is at *path*, gives that of *text*."""
    name = module.removesuffix(".py").replace("/", ".")
    assert name not in sys.modules, name
    loader = PlantedLoader(name, path, text)
    sys.meta_path.insert(0, PlantedFinder(loader))


def changed_functions(path: Path, text: str) -> dict[Function, CodeType] | None:
    """The functions whose code is another one in *text* than in the file at *path*.

    None where something outside of functions differs.
    """
    source = path.read_text(encoding="utf-8")
    found: dict[Function, CodeType] = {}
    before, after = (compile(each, str(path), "exec") for each in (source, text))
    return found if _compare(before, after, found) else None


def functions_here() -> dict[Function, FunctionType]:
    """Every function of this process whose code is its own."""
    found = [each for each in all_objects() if isinstance(each, FunctionType)]
    return {key_of(each.__code__): each for each in found}


def _compare(before: CodeType, after: CodeType, found: dict[Function, CodeType]) -> bool:
    """Whether nothing but inner functions differs; those are put into *found*."""
    if _own(before) != _own(after):
        return False
    for old, new in zip(_inner(before), _inner(after), strict=True):
        if key_of(old) != key_of(new):
            return False
        if old.co_flags & IN_FUNCTION == IN_FUNCTION:
            if not _is_same(old, new):
                found[key_of(old)] = new
        elif not _compare(old, new, found):
            return False
    return True


def _is_same(before: CodeType, after: CodeType) -> bool:
    inner = zip(_inner(before), _inner(after), strict=False)
    return _own(before) == _own(after) and all(_is_same(old, new) for old, new in inner)


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (each for each in code.co_consts if isinstance(each, CodeType))


def _own(code: CodeType) -> tuple[object, ...]:
    """What a code object does, but for that of the functions in it and for places in the text."""
    constants = tuple(
        "code" if isinstance(each, CodeType) else (type(each), repr(each))
        for each in code.co_consts
    )
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars)
