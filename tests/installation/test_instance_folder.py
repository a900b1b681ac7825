"""The folder of the database: there from the start, and never handed on to anybody."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGED = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    ".gitignore",
)
DATABASES = (
    "scorekeeper.sqlite",
    "scorekeeper.sqlite-wal",
    "scorekeeper.sqlite-shm",
    "scorekeeper.before-0001.20261120-183000.sqlite",
    "dev.sqlite",
)


def run(folder: Path, *command: str) -> str:
    """What a command prints there, undisturbed by a repository or settings around it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A checkout after some evenings: what makes a package of it, and its databases."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in PACKAGED:
        shutil.copy(CHECKOUT / name, folder)
    for name in ("scorekeeper", "templates", "static", "docs/samples"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    (folder / "instance").mkdir()
    shutil.copy(CHECKOUT / "instance" / "README.md", folder / "instance")
    for name in DATABASES:
        (folder / "instance" / name).write_bytes(b"everybody's sheets")
    return folder


def test_git_keeps_the_page_about_the_folder_and_no_database(played: Path) -> None:
    run(played, "git", "init", "--quiet")
    run(played, "git", "add", "--all")
    assert run(played, "git", "ls-files", "instance") == "instance/README.md\n"
    inside = [f"instance/{name}" for name in DATABASES]
    assert run(played, "git", "check-ignore", *inside).splitlines() == inside


def test_no_package_holds_a_database(played: Path) -> None:
    run(played, sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel")
    (sdist,) = (played / "dist").glob("*.tar.gz")
    (wheel,) = (played / "dist").glob("*.whl")
    with tarfile.open(sdist) as source, zipfile.ZipFile(wheel) as installed:
        names = [*source.getnames(), *installed.namelist()]
    assert any(name.endswith("scorekeeper/app.py") for name in names)
    assert [name for name in names if "instance" in name or ".sqlite" in name] == []


def test_the_page_about_the_folder_names_every_sort_of_file_in_it() -> None:
    page = (CHECKOUT / "instance" / "README.md").read_text(encoding="utf-8")
    for name in DATABASES:
        assert name.replace("0001.20261120-183000", "…") in page
