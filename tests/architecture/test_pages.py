"""Templates see one frozen value, mostly called `page`, and nothing of the request behind it."""

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest
from jinja2 import Environment, meta

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "scorekeeper"
WEB = PACKAGE / "web"
NO_PRESENTERS = {"__init__", "answers", "errors", "entries", "change_set_fields"}
FORMS = {"forms", "entry_forms", "form_fields"}
TEMPLATES = CHECKOUT / "templates"

OF_A_REQUEST = {"config", "g", "request", "session"}  # what Flask gives to every template


def render_calls(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            if (name.id if isinstance(name, ast.Name) else name) == "render_template":
                yield node


def loose_calls(source: str) -> list[str]:
    """The calls that give anything but a template and its page, or the one value it would have."""
    return [
        ast.unparse(call)
        for call in render_calls(source)
        if len(call.args) != 1 or len(call.keywords) != 1 or call.keywords[0].arg is None
    ]


@cache
def rendering_modules() -> dict[str, str]:
    """The text of every module that renders a template, by its name."""
    texts = {in_web(path): path.read_text() for path in sorted(WEB.rglob("*.py"))}
    return {name: text for name, text in texts.items() if list(render_calls(text))}


def in_web(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


def test_there_are_pages_to_check() -> None:
    assert len(rendering_modules()) > 5
    assert len(presenters()) > 5
    assert len(templates()) > 20


def test_a_template_gets_one_page_and_nothing_else() -> None:
    loose = {name: loose_calls(text) for name, text in rendering_modules().items()}
    assert {name: calls for name, calls in loose.items() if calls} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'render_template("x.html", page=page, tag=tag)',
        'render_template("x.html", **values)',
        'flask.render_template("x.html")',
        'render_template("x.html", page)',
    ],
)
def test_a_loose_value_is_seen(planted: str) -> None:
    assert len(loose_calls(planted)) == 1
    assert loose_calls('render_template("x.html", page=start_page(messages))') == []
    assert loose_calls('render_template("x.html", games=names)') == []


def presenters() -> list[Path]:
    """The modules in rooms of the web that make page values."""
    rooms = (path for path in sorted(WEB.glob("*/*.py")) if path.parent.name != "request")
    others = NO_PRESENTERS | FORMS
    return [path for path in rooms if path.stem not in others and not path.match("*routes.py")]


def own_classes(path: Path) -> list[type[Any]]:
    parts = path.relative_to(CHECKOUT).with_suffix("").parts
    module = import_module(".".join(parts).removesuffix(".__init__"))
    members = vars(module).values()
    return [
        each for each in members if isinstance(each, type) and each.__module__ == module.__name__
    ]


def is_frozen(kind: type[Any]) -> bool:
    if is_dataclass(kind):
        return bool(vars(kind)["__dataclass_params__"].frozen)
    # A named tuple; what inherits from one can be changed.
    return hasattr(kind, "_fields") and not kind.__dictoffset__


def test_what_inherits_from_a_named_tuple_is_not_frozen() -> None:
    class Pair(NamedTuple):
        one: int
        other: int

    class Changeable(Pair):
        pass

    assert (is_frozen(Pair), is_frozen(Changeable)) == (True, False)


def is_protocol(kind: type[Any]) -> bool:
    return Protocol in kind.__bases__


def test_every_page_value_is_frozen() -> None:
    classes = [each for path in presenters() for each in own_classes(path)]
    pages = [
        each
        for path in sorted(WEB.glob("*/*.py"))
        for each in own_classes(path)
        if each.__name__.endswith("Page")
    ]
    names = {each.__name__ for each in pages}
    assert {"StartPage", "SheetPage", "SeatsPage", "HouseRulesPage", "ErrorPage"} <= names
    values = [each for each in classes if not is_protocol(each)]
    assert [each for each in (*values, *pages) if not is_frozen(each)] == []


def test_a_presenter_does_not_look_at_the_request() -> None:
    imported = {in_web(path): imports(path) for path in presenters()}
    assert [name for name, modules in imported.items() if not modules or "flask" in modules] == []


def imports(path: Path) -> set[str]:
    return {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else names_of(node))
    }


def names_of(node: ast.Import) -> list[str]:
    return [alias.name for alias in node.names]


def templates() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.html"))


def in_templates(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def asked_for(source: str) -> set[str]:
    """The names a template expects to be given."""
    environment = Environment(autoescape=True)
    known = ("pips", "figures", "with_drawings", "red_suits", "cache_fragment")
    environment.filters.update(dict.fromkeys(known, str))
    return meta.find_undeclared_variables(environment.parse(source))


def test_a_template_knows_no_request() -> None:
    asked = {in_templates(path): asked_for(path.read_text()) for path in templates()}
    assert [name for name, names in asked.items() if names & OF_A_REQUEST] == []


def test_a_template_that_knows_the_request_is_seen() -> None:
    assert asked_for("{% if g.group %}{{ request.path }}{% endif %}") == {"g", "request"}
