"""Every module lies in a layer and imports only what the table of layers allows."""

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.layers import LAYERS, allowed, layer_of

pytestmark = pytest.mark.xdist_group("layers")  # every module is read once for all of it

PACKAGE = Path(__file__).resolve().parents[2] / "scorekeeper"
MIGRATIONS = PACKAGE / "store" / "migrations"  # run by Alembic, which imports them by path

Imports = Mapping[str, frozenset[str]]  # of a module by its path below the package: those of ours


def modules() -> list[Path]:
    """Every module of the package but its migrations."""
    found = sorted(PACKAGE.rglob("*.py"))
    return [path for path in found if MIGRATIONS not in path.parents]


def name_of(path: Path) -> str:
    """The path of a module below the package, without suffix: web/round/routes."""
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def imported(source: str) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it the import stands.

    `from a import b` is both a and a.b: which of them is a module is not seen here.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "say the whole name of a module"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of(sources: Mapping[str, str]) -> Imports:
    """For every module, by its text, the modules among these that it imports."""
    return {
        module: frozenset(_own(source, sources.keys()) - {module})
        for module, source in sources.items()
    }


def _own(source: str, known: Collection[str]) -> set[str]:
    found = set()
    for name in imported(source):
        first, *rest = name.split(".")
        if first != PACKAGE.name:
            continue
        inside = "/".join(rest)
        found |= {each for each in (inside, f"{inside}/__init__".lstrip("/")) if each in known}
    return {each for each in found if not _is_package_of_another(each, found)}


def _is_package_of_another(module: str, found: set[str]) -> bool:
    """Whether only something inside the package is meant, not its __init__."""
    folder = module.removesuffix("__init__")
    return module.endswith("__init__") and any(
        each != module and each.startswith(folder) for each in found
    )


def forbidden(imports: Imports) -> list[str]:
    """What is wrong, a line each: modules without a layer, and imports that none allows."""
    wrong = [f"{module} lies in no layer" for module in imports if layer_of(module) is None]
    for module, others in imports.items():
        layer = layer_of(module)
        for other in sorted(others):
            target = layer_of(other)
            if layer is not None and target is not None and target not in allowed(layer):
                wrong.append(f"{module} ({layer}) imports {other} ({target})")
    return wrong


def circles(imports: Imports) -> list[list[str]]:
    """Modules that import each other, round about: each circle once, from where it was met."""
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            found.append([*way[way.index(module) :], module])
            return
        if module in done:
            return
        for other in sorted(imports.get(module, ())):
            visit(other, [*way, module])
        done.add(module)

    for module in sorted(imports):
        visit(module, [])
    return found


@cache
def sources() -> Mapping[str, str]:
    """The text of every module by its name."""
    return {name_of(path): path.read_text(encoding="utf-8") for path in modules()}


@cache
def imports() -> Imports:
    """What every module imports; read by the first test that asks, not by every process."""
    return imports_of(sources())


def test_there_is_something_to_check() -> None:
    """Modules, imports between them, and every layer of the table has a module."""
    assert len(imports()) > 100
    assert sum(map(len, imports().values())) > 300
    assert {layer_of(module) for module in imports()} == set(LAYERS)


def test_nothing_else_lies_at_the_root() -> None:
    loose = {path.stem for path in PACKAGE.glob("*.py")}
    assert loose == {"__init__", "__main__", "app", "browser_edition", "settings", "paths"}


def test_every_module_imports_only_what_its_layer_may() -> None:
    assert forbidden(imports()) == []


def test_no_module_is_imported_by_what_it_imports() -> None:
    assert circles(imports()) == []


def unfitting(imports: Imports) -> list[str]:
    """Imports in a room of the web that no module of this kind may have, a line each.

    Forms know neither pages nor services, and nothing but routes knows routes.
    """
    wrong = []
    for module, others in imports.items():
        for other in sorted(others):
            is_of_form = is_form(module) and not (is_form(other) or other.startswith(FOR_FORMS))
            is_backwards = is_routes(other) and not (is_routes(module) or module == "web/__init__")
            if is_of_form or is_backwards:
                wrong.append(f"{module} imports {other}")
    return wrong


FOR_FORMS = ("core/", "files/", "games/", "i18n/")


def is_form(module: str) -> bool:
    return module.startswith("web/") and module.rpartition("/")[2] in FORMS


def is_routes(module: str) -> bool:
    return module.startswith("web/") and module.endswith("routes")


FORMS = {"forms", "entry_forms", "form_fields"}


def test_forms_and_pages_know_no_routes_and_forms_no_pages() -> None:
    assert sum(map(is_form, imports())) > 5
    assert sum(map(is_routes, imports())) > 10
    assert unfitting(imports()) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("web/seats/forms", "from scorekeeper.services.sheet.state import SheetState"),
        ("web/seats/forms", "from scorekeeper.web.seats.pages import seating_fields"),
        ("web/seats/pages", "from scorekeeper.web.seats.routes import bp"),
    ],
)
def test_a_planted_import_of_another_kind_is_caught(module: str, line: str) -> None:
    assert len(unfitting(planted(module, line))) == 1


def test_no_layer_may_import_one_that_may_import_it() -> None:
    """The table itself has no circle: a layer allows only those that stand before it."""
    names = list(LAYERS)
    for layer, others in LAYERS.items():
        assert all(names.index(other) < names.index(layer) for other in others), layer


def planted(module: str, line: str) -> Imports:
    """The imports of the package if one module had one more line, or were there with it."""
    own = f"{sources().get(module, '')}\n{line}\n"
    return {**imports(), module: frozenset(_own(own, sources().keys()) - {module})}


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("i18n/messages", "from scorekeeper.web import register"),
        ("i18n/messages", "import scorekeeper.web.round.routes"),
        ("core/codec", "from scorekeeper.files.sheet import Sheet"),
        ("core/ledger", "def late():\n    from scorekeeper.store import db"),
        ("store/db", "from scorekeeper.games.registry import GAMES"),
        ("games/plugin", "from scorekeeper.store.rows import SheetRow"),
        ("games/fields", "from scorekeeper.games.registry import PLUGINS"),
        ("services/links/writing", "from scorekeeper.web.request.language import current_messages"),
        ("web/history/pages", "from scorekeeper.store.db import db"),
        ("web/shared/rounds", "from scorekeeper.web.round import entry_page"),
        ("services/sheet/state", "from scorekeeper.services.group import state"),
        ("web/request/guard", "from scorekeeper.web.history import pages"),
        ("summary/chart", "from scorekeeper.printing import document"),
    ],
)
def test_a_planted_import_upwards_is_caught(module: str, line: str) -> None:
    (wrong,) = forbidden(planted(module, line))
    assert wrong.startswith(f"{module} (")


@pytest.mark.parametrize("module", ["words", "helpers/texts"])
def test_a_module_in_no_layer_is_caught(module: str) -> None:
    assert forbidden(planted(module, "")) == [f"{module} lies in no layer"]


def test_a_planted_circle_is_caught() -> None:
    """Inside a layer too, where every import by itself is allowed."""
    circular = planted("printing/job", "from scorekeeper.printing.renderer import serve")
    assert forbidden(circular) == []
    assert any({"printing/job", "printing/renderer"} <= set(each) for each in circles(circular))
