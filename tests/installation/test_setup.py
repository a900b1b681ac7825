"""Setting the project up, as `make run` does on a machine that has only Python."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorekeeper.printing.libraries import PACKAGES
from tests.cli.server_process import environment

CHECKOUT = Path(__file__).resolve().parents[2]
NEEDED = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "requirements.lock",
    "requirements-dev.lock",
)
FOLDERS = ("scorekeeper", "templates", "static", "scripts")
LOCKS = ("requirements.lock", "requirements-dev.lock")
SCRIPTS = ("scripts/setup", "scripts/lock", "scripts/fonts", ".ci/run")
PINNED = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)


def run(
    folder: Path, *command: str, path: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    env = environment(**more)
    if path is not None:
        env["PATH"] = f"{path}:{env['PATH']}"
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The project as somebody gets it, in a folder whose name has a space."""
    folder = tmp_path / "card table"
    folder.mkdir()
    for name in NEEDED:
        shutil.copy(CHECKOUT / name, folder)
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    return folder


@pytest.fixture
def broken_pythons(tmp_path: Path) -> Path:
    """Commands that are there but do not run, as version managers leave them."""
    folder = tmp_path / "shims"
    folder.mkdir()
    for name in ("python3.13", "python3.12"):
        (folder / name).write_text("#!/bin/sh\necho 'not installed' >&2\nexit 127\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.soak(
    short="test_wrong_usage_of_the_set_up_is_said"
)  # `make test` on a new machine is the short version of it
def test_a_fresh_copy_is_set_up_once_and_again_where_it_was_moved(
    fresh: Path, broken_pythons: Path, tmp_path: Path
) -> None:
    first = run(fresh, "sh", "scripts/setup", "run", path=broken_pythons)
    assert first.returncode == 0, first.stderr
    again = run(fresh, "sh", "scripts/setup", "run", path=broken_pythons)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")

    if sys.platform == "linux":
        what_lays_out_pages_is_installed_or_said_to_be_missing(fresh, tmp_path)

    moved = fresh.rename(tmp_path / "another table")
    anew = run(moved, "sh", "scripts/setup", "run")
    assert anew.returncode == 0, anew.stderr
    works = run(moved, ".venv/bin/scorekeeper", "--version")
    assert works.stdout.startswith("scorekeeper "), works.stderr


def what_lays_out_pages_is_installed_or_said_to_be_missing(fresh: Path, tmp_path: Path) -> None:
    """On a machine whose apt-get brings nothing; asked once, and everything else works."""
    hidden, commands, asked = (tmp_path / name for name in ("hidden", "commands", "asked.txt"))
    hidden.mkdir()
    commands.mkdir()
    (hidden / "libpango-1.0.so.0").write_bytes(b"no library")
    for name, does in (("apt-get", f'echo "$@" >>"{asked}"'), ("id", "echo 0")):
        (commands / name).write_text(f"#!/bin/sh\n{does}\n")
        (commands / name).chmod(0o755)
    without = run(fresh, "sh", "scripts/setup", "run", path=commands, LD_LIBRARY_PATH=str(hidden))
    assert without.returncode == 0
    assert f"Everything but printing works without: {PACKAGES}" in without.stderr
    assert [line.endswith(PACKAGES) for line in asked.read_text().splitlines()] == [False, True]


def test_wrong_usage_of_the_set_up_is_said(fresh: Path) -> None:
    wrong = run(fresh, "sh", "scripts/setup", "everything")
    assert wrong.returncode == 2
    assert wrong.stderr == "usage: scripts/setup run|test\n"
    assert not (fresh / ".venv").exists()


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_can_be_run(script: str) -> None:
    assert (CHECKOUT / script).stat().st_mode & 0o111 == 0o111
    assert run(CHECKOUT, "sh", "-n", script).returncode == 0


def test_the_scripts_name_only_modules_and_folders_that_are_there() -> None:
    named = set()
    for script in SCRIPTS:
        for name in re.findall(r"\bscorekeeper[./][\w./]*", (CHECKOUT / script).read_text()):
            named.add(name.replace(".", "/") if "/" not in name else name.rpartition("/")[0])
    assert {"scorekeeper/printing/libraries", "scorekeeper/printing/fonts"} <= named
    for name in named:
        assert (CHECKOUT / name).is_dir() or (CHECKOUT / f"{name}.py").is_file(), name


def pins(lock: str) -> dict[str, str]:
    return dict(PINNED.findall((CHECKOUT / lock).read_text()))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_by_hash_and_names_no_place(lock: str) -> None:
    text = (CHECKOUT / lock).read_text()
    assert text.count("==") >= len(pins(lock)) > 20
    for block in re.split(r"\n(?=[a-z0-9])", text):
        assert "--hash=sha256:" in block, block
    assert not re.search(r"://|--index|--find-links|(^|\s)/\w", text)


def test_the_locks_hold_what_the_project_asks_for_and_agree() -> None:
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        asked = tomllib.load(file)
    run_pins, test_pins = pins("requirements.lock"), pins("requirements-dev.lock")
    needed = asked["project"]["dependencies"] + asked["dependency-groups"]["build"]
    groups = [each for each in asked["dependency-groups"]["dev"] if isinstance(each, str)]
    assert {_name(each) for each in needed} <= set(run_pins)
    assert {_name(each) for each in groups} <= set(test_pins)
    assert run_pins.items() <= test_pins.items()


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return found[0].lower()


def test_the_database_of_a_house_is_never_committed() -> None:
    ignored = (CHECKOUT / ".gitignore").read_text().splitlines()
    assert {"/instance/*", "/.venv/", "/uv.lock"} <= set(ignored)
