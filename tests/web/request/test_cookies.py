"""Every cookie that is set, by the server or by script, is told to hosts, and no other."""

import re
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")


def cookies_of_the_server() -> set[str]:
    found = set()
    for path in (ROOT / "scorekeeper").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ".set_cookie(" not in text or path.name == "cookies.py", path
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for name in re.findall(r"[^.\w]remember\(response, (\w+)", text):
            found.add(getattr(import_module(module), name))
    return found


def cookies_of_scripts() -> set[str]:
    scripts = (path.read_text(encoding="utf-8") for path in (ROOT / "static/js").glob("*.js"))
    return {name for text in scripts for name in re.findall(r"document\.cookie = `(\w+)=", text)}


def test_the_page_for_hosts_lists_the_cookies_there_are() -> None:
    (table,) = re.findall(r"^\| cookie \|.*?\n\n", PAGE, re.DOTALL | re.MULTILINE)
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert listed == cookies_of_the_server() | cookies_of_scripts()
    assert cookies_of_scripts()
