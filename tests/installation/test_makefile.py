"""What the Makefile and CONTRIBUTING.md say about the commands of this project is so."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
MAKEFILE = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):(?!=)", MAKEFILE, re.MULTILINE))
INSIDE = {"setup-test"}  # nobody types it


def test_the_comment_on_top_tells_every_target() -> None:
    assert set(re.findall(r"^# make ([a-z-]+)", MAKEFILE, re.MULTILINE)) == TARGETS - INSIDE
    assert {"run", "dev", "test"} <= TARGETS


def test_every_target_runs_whatever_files_are_called() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert set(phony.split()) == TARGETS


def contributing() -> str:
    return (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_contributing_tells_every_target_and_no_other() -> None:
    assert set(re.findall(r"\bmake ([a-z-]+)", contributing())) == TARGETS - INSIDE


def test_contributing_names_only_files_and_folders_that_are_there() -> None:
    """What stands in backticks and has a slash or an ending; `<slug>` is any game."""
    quoted = re.findall(r"`([\w./<>{},*-]+)`|\]\(([\w./-]+)\)", contributing())
    named = {first or second for first, second in quoted}
    paths = {name for name in named if "/" in name or name.endswith((".md", ".py", ".toml"))}
    assert len(paths) > 10
    for name in paths - {"instance/dev.sqlite", "instance/mutants/"}:  # made by targets
        pattern = re.sub(r"<[a-z]+>", "*", name).rstrip("/")
        assert next(CHECKOUT.glob(pattern), None), name
