"""Values of many fields are made with the name of each, so that no two of them are swapped."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.test_layers import modules, name_of

FIELDS_WITHOUT_NAMES = 8
ROWS = "store/rows"  # they come as the database hands them out, in its own order
WIDE, WIDE_TUPLE, WIDE_BY_NAME = "Wide", "WideTuple", "WideByName"
FIELDS = "".join(f"\n    field_{each}: int" for each in range(FIELDS_WITHOUT_NAMES + 1))
EXAMPLE = f"""
@dataclass(frozen=True, slots=True)
class {WIDE}:{FIELDS}

class {WIDE_TUPLE}(NamedTuple, Generic[Item]):{FIELDS}

@dataclass(kw_only=True)
class {WIDE_BY_NAME}:{FIELDS}
"""


def wide_values(source: str) -> Iterator[tuple[str, bool]]:
    """Every value of a module that has many fields, and whether they are all named."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        made = [ast.unparse(each) for each in (*node.decorator_list, *node.bases)]
        fields = [
            each
            for each in node.body
            if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation)
        ]
        if re.search("dataclass|NamedTuple", " ".join(made)) and len(fields) > FIELDS_WITHOUT_NAMES:
            yield node.name, any("kw_only=True" in each for each in made)


def test_values_of_many_fields_name_them() -> None:
    found = {
        f"{name_of(path)}.{name}": by_name
        for path in modules()
        if name_of(path) != ROWS
        for name, by_name in wide_values(path.read_text("utf-8"))
    }
    assert found, "nothing was looked at"
    assert [name for name, by_name in found.items() if not by_name] == []


def test_one_that_does_not_is_found() -> None:
    assert dict(wide_values(EXAMPLE)) == {WIDE: False, WIDE_TUPLE: False, WIDE_BY_NAME: True}
