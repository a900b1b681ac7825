"""Addresses of pages are made where the root of the program is known: it may lie below a path."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "scorekeeper"
TEMPLATES = CHECKOUT / "templates"
SCRIPTS = CHECKOUT / "static" / "js"
KNOWS_THE_ROOT = {"web/request/addresses.py"}
SCRIPT_OF_THE_ROOT = {"root.js"}
OF_THE_REQUEST = re.compile(
    r"\brequest\.(?:path|full_path|script_root|root_path|(?:base_|host_|root_)?url|root_url)\b"
    r"|\brequest\.environ\[.(?:PATH_INFO|SCRIPT_NAME).\]"
)
FIXED = re.compile(r"""\b(?:href|src|action|formaction|data-[\w-]+)=["']/""")
# A path in a string of its own, or the path of a page taken as it is.
BY_SCRIPT = re.compile(
    r"""(?:fetch|register|assign|replace|EventSource|URL)\(["'`]/|\bhref(?: =|:) ?["'`]/|path=/"""
    r"|(?<!pathBelowRoot\()\blocation\.pathname(?! [!=]==)"
)


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py"))


def scripts() -> list[Path]:
    return sorted(SCRIPTS.glob("*.js"))


def test_no_module_takes_the_path_of_a_request_for_its_address() -> None:
    """The path begins behind the root; `address_here` and its like in one module have all of it."""
    wrong = {
        name: found
        for path in modules()
        if (found := OF_THE_REQUEST.findall(path.read_text(encoding="utf-8")))
        and (name := path.relative_to(PACKAGE).as_posix()) not in KNOWS_THE_ROOT
    }
    assert wrong == {}


def test_no_template_writes_an_address_down() -> None:
    assert len(list(TEMPLATES.rglob("*.html"))) > 40
    wrong = {
        path.name: found
        for path in sorted(TEMPLATES.rglob("*.html"))
        if (found := FIXED.findall(path.read_text(encoding="utf-8")))
    }
    assert wrong == {}


def test_no_script_knows_where_the_program_lies() -> None:
    assert {path.name for path in scripts()} > SCRIPT_OF_THE_ROOT
    wrong = {
        path.name: found
        for path in scripts()
        if path.name not in SCRIPT_OF_THE_ROOT
        and (found := BY_SCRIPT.findall(path.read_text(encoding="utf-8")))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "planted",
    [
        "action=request.path,",
        "here = request.full_path",
        "redirect(request.url)",
        "request.script_root + there",
        'request.environ["PATH_INFO"]',
    ],
)
def test_a_planted_path_of_a_request_is_seen(planted: str) -> None:
    assert OF_THE_REQUEST.search(planted)


def test_a_planted_address_in_a_template_is_seen() -> None:
    assert FIXED.search('<a class="brand" href="/new/tapp">')
    assert not FIXED.search("""<a href="{{ url_for('start.show') }}">""")


@pytest.mark.parametrize(
    "planted",
    [
        'fetch("/offline")',
        "fetch(`/g/${link}/`)",
        'register("/service-worker.js")',
        'link.href = "/g/"',
        "{ href: `/g/${link}` }",
        "document.cookie = `phone=${id}; path=/`",
        "/^\\/g\\//.exec(location.pathname)",
    ],
)
def test_a_planted_address_in_a_script_is_seen(planted: str) -> None:
    assert BY_SCRIPT.search(planted)
    assert not BY_SCRIPT.search("pathBelowRoot(location.pathname)")
