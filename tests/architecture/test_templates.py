"""Templates draw what they are given: lists and dictionaries are made in Python, frozen."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = (CHECKOUT / "templates", CHECKOUT / "tests" / "toy" / "templates")
TEMPLATES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))
BUILDING = re.compile(r"\.(?:append|extend|insert|update|setdefault|pop)\(|\bnamespace\(")


def building(text: str) -> list[str]:
    """Every call in a template that changes a list or a dictionary."""
    return [match.group() for match in BUILDING.finditer(text)]


def test_there_are_templates_to_check() -> None:
    assert all(folder.is_dir() for folder in FOLDERS)
    assert len(TEMPLATES) > 40


def test_a_list_built_in_a_template_is_found() -> None:
    """Or else the test below would accept everything."""
    assert building("{% set _ = labels.append(name) %}{% set _ = notes.update({1: 2}) %}") == [
        ".append(",
        ".update(",
    ]


def test_no_template_builds_a_list() -> None:
    assert [
        (str(path.relative_to(CHECKOUT)), call)
        for path in TEMPLATES
        for call in building(path.read_text(encoding="utf-8"))
    ] == []
