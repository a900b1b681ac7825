"""How databases go about the statements that are sent to them."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeGuard

from sqlalchemy import Connection, Engine, event

from scorekeeper.store.tables import Model

COMMON = "db"
STORE = Path(sys.modules["scorekeeper.store"].__file__ or "").parent
EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
LISTS = re.compile(r"(\?|%\(\w+\)s(?:::\w+)?)(?:, (?:\?|%\(\w+\)s(?:::\w+)?))+")
WHOLE_INDEX = ("Index Scan", "Index Only Scan", "Bitmap Index Scan")

Place = tuple[str, int]  # a module of the store, and a line in it


class Statements:
    """Every distinct statement that was sent, with the parameters of the first time."""

    def __init__(self) -> None:
        self.parameters: dict[str, tuple[str, Any]] = {}
        self.places: dict[str, Place] = {}
        self.reached = set[Place]()

    def note(self, _: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if not statement.startswith(EXPLAINED) or "pg_" in statement:
            return
        place = sent_from()
        if place is None:
            return
        self.reached.add(place)
        kind = LISTS.sub("…", statement)
        self.parameters.setdefault(kind, (statement, first(parameters)))
        self.places.setdefault(kind, place)


def first(parameters: Any) -> Any:
    """The parameters of a statement, or of the first one of many."""
    is_many = isinstance(parameters, list) and parameters and not isinstance(parameters[0], str)
    return parameters[0] if is_many else parameters


def sent_from() -> Place | None:
    """The line of the store that is sending a statement, by what is common to all, if any is."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.parent == STORE and path.stem != COMMON:
            return path.stem, frame.f_lineno
        frame = frame.f_back
    return None


@contextmanager
def sent(engine: Engine) -> Iterator[Statements]:
    """What is sent to the database meanwhile."""
    seen = Statements()
    event.listen(engine, "before_cursor_execute", seen.note)
    yield seen
    event.remove(engine, "before_cursor_execute", seen.note)


def senders(module: Path) -> dict[str, range]:
    """The functions of a module that send something to the database, with their lines."""
    functions = (each for each in ast.walk(ast.parse(module.read_text())) if is_function(each))
    return {
        f"{module.stem}.{each.name}": range(each.lineno, (each.end_lineno or each.lineno) + 1)
        for each in functions
        if any(map(sends, ast.walk(each)))
    }


def is_function(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef)


def sends(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", None)
    return name in ("execute", "exec_driver_sql")


def full_scans(connection: Connection, statement: str, parameters: Any) -> list[str]:
    """The tables, or whole indexes, that a database would go through for a statement."""
    if connection.dialect.name == "sqlite":
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        steps = [str(step.detail) for step in plan]
        return [step for step in steps if re.match(r"SCAN (?!(\d+ )?CONSTANT|\()\w", step)]
    plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
    found = plan.scalar_one()
    root = json.loads(found) if isinstance(found, str) else found
    return list(_scans(root[0]["Plan"]))


def _scans(node: Any, parent: str = "") -> Iterator[str]:
    kind, table = node["Node Type"], node.get("Relation Name", node.get("Index Name"))
    if kind == "Seq Scan" and table in Model.metadata.tables:
        yield f"{kind} on {table}"
    elif kind in WHOLE_INDEX and "Index Cond" not in node and parent != "Limit":
        yield f"{kind} on all of {table}"
    for each in node.get("Plans", ()):
        yield from _scans(each, kind)
