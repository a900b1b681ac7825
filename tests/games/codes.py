"""The codes of the sentences that a module says, written out in calls or in tables of codes."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

PLACES = {"Line": 2, "Phrase": 0, "Problem": 0}  # of the code among the arguments
TABLE = "_CODES"  # ends the name of a table of codes, as tests/mutants/operators.py knows


def codes_of(path: Path) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """Every call that makes a sentence, what it makes, and each code that this can have."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    tables = dict(_tables(module))
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            name = call.func.id
            for code in _options(call.args[PLACES[name]], tables) if name in PLACES else ():
                yield call, name, code


def _tables(module: ast.Module) -> Iterator[tuple[str, list[ast.expr]]]:
    """The tables of a module from which codes are taken, by name, each with all codes in it."""
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=values)):
                if name.endswith(TABLE):
                    yield name, [code for value in values for code in _one_or_several(value)]


def _one_or_several(value: ast.expr) -> list[ast.expr]:
    return value.elts if isinstance(value, ast.Tuple) else [value]


def _options(given: ast.expr, tables: Mapping[str, list[ast.expr]]) -> list[ast.expr]:
    """What a code can be: written out, one of two, or taken from a table of the module."""
    if isinstance(given, ast.IfExp):
        return [given.body, given.orelse]
    table = given
    while isinstance(table, ast.Subscript):
        table = table.value
    return tables.get(table.id, [given]) if isinstance(table, ast.Name) else [given]
