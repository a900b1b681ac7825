"""Core and rules know the standard library and each other, nothing else."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.games.pure import GAMES, SLUGS, pure_modules

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "scorekeeper"
CORE = sorted((PACKAGE / "core").glob("*.py"))
RULES = [path for slug in SLUGS for path in pure_modules(slug)]
PURE = CORE + RULES

# Run without site-packages, without the environment, with nothing but the checkout on the path.
BARE = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for module in sys.argv[2:]:
    importlib.import_module(module)
known = sys.stdlib_module_names | {"scorekeeper", "__main__"}
print(sorted(name for name in sys.modules if name.partition(".")[0] not in known))
print(sorted(name for name in sys.modules if name.partition(".")[0] == "scorekeeper"))
"""


def module_name(path: Path) -> str:
    parts = path.relative_to(CHECKOUT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def bare_interpreter(*modules: str) -> tuple[list[str], list[str]]:
    """What was loaded from elsewhere, and what of Scorekeeper."""
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", BARE, str(CHECKOUT), *modules]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    foreign, own = (ast.literal_eval(line) for line in ran.stdout.splitlines())
    return foreign, own


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: say the whole name of a module"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = (CHECKOUT / f"{whole.replace('.', '/')}.py").exists()
                yield whole if is_module else node.module or ""


def test_there_is_something_to_check() -> None:
    assert {"game.py", "ledger.py", "codec.py"} <= {path.name for path in CORE}
    for slug in SLUGS:
        assert "rules.py" in {path.name for path in pure_modules(slug)}
    assert len(RULES) >= len(SLUGS) > 0


def test_core_and_rules_run_in_a_bare_interpreter_and_load_nothing_of_the_layers_above() -> None:
    modules = {module_name(path) for path in PURE}
    packages = {name.rpartition(".")[0] for name in modules} | {"scorekeeper", "scorekeeper.games"}
    foreign, own = bare_interpreter(*modules)
    assert foreign == []
    assert modules <= set(own) <= modules | packages


def test_importing_scorekeeper_itself_imports_nothing() -> None:
    assert bare_interpreter("scorekeeper", "scorekeeper.games") == (
        [],
        ["scorekeeper", "scorekeeper.games"],
    )


def test_the_bare_interpreter_has_no_forms() -> None:
    """Or else the tests above would accept everything."""
    command = [sys.executable, "-I", "-S", "-c", "import wtforms"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "ModuleNotFoundError" in ran.stderr


def known_to(path: Path) -> set[str]:
    """The modules that a pure one may import: those of core, and others of its own game.

    `rules.py` comes first in every game and imports core alone.
    """
    own = pure_modules(path.parent.name) if path in RULES and path.name != "rules.py" else []
    return {module_name(each) for each in (*CORE, *own)}


def strangers(path: Path, known: set[str]) -> list[str]:
    """What a module imports besides, wherever in it the import stands."""
    names = set(imported(path)) - known
    return sorted(name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


def test_a_pure_module_imports_the_standard_library_core_and_its_own_game() -> None:
    found = {module_name(path): strangers(path, known_to(path)) for path in PURE}
    assert {name: modules for name, modules in found.items() if modules} == {}


def test_a_form_is_seen_to_import_more() -> None:
    """Or else the test above would accept everything."""
    for slug in SLUGS:
        known = {module_name(each) for each in (*CORE, *pure_modules(slug))}
        assert "scorekeeper.games.round_form" in strangers(GAMES / slug / "form.py", known)
