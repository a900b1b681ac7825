"""Plug-ins are closed: nothing outside a game names it, and no game names another."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.games.pure import SLUGS

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "scorekeeper"
GAMES = PACKAGE / "games"
REGISTRY = GAMES / "registry.py"  # the one module that lists the games
BUILT_OF = {"rules.py", "checks.py", "scoring.py", "game.py", "form.py", "plugin.py"}
TEXTS = {".html", ".txt", ".js", ".css", ".svg", ".json", ".webmanifest", ".xml"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def shared_modules() -> list[Path]:
    """Every module outside the plug-ins but the registry."""
    return [path for path in MODULES if game_of(path, GAMES) is None and path != REGISTRY]


def game_of(path: Path, games: Path) -> str | None:
    """The game whose folder below *games* a file lies in."""
    inside = path.relative_to(games).parts if path.is_relative_to(games) else ()
    return inside[0] if inside and inside[0] in SLUGS else None


def texts(folder: str) -> list[Path]:
    """Every shared text that a browser or printer gets."""
    found = (CHECKOUT / folder).rglob("*")
    return sorted(
        path
        for path in found
        if path.suffix in TEXTS and game_of(path, CHECKOUT / folder / "games") is None
    )


@cache
def pattern() -> re.Pattern[str]:
    """A slug as a word; tapp is not in tapping, but it is in games/tapp/form.html."""
    return re.compile(rf"(?<![a-z])({'|'.join(SLUGS)})(?![a-z])", re.IGNORECASE)


def names_in(path: Path) -> Iterator[str]:
    """The names, imports and strings of a module, its docstrings apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text
            case ast.ImportFrom(module=str(module)):
                yield module
            case ast.alias(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def test_there_is_something_to_check() -> None:
    assert SLUGS
    assert len(shared_modules()) > 10
    assert REGISTRY in MODULES


def test_the_check_finds_a_game_where_one_is_named() -> None:
    """The registry names every game: a check that finds none there finds none anywhere."""
    found = {
        match.group(1).lower() for name in names_in(REGISTRY) for match in pattern().finditer(name)
    }
    assert found == set(SLUGS)


def test_no_module_outside_a_game_names_it() -> None:
    assert [
        (str(path.relative_to(PACKAGE)), name)
        for path in shared_modules()
        for name in names_in(path)
        if pattern().search(name)
    ] == []


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_no_shared_page_script_or_style_names_a_game(folder: str) -> None:
    shared = texts(folder)
    assert shared, f"nothing to check in {folder}"
    for path in shared:
        found = pattern().search(path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(CHECKOUT)} names {found}"
        assert not pattern().search(str(path.relative_to(CHECKOUT))), path


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_names_another(slug: str) -> None:
    own = [path for path in MODULES if game_of(path, GAMES) == slug]
    assert own
    named = {
        match.group(1)
        for path in own
        for name in names_in(path)
        for match in pattern().finditer(name)
    }
    assert {name.lower() for name in named} == {slug}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_plugin_is_made_of_the_same_modules(slug: str) -> None:
    assert {path.name for path in (GAMES / slug).glob("*.py")} >= BUILT_OF


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_its_templates_and_tests_under_the_same_name(slug: str) -> None:
    assert list((CHECKOUT / "templates" / "games" / slug).glob("*.html"))
    assert list((CHECKOUT / "tests" / "games" / slug).glob("test_*.py"))


def test_a_sheet_is_printed_without_web_and_store_and_laid_out_in_a_process_of_its_own() -> None:
    code = (
        "import sys, scorekeeper.cli.print_sheet, scorekeeper.printing.queue; print(*sys.modules)"
    )
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "scorekeeper.printing.document" in loaded
    assert {"flask", "sqlalchemy", "weasyprint"}.isdisjoint(loaded)
